import { useEffect, useState } from 'react'

/**
 * Returns the focus to its previous element when the dialog closes, or to that section if the element is gone. A dialog
 * does so itself, except after a chain of two: the second remembers a button of the first.
 */
export function useFocusBack(): void {
  const [opener] = useState(() => document.activeElement)
  const [section] = useState(() => opener?.closest('section') ?? null)
  useEffect(
    () => () => {
      // wait until the dialog has released the focus
      requestAnimationFrame(() => {
        if (document.activeElement !== document.body) return
        if (opener instanceof HTMLElement && opener.isConnected) return opener.focus()
        section?.setAttribute('tabindex', '-1')
        section?.classList.add('outline-none')
        section?.focus({ preventScroll: true })
      })
    },
    [opener, section],
  )
}
