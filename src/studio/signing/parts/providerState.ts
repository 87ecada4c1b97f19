const KEY = 'signing-in-elsewhere'

/** Keeps the state in this tab, so that a return URL made by another person signs nobody in. */
export const rememberState = (state: string): void => sessionStorage.setItem(KEY, state)

/** Returns the kept state and deletes it. */
export function takeState(): string | null {
  const state = sessionStorage.getItem(KEY)
  sessionStorage.removeItem(KEY)
  return state
}
