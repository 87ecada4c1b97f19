// Reacts to changes of classes that have requests for a stand-in.
import { and, eq, gt, gte, inArray, or } from 'drizzle-orm'
import { UNDO_WITHIN } from '#kernel/undo.ts'
import { on, type EventHandler } from '#server/events.ts'
import type { CommandContext } from '#server/procedures.ts'
import { entryCancelled, entryChanged, entryDeleted } from '#studio/schedule/events.ts'
import { hasNewTime } from '#studio/schedule/rules.ts'
import type { ScheduleRow } from '#studio/schedule/server/lock.ts'
import { schedule } from '#studio/schedule/tables.ts'
import { featureEnds } from '#studio/settings/events.ts'
import { activeStates } from '../rules/states.ts'
import { standIns } from '../tables.ts'
import { tellCancelled, tellMoved, tellReplaced, untell } from './letters.ts'
import { activeOf, beginsAt, move, reopen } from './rows.ts'

async function cancel(c: CommandContext, entry: ScheduleRow): Promise<void> {
  for (const row of await activeOf(c, entry.id)) {
    await move(c, row, 'cancelled')
    await tellCancelled(c, { row, entry })
  }
}

/** If a change is undone: a teacher who was replaced is back, or the class is again when an offer was for it. */
async function lookAgain(c: CommandContext, before: ScheduleRow, after: ScheduleRow): Promise<void> {
  const back = after.teacherIds.filter((id) => !before.teacherIds.includes(id))
  if (back.length === 0 && !hasNewTime(before, after)) return
  const { scheduleId, teacherId, state, endedAt, fell } = standIns
  const found = await c.tx
    .select()
    .from(standIns)
    .where(
      and(
        eq(scheduleId, after.id),
        or(
          and(inArray(teacherId, back), eq(state, 'replaced'), gte(endedAt, c.now - UNDO_WITHIN)),
          and(eq(state, 'open'), eq(fell, 'moved')),
        ),
      ),
    )
  for (const row of found) {
    const offeredBy = row.state === 'replaced' ? row.offeredBy : row.fellOf
    if (offeredBy !== null && (await untell(c, row, after))) {
      await move(c, row, 'offered', { offeredBy, fell: null, fellOf: null })
    } else if (row.state === 'replaced') await move(c, row, 'open', { offeredBy: null })
    else continue
    await c.queueOrReplace(beginsAt, after.startsAt, { standInId: row.id })
  }
}

async function review(c: CommandContext, before: ScheduleRow, after: ScheduleRow): Promise<void> {
  const moved = hasNewTime(before, after)
  for (const row of await activeOf(c, after.id)) {
    if (!after.teacherIds.includes(row.teacherId)) {
      await move(c, row, 'replaced')
      await tellReplaced(c, { row, entry: after }, before)
      continue
    }
    if (!moved) continue
    await c.queueOrReplace(beginsAt, after.startsAt, { standInId: row.id })
    // the offer was for the old time
    if (row.state === 'offered') {
      await reopen(c, row, 'moved')
      await tellMoved(c, { row, entry: after }, before)
    }
  }
}

export const happened: readonly EventHandler[] = [
  on(entryChanged, async (c, { before, after }) => {
    await review(c, before, after)
    await lookAgain(c, before, after)
  }),
  on(entryCancelled, (c, { entry }) => cancel(c, entry)),
  on(entryDeleted, (c, { entry }) => cancel(c, entry)),
  on(featureEnds, async (c, { feature, keep }) => {
    if (feature !== 'door') return
    const [found] = await c.tx
      .select({ id: standIns.id })
      .from(standIns)
      .innerJoin(schedule, eq(schedule.id, standIns.scheduleId))
      .where(and(inArray(standIns.state, [...activeStates]), gt(schedule.startsAt, c.now)))
      .limit(1)
    if (found) keep('standInsPending')
  }),
]
