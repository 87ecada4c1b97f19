import { useSyncExternalStore } from 'react'
import { UNDO_WITHIN } from '#kernel/undo.ts'
import { studioTime } from './clock.ts'
import { useMe } from './me.ts'
import { useNow } from './studio.tsx'

const pressed = new Map<string, string>()
const listeners = new Set<() => void>()

/**
 * The ids that this account's last press changed, so that another press can undo it; else empty. Kept while the tab is
 * open, across navigation and reloads.
 */
export function usePressed(what: string): [ids: readonly string[], press: (ids: readonly string[]) => void] {
  const now = useNow()
  const name = `${what} ${useMe().accountId}`
  const kept = useSyncExternalStore(
    listen,
    () => read(name),
    () => '',
  )
  const [at = 0, ...ids] = kept.split(' ')
  return [now < Number(at) + UNDO_WITHIN ? ids : [], (next) => keep(name, [studioTime(), ...next].join(' '))]
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function read(name: string): string {
  try {
    return pressed.get(name) ?? sessionStorage.getItem(name) ?? ''
  } catch {
    // storage may be blocked; then it is kept until the page is reloaded
    return ''
  }
}

function keep(name: string, value: string): void {
  pressed.set(name, value)
  try {
    sessionStorage.setItem(name, value)
  } catch {
    // storage may be blocked
  }
  for (const listener of listeners) listener()
}
