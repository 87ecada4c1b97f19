import { useLayoutEffect, useState } from 'react'
import { useHistoryState } from '#web/useHistoryState.ts'

/**
 * The e-mail for a form, and its setter; starts with the address typed on the previous screen. On a server-rendered
 * page that address is known only after hydration; a field that the person is typing in is not overwritten.
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
