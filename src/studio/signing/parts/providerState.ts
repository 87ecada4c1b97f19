const KEY = 'signing-in-elsewhere'

/** Kept by this tab: an address that somebody else made signs nobody in. */
export const rememberState = (state: string): void => sessionStorage.setItem(KEY, state)

/** What was kept, once. */
export function takeState(): string | null {
  const state = sessionStorage.getItem(KEY)
  sessionStorage.removeItem(KEY)
  return state
}
