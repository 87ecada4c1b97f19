/** What an entry of the history says beyond its address; the server can't know it. */
export interface Said {
  /** What was just achieved on the page that led to the sign-in screen. */
  readonly notice?: 'signedUp' | 'passwordChanged' | undefined
  /** Which of the sign-in screen's two forms is open. */
  readonly form?: 'resend' | undefined
  /** The token of the letter's link that led here; it is kept out of the address. */
  readonly token?: string | undefined
}

/** One step of the history. */
export interface Entry {
  readonly address: string
  readonly said: Said
  /** Of this step and no other: its place on the screen is kept under it. */
  readonly key: string
}

/** Where the steps are kept: the browser's history, or nothing but the one address that a server draws. */
export interface Steps {
  readonly now: () => Entry
  readonly write: (entry: Entry, how: 'push' | 'replace') => void
  /** Back and Forward. */
  readonly onMove: (listener: () => void) => void
}

export const newKey = (): string => Math.random().toString(36).slice(2)

export const browserSteps: Steps = {
  now() {
    const { pathname, search, hash } = location
    const address = pathname + search + hash
    const { said = {}, key } = (history.state ?? {}) as Partial<Entry>
    if (key) return { address, said, key }
    const entry = { address, said, key: newKey() }
    browserSteps.write(entry, 'replace')
    return entry
  },
  write({ address, said, key }, how) {
    history[how === 'push' ? 'pushState' : 'replaceState']({ said, key }, '', address)
  },
  onMove(listener) {
    addEventListener('popstate', listener)
  },
}

/** For one page that a server draws. */
export const onlyStep = (address: string): Steps => ({
  now: () => ({ address, said: {}, key: 'first' }),
  write: () => {},
  onMove: () => {},
})
