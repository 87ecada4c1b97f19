import { useLayoutEffect, useState } from 'react'
import { useHistoryState } from '#web/useHistoryState.ts'

/**
 * The address for a form, and how to change it: at first the one that was typed on the screen before. On a page of the server's
 * that is known a moment later; whoever is typing by then is not interrupted.
 */
export function useGivenEmail(): [email: string, change: (email: string) => void] {
  const { email: given = '' } = useHistoryState()
  const [email, change] = useState(given)
  useLayoutEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- which field is typed into is known to the document alone
    if (!(document.activeElement instanceof HTMLInputElement)) change((typed) => typed || given)
  }, [given])
  return [email, change]
}
