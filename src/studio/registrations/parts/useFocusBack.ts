import { useEffect, useState } from 'react'

/**
 * When this goes away the focus returns to where it was before. A dialog does so by itself; a chain of two does not,
 * since the second one remembers a button of the first.
 */
export function useFocusBack(): void {
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      // after the dialog has given up the focus
      requestAnimationFrame(() => {
        if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus()
      })
    },
    [opener],
  )
}
