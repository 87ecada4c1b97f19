import { useEffect, useLayoutEffect, useState, type RefObject } from 'react'

/** Containers that can take the focus; the nearest one does. */
const PLACES = 'tr, li, article, section, [role=dialog], main'

/**
 * A button that disappears while focused, for example that of a payment that is now paid, passes its focus to the row
 * or section around it. Otherwise the focus would fall back to the top of the page.
 */
export function useHandOver(button: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = button.current
    // runs before the element is removed
    return () => {
      if (!element || document.activeElement !== element) return
      const places = placesAround(element)
      queueMicrotask(() => goOnFrom(places))
    }
  }, [button])
}

let pressed: HTMLElement | null = null

/**
 * Records the last pressed button: Safari does not focus a button on click, so a dialog could not restore the focus to
 * it.
 */
export function notePressed(): void {
  const note = ({ target }: Event) => {
    pressed = target instanceof Element ? target.closest('button') : null
  }
  addEventListener('click', note, true)
}

/**
 * In a dialog: when it closes and its opener is gone, for example with the row of a payment, focuses the container
 * around it.
 */
export function HandBack(): null {
  const [opener] = useState(() => (isNowhere() ? pressed : document.activeElement))
  const [places] = useState(() => placesAround(opener))
  useEffect(
    () => () => {
      const handBack = () => {
        if (isNowhere() && opener instanceof HTMLElement) opener.focus({ preventScroll: true })
        goOnFrom(places)
      }
      // the dialog restores the focus in the next frame where it can, so wait for one more
      requestAnimationFrame(() => requestAnimationFrame(handBack))
    },
    [opener, places],
  )
  return null
}

/** Whether no element has the focus. */
const isNowhere = () => document.activeElement === document.body

function placesAround(element: Element | null): HTMLElement[] {
  const places: HTMLElement[] = []
  for (let at = element?.parentElement; at; at = at.parentElement) {
    if (at.matches(PLACES)) places.push(at)
    // a detail row disappears with its last line; its main row stays
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
