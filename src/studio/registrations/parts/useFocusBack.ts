import { useEffect, useState } from 'react'

/**
 * When this dialog goes away the focus returns to where it was, or to that section when the button is gone. A dialog
 * does the first by itself, but not at the end of a chain of two: the second one remembers a button of the first.
 */
export function useFocusBack(): void {
  const [opener] = useState(() => document.activeElement)
  const [section] = useState(() => opener?.closest('section') ?? null)
  useEffect(
    () => () => {
      // after the dialog has given up the focus
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
