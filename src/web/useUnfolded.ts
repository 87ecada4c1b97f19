import { useSyncExternalStore } from 'react'

const KEPT = 'unfolded'

let kept: readonly string[] | null = null
const listeners = new Set<() => void>()

/**
 * Whether a part of a screen is unfolded. The reader's choice is kept while the tab is open, across navigation and
 * reloads.
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
    // storage may be blocked; then it is kept until the page is reloaded
    kept = []
  }
  return kept
}

function keep(next: readonly string[]): void {
  kept = next
  try {
    sessionStorage.setItem(KEPT, JSON.stringify(next))
  } catch {
    // storage may be blocked
  }
  for (const listener of listeners) listener()
}
