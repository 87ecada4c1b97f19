import { UNDO_WITHIN } from '#kernel/undo.ts'
import { studioTime } from './clock.ts'
import { useNow } from './studio.tsx'
import { useKept } from './useKept.ts'

/**
 * The ids that this account's last press changed, so that another press can undo it; else empty. Kept while the tab is
 * open, across navigation and reloads.
 */
export function usePressed(what: string): [ids: readonly string[], press: (ids: readonly string[]) => void] {
  const now = useNow()
  const [kept, keep] = useKept(what)
  const [at = 0, ...ids] = kept.split(' ')
  return [now < Number(at) + UNDO_WITHIN ? ids : [], (next) => keep([studioTime(), ...next].join(' '))]
}
