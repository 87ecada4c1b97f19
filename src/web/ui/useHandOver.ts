import { useLayoutEffect, type RefObject } from 'react'

/** What a reader can go on from, nearest first. */
const PLACES = 'tr, li, article, section, [role=dialog]'

/**
 * A button that goes while it has the focus, such as that of a payment which is paid now, hands it to the row or the
 * part of the page around it. Otherwise it would fall back to the top, and a keyboard would have to come all the way.
 */
export function useHandOver(button: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = button.current
    // runs before the element is taken out
    return () => {
      if (!element || document.activeElement !== element) return
      const places: HTMLElement[] = []
      for (let at = element.parentElement; at; at = at.parentElement) if (at.matches(PLACES)) places.push(at)
      queueMicrotask(() => {
        if (document.activeElement !== document.body) return
        const heir = places.find((place) => place.isConnected)
        heir?.setAttribute('tabindex', '-1')
        heir?.focus({ preventScroll: true })
      })
    }
  }, [button])
}
