import { useBlocker } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'

/** What is open over the page, the topmost last. */
const frames: { readonly back: () => void }[] = []

/** Back closes the topmost dialog or sheet, unless it is `pending`, and leaves the page below unchanged. */
export function useBackCloses(open: boolean, pending: boolean, onDismiss: () => void) {
  const back = useEffectEvent(() => {
    if (!pending) onDismiss()
  })
  useEffect(() => {
    if (!open) return
    const frame = { back: () => back() }
    frames.push(frame)
    return () => void frames.splice(frames.indexOf(frame), 1)
  }, [open])
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
