import { ownAddress } from '#studio/accounts/rules/comingBack.ts'

const STATE = 'signing-in-elsewhere'
const NEXT = 'page-before-elsewhere'

/**
 * Keeps the state in this tab, so that a return URL made by another person signs nobody in, and the address to which
 * the sign-in leads.
 */
export function rememberState(state: string, next: string | undefined): void {
  sessionStorage.setItem(STATE, state)
  if (next === undefined) sessionStorage.removeItem(NEXT)
  else sessionStorage.setItem(NEXT, next)
}

/** Returns what was kept, and deletes it. */
export function takeState(): { state: string | null; next: string | undefined } {
  const state = sessionStorage.getItem(STATE)
  const next = ownAddress(sessionStorage.getItem(NEXT))
  sessionStorage.removeItem(STATE)
  sessionStorage.removeItem(NEXT)
  return { state, next }
}
