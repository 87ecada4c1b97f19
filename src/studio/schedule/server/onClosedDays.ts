import { and, asc, gt, gte, isNull, lt } from 'drizzle-orm'
import { addDays, dateIn } from '#kernel/time.ts'
import { startOfDay } from '#kernel/zone.ts'
import type { Tx } from '#server/db/database.ts'
import type { CommandContext } from '#server/procedures.ts'
import { closedOn, type ClosedDays } from '#studio/closures/rules.ts'
import { schedule } from '../tables.ts'

/** Entries on these closed days that have not begun, soonest first. */
export async function entriesOnClosedDays(
  db: Tx,
  closed: readonly (ClosedDays & { readonly id: string })[],
  { now, settings: { timeZone } }: Pick<CommandContext, 'now' | 'settings'>,
) {
  const first = closed.map(({ firstDay }) => firstDay).toSorted()[0]
  const last = closed
    .map(({ lastDay }) => lastDay)
    .toSorted()
    .at(-1)
  if (first === undefined || last === undefined) return []
  const entries = await db
    .select()
    .from(schedule)
    .where(
      and(
        isNull(schedule.cancelledAt),
        gt(schedule.startsAt, now),
        gte(schedule.startsAt, startOfDay(timeZone, first)),
        lt(schedule.startsAt, startOfDay(timeZone, addDays(last, 1))),
      ),
    )
    .orderBy(asc(schedule.startsAt), asc(schedule.id))
  return entries.flatMap(({ id, className, startsAt, endsAt, registeredCount }) => {
    const days = closedOn(closed, dateIn(timeZone, startsAt))
    return days ? [{ closedDaysId: days.id, id, className, startsAt, endsAt, registeredCount }] : []
  })
}
