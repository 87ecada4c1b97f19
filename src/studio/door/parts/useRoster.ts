import { useEffect, useState } from 'react'
import type { AnswerOf } from '#kernel/procedures.ts'
import { studioTime } from '#web/clock.ts'
import { useConnectionState, useIsFresh, useLive } from '#web/live/useLive.ts'
import { useMe } from '#web/me.ts'
import { usePageAsOf, useStudio } from '#web/studio.tsx'
import { door } from '../calls.ts'
import { keep, keepFor, keepPage, keptOf } from './kept.ts'

type Days = AnswerOf<typeof door.days>
interface Seen {
  readonly at: number
  readonly days: Days
}
type Kept = Seen & { readonly accountId: string }

/**
 * The classes of today and tomorrow: live while online, and as last seen while offline, even on a page opened offline.
 */
export function useRoster() {
  const live = useLive(door.days, {})
  const { accountId } = useMe()
  const { build } = useStudio()
  const pageAsOf = usePageAsOf()
  const connection = useConnectionState()
  const isOpen = connection === 'open'
  const isFresh = useIsFresh(door.days, {})
  const [met, setMet] = useState(false)
  const [found, setFound] = useState<Kept | null>(null)
  if (isFresh && !met) setMet(true)
  const answer = live.state === 'ready' ? live.answer : null
  const kept = found?.accountId === accountId ? found : null

  useEffect(() => {
    void keptOf('roster').then((roster) => setFound((now) => now ?? (roster as Kept | undefined) ?? null))
  }, [])
  // store again when the connection is lost: the data was current until then
  useEffect(() => {
    if (!isFresh || answer === null || accountId === null) return
    const roster: Kept = { accountId, at: studioTime(), days: answer }
    keepFor(accountId)
    void keep('roster', roster)
      // a full disk stores nothing
      .catch(() => {})
      .then(() => setFound(roster))
  }, [isFresh, isOpen, answer, accountId])
  useEffect(() => {
    if (isOpen && accountId !== null) void keepPage(accountId, build).catch(() => {})
  }, [isOpen, accountId, build])

  const last = newest(kept, answer && { at: pageAsOf, days: answer })
  const shown = met && answer !== null ? { at: kept?.at ?? pageAsOf, days: answer } : last
  const isOffline = connection === 'offline'
  // stored data may be from yesterday: choose a class only once the server responded or is known to be unreachable
  return { live, days: shown?.days ?? null, asOf: isOffline && shown ? shown.at : null, isSettled: met || isOffline }
}

/** Until the server responds, the page's data may be older or newer than the stored data. */
function newest(kept: Seen | null, drawn: Seen | null): Seen | null {
  return kept && (!drawn || kept.at > drawn.at) ? kept : drawn
}
