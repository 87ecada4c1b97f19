import type { AnyRouter, ParsedLocation } from '@tanstack/react-router'

const KEPT = 'scrolled'
const RESTS_AFTER = 150

/**
 * Restores the scroll position of each history entry. The router's own restoration does not wait for rows that are
 * still loading, and saves only at pagehide, which Firefox loses; it is left with scrolling to the top and to hashes.
 */
export function keepScroll(router: AnyRouter): void {
  const keyNow = () => router.state.location.state.__TSR_key ?? ''
  const tops = keptTops()
  let key = keyNow()
  // the server-rendered page may have been scrolled before this code ran
  if (scrollY > 0) tops[key] = scrollY
  history.scrollRestoration = 'manual'
  // a render or hydration of the same entry does not scroll: a reader who is scrolling must not be thrown to the top
  const moves = ({ hash }: ParsedLocation) => keyNow() !== key || hash !== ''
  router.update({ ...router.options, scrollRestoration: ({ location }) => moves(location) })
  let resting: ReturnType<typeof setTimeout> | undefined
  let giveUp: (() => void) | null = null

  const keep = () => {
    try {
      sessionStorage.setItem(KEPT, JSON.stringify(tops))
    } catch {
      // storage is full or blocked: the entry will open at its top
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

function keptTops(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT) ?? '{}') as Record<string, number>
  } catch {
    return {}
  }
}

/** Scrolls to `top` once the content above has loaded; stops as soon as the reader scrolls or presses something. */
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
