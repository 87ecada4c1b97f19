import { useEffect, useState } from 'react'
import type { AnswerOf } from '#kernel/procedures.ts'
import { useConnectionState, useLive } from '#web/live/useLive.ts'
import { useMe } from '#web/me.ts'
import { door } from '../calls.ts'
import { studioTime } from '#web/clock.ts'
import { keep, keepPage, keptOf } from './outbox.ts'

type Days = AnswerOf<typeof door.days>
interface Kept {
  readonly accountId: string
  readonly at: number
  readonly days: Days
}

/**
 * The classes of today and tomorrow: live while there is a network, and as they were last seen while there is none, also
 * in a page that was opened without one.
 */
export function useRoster() {
  const live = useLive(door.days, {})
  const { accountId } = useMe()
  const connection = useConnectionState()
  const [met, setMet] = useState(false)
  const [kept, setKept] = useState<Kept | null>(null)
  if (connection === 'open' && !met) setMet(true)
  const answer = live.state === 'ready' ? live.answer : null

  useEffect(() => {
    void keptOf('roster').then((found) => {
      const roster = found as Kept | undefined
      if (roster && roster.accountId === accountId) setKept(roster)
    })
  }, [accountId])
  useEffect(() => {
    if (!met || answer === null || accountId === null) return
    void keep('roster', { accountId, at: studioTime(), days: answer } satisfies Kept)
  }, [met, answer, accountId])
  useEffect(() => {
    if (connection === 'open') void keepPage().catch(() => {})
  }, [connection])

  const days = met ? (answer ?? kept?.days ?? null) : (kept?.days ?? answer)
  return { live, days, asOf: connection === 'open' || !kept ? null : kept.at }
}
