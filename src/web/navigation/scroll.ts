import type { View } from './Router.ts'

const KEPT = 'scrolled'
const RESTS_AFTER = 150

/**
 * Each step of the history is found where it was left. The browser can't do that by itself: when it looks, the screen
 * is not there yet.
 */
export class Scrolled {
  readonly #tops: Record<string, number>
  #key: string
  #shown: View | null = null
  /** Ends waiting for a list that is not long enough yet. */
  #giveUp: (() => void) | null = null

  constructor(key: string) {
    this.#tops = JSON.parse(sessionStorage.getItem(KEPT) ?? '{}') as Record<string, number>
    this.#key = key
    history.scrollRestoration = 'manual'
    const keep = () => {
      try {
        sessionStorage.setItem(KEPT, JSON.stringify(this.#tops))
      } catch {
        // no room: it is found at its top
      }
    }
    let resting: ReturnType<typeof setTimeout> | undefined
    const note = () => {
      if (this.#giveUp) return
      this.#tops[this.#key] = scrollY
      clearTimeout(resting)
      resting = setTimeout(keep, RESTS_AFTER)
    }
    addEventListener('scroll', note, { passive: true })
    // not only here: on its way to another site, Firefox forgets what is kept as late as this
    addEventListener('pagehide', keep)
  }

  /** After a screen was drawn. */
  readonly onView = (view: View): void => {
    const { key, place, scrolls } = view
    if (view === this.#shown) return
    // the server's page may have been scrolled before the code was there
    const isBegun = this.#shown === null && scrollY > 0
    this.#shown = view
    this.#giveUp?.()
    this.#key = key
    if (!scrolls || isBegun) return
    const top = this.#tops[key]
    const target = place.hash && document.getElementById(place.hash)
    if (top === undefined && target) target.scrollIntoView()
    else this.#reach(top ?? 0)
  }

  /** Goes there at once, or as soon as what is above it has been fetched; whoever scrolls meanwhile goes their own way. */
  #reach(top: number): void {
    if (scrollY !== top) scrollTo(0, top)
    if (scrollY >= top) return
    const own = new AbortController()
    const growing = new ResizeObserver(() => {
      scrollTo(0, top)
      if (scrollY >= top) this.#giveUp?.()
    })
    this.#giveUp = () => {
      this.#giveUp = null
      growing.disconnect()
      own.abort()
    }
    for (const act of ['wheel', 'touchstart', 'pointerdown', 'keydown']) {
      addEventListener(act, this.#giveUp, { signal: own.signal, passive: true })
    }
    growing.observe(document.body)
  }
}
