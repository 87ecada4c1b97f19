import { useBlocker, useRouter, type HistoryLocation, type RouterHistory } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'

/** What is open over the page, the topmost last. */
const frames: { readonly back: () => void }[] = []

/** Back closes the topmost dialog or sheet, unless it is `pending`, and leaves the page below unchanged. */
export function useBackCloses(open: boolean, pending: boolean, onDismiss: () => void) {
  const router = useRouter()
  const history: RouterHistory = router.history
  const back = useEffectEvent(() => {
    if (!pending) onDismiss()
  })
  useEffect(() => {
    if (!open) return
    const frame = { back: () => back() }
    frames.push(frame)
    // below the first page of a tab Back would leave the site, which nothing can stop
    if (!history.canGoBack()) void pushCover(router, history)
    return () => void frames.splice(frames.indexOf(frame), 1)
  }, [open, router, history])
  useBlocker({
    // blockers are asked in order of opening, so the first one decides, for the topmost dialog
    shouldBlockFn: ({ action }) => {
      if (action !== 'BACK') return false
      frames.at(-1)?.back()
      return true
    },
    enableBeforeUnload: false,
    disabled: !open,
  })
}

/** Adds another entry of the same page, which Back leaves instead. */
const pushCover = (router: ReturnType<typeof useRouter>, { location }: RouterHistory) =>
  router.navigate({
    to: '.',
    search: true,
    params: true,
    hash: true,
    state: (before) => ({ ...before, coverOf: location.state.__TSR_key }),
    resetScroll: false,
    hashScrollIntoView: false,
    ignoreBlocker: true,
  })

/** Back from such an entry, with nothing open, goes on to what was before the page. */
export function passCovers(history: RouterHistory): void {
  let covered = isCover(history.location)
  history.subscribe(({ location, action }) => {
    const was = covered
    covered = isCover(location)
    if (was && !covered && action.type === 'BACK') history.back()
  })
}

const isCover = ({ state }: HistoryLocation) => state.coverOf !== undefined

/** Key of the entry whose page is shown, which an entry that covers it shares. */
export const entryOf = ({ state }: Pick<HistoryLocation, 'state'>): string => state.coverOf ?? state.__TSR_key ?? ''
