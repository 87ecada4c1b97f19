import { useEffect, useLayoutEffect, useState, type RefObject } from 'react'

/** What a reader can go on from, nearest first. */
const PLACES = 'tr, li, article, section, [role=dialog], main'

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
      const places = placesAround(element)
      queueMicrotask(() => goOnFrom(places))
    }
  }, [button])
}

let pressed: HTMLElement | null = null

/** Notes which button was pressed last: Safari gives it no focus, so that a dialog finds nothing to give it back to. */
export function notePressed(): void {
  const note = ({ target }: Event) => {
    pressed = target instanceof Element ? target.closest('button') : null
  }
  addEventListener('click', note, true)
}

/** In a dialog: when it closes and what had opened it is gone, such as the row of a payment, its place gets the focus. */
export function HandBack(): null {
  const [opener] = useState(() => (isNowhere() ? pressed : document.activeElement))
  const [places] = useState(() => placesAround(opener))
  useEffect(
    () => () => {
      const giveBack = () => {
        if (isNowhere() && opener instanceof HTMLElement) opener.focus({ preventScroll: true })
        goOnFrom(places)
      }
      // the dialog gives the focus back in the next frame, where it can
      requestAnimationFrame(() => requestAnimationFrame(giveBack))
    },
    [opener, places],
  )
  return null
}

/** Whether nothing has the focus. */
const isNowhere = () => document.activeElement === document.body

function placesAround(element: Element | null): HTMLElement[] {
  const places: HTMLElement[] = []
  for (let at = element?.parentElement; at; at = at.parentElement) {
    if (at.matches(PLACES)) places.push(at)
    // what a row of a table has more to say goes with its last line; the row stays
    if (at.matches('[data-more]') && at.previousElementSibling instanceof HTMLElement)
      places.push(at.previousElementSibling)
  }
  return places
}

function goOnFrom(places: readonly HTMLElement[]): void {
  if (!isNowhere()) return
  const heir = places.find((place) => place.isConnected)
  heir?.setAttribute('tabindex', '-1')
  heir?.focus({ preventScroll: true })
}
