import { useSyncExternalStore } from 'react'

const KEPT = 'unfolded'

let kept: readonly string[] | null = null
const listeners = new Set<() => void>()

/**
 * Whether a part of a screen is unfolded. What its reader pressed stays as long as the tab is open: whoever comes back
 * or loads the page anew finds it so.
 */
export function useUnfolded(name: string): [unfolded: boolean, unfold: (open: boolean) => void] {
  const unfolded = useSyncExternalStore(
    listen,
    () => read().includes(name),
    () => false,
  )
  return [unfolded, (open) => keep([...read().filter((other) => other !== name), ...(open ? [name] : [])])]
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function read(): readonly string[] {
  if (kept) return kept
  try {
    kept = JSON.parse(sessionStorage.getItem(KEPT) ?? '[]') as string[]
  } catch {
    // a browser may forbid storage; then it is kept until the page is loaded anew
    kept = []
  }
  return kept
}

function keep(next: readonly string[]): void {
  kept = next
  try {
    sessionStorage.setItem(KEPT, JSON.stringify(next))
  } catch {
    // as above
  }
  for (const listener of listeners) listener()
}
