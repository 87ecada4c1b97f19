import { useSyncExternalStore } from 'react'
import { useMe } from './me.ts'

const kept = new Map<string, string>()
const listeners = new Set<() => void>()

/** A text of this account, empty at first. Kept while the tab is open, across navigation and reloads. */
export function useKept(what: string): [text: string, keep: (text: string) => void] {
  const name = `${what} ${useMe().accountId}`
  const text = useSyncExternalStore(
    listen,
    () => read(name),
    () => '',
  )
  return [text, (next) => keep(name, next)]
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function read(name: string): string {
  try {
    return kept.get(name) ?? sessionStorage.getItem(name) ?? ''
  } catch {
    // storage may be blocked; then it is kept until the page is reloaded
    return ''
  }
}

function keep(name: string, text: string): void {
  kept.set(name, text)
  try {
    sessionStorage.setItem(name, text)
  } catch {
    // storage may be blocked
  }
  for (const listener of listeners) listener()
}
