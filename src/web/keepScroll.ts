import type { AnyRouter, ParsedLocation } from '@tanstack/react-router'

const KEPT = 'scrolled'
const RESTS_AFTER = 150

/**
 * Each entry of the history is found where it was left. The router's own restoration does not wait for rows that have
 * to be fetched first, and writes as late as at pagehide, which Firefox forgets; it scrolls to the top and to hashes.
 */
export function keepScroll(router: AnyRouter): void {
  const keyNow = () => router.state.location.state.__TSR_key ?? ''
  const tops = JSON.parse(sessionStorage.getItem(KEPT) ?? '{}') as Record<string, number>
  let key = keyNow()
  // the server's page may have been scrolled before the code was there
  if (scrollY > 0) tops[key] = scrollY
  history.scrollRestoration = 'manual'
  // drawn anew, or taken over from the server, an entry stays where it is: whoever scrolls just then must not be thrown to the top
  const moves = ({ hash }: ParsedLocation) => keyNow() !== key || hash !== ''
  router.update({ ...router.options, scrollRestoration: ({ location }) => moves(location) })
  let resting: ReturnType<typeof setTimeout> | undefined
  let giveUp: (() => void) | null = null

  const keep = () => {
    try {
      sessionStorage.setItem(KEPT, JSON.stringify(tops))
    } catch {
      // no room: it is found at its top
    }
  }
  const note = () => {
    if (giveUp) return
    tops[key] = scrollY
    clearTimeout(resting)
    resting = setTimeout(keep, RESTS_AFTER)
  }
  addEventListener('scroll', note, { passive: true })
  addEventListener('pagehide', keep)

  router.subscribe('onRendered', () => {
    giveUp?.()
    key = keyNow()
    const top = tops[key]
    if (top === undefined) return
    scrollTo(0, top)
    if (scrollY < top) giveUp = reachLater(top, () => (giveUp = null))
  })
}

/** Goes there as soon as what is above it has been fetched; whoever scrolls meanwhile goes their own way. */
function reachLater(top: number, onEnd: () => void): () => void {
  const own = new AbortController()
  const end = () => {
    growing.disconnect()
    own.abort()
    onEnd()
  }
  const growing = new ResizeObserver(() => {
    scrollTo(0, top)
    if (scrollY >= top) end()
  })
  for (const act of ['wheel', 'touchstart', 'pointerdown', 'keydown']) {
    addEventListener(act, end, { signal: own.signal, passive: true })
  }
  growing.observe(document.body)
  return end
}
