import { and, eq, inArray } from 'drizzle-orm'
import { done, refuse } from '#kernel/result.ts'
import type { Instant } from '#kernel/time.ts'
import { run, type CommandContext } from '#server/procedures.ts'
import { payments } from '#studio/payments/tables.ts'
import { removePlace } from '#studio/registrations/server/remove.ts'
import { findRegistration } from '#studio/registrations/server/registrants.ts'
import { lockEntry, type ScheduleRow } from '#studio/schedule/server/lock.ts'
import { logLines } from '../messages/log.ts'
import { mayRemove, mayTakeAll, type AttendanceValue } from '../rules.ts'
import { attendance, taps } from '../tables.ts'
import { comes, comingOf } from './coming.ts'
import { writeMarks } from './taps.ts'

interface Place {
  readonly scheduleId: string
  readonly userId: string
}

export const take = run(async (c, { value, ...place }: Place & { value: AttendanceValue | null }) => {
  const entry = await lockEntry(c.tx, place.scheduleId)
  if (!entry) return refuse('scheduleNotFound')
  // in a cancelled class, marks can only be taken back
  const open = entry.cancelledAt === null || value === null
  if (!open || !(await comes(c, place, entry))) return refuse('registrationNotFound')
  await writeMarks(c, entry, [place.userId], { value, at: c.now, press: null })
  logMark(c, entry, place.userId, value)
  return done({})
})

interface Press {
  readonly scheduleId: string
  readonly userIds: readonly string[]
}

export const takeAll = run(async (c, { scheduleId, userIds }: Press) => {
  const entry = await lockEntry(c.tx, scheduleId)
  if (!entry) return refuse('scheduleNotFound')
  if (entry.cancelledAt !== null) return refuse('entryCancelled')
  if (!mayTakeAll(entry, c.now)) return refuse('tooEarlyForAll')
  const coming = await comingOf(c, entry, [...new Set(userIds)])
  const mark = { scheduleId, value: 'attended' as const, markedBy: c.me.accountId, markedAt: c.now }
  const marked =
    coming.length === 0
      ? []
      : await c.tx
          .insert(attendance)
          .values(coming.map((userId) => ({ ...mark, userId })))
          .onConflictDoNothing()
          .returning({ userId: attendance.userId })
  await noteTaps(c, scheduleId, marked)
  for (const { userId } of marked) logMark(c, entry, userId, 'attended')
  return done({ userIds: marked.map(({ userId }) => userId), markedAt: c.now })
})

export const takeAllBack = run(async (c, { scheduleId, userIds, markedAt }: Press & { markedAt: Instant }) => {
  const entry = await lockEntry(c.tx, scheduleId)
  if (!entry) return refuse('scheduleNotFound')
  // a mark made again since has another time
  const asPressed = and(
    eq(attendance.scheduleId, scheduleId),
    inArray(attendance.userId, [...userIds]),
    eq(attendance.value, 'attended'),
    eq(attendance.markedBy, c.me.accountId),
    eq(attendance.markedAt, markedAt),
  )
  const taken = await c.tx.delete(attendance).where(asPressed).returning({ userId: attendance.userId })
  await noteTaps(c, scheduleId, taken)
  for (const { userId } of taken) logMark(c, entry, userId, null)
  return done({ takenBack: taken.length })
})

/** Records the taps, so that earlier taps that arrive later do not change these marks. */
async function noteTaps(
  c: CommandContext,
  scheduleId: string,
  of: readonly { readonly userId: string }[],
): Promise<void> {
  if (of.length === 0) return
  const tapped = { tappedAt: c.now, press: null }
  await c.tx
    .insert(taps)
    .values(of.map(({ userId }) => ({ scheduleId, userId, ...tapped })))
    .onConflictDoUpdate({ target: [taps.scheduleId, taps.userId], set: tapped })
}

function logMark(c: CommandContext, entry: ScheduleRow, user: string, value: AttendanceValue | null): void {
  const message = logLines.marked(entry.className, value)
  c.log({ channel: 'registrations', level: 'info', message, metadata: { scheduleId: entry.id, user } })
}

export const removeRegistration = run(async (c, place: Place) => {
  const entry = await lockEntry(c.tx, place.scheduleId)
  if (!entry) return refuse('scheduleNotFound')
  const registration = await findRegistration(c.tx, place.scheduleId, place.userId)
  if (!registration) return refuse('registrationNotFound')
  const { dropInPaymentId } = registration
  if (dropInPaymentId !== null) {
    // locked, so that nobody confirms the payment meanwhile
    const [payment] = await c.tx.select().from(payments).where(eq(payments.id, dropInPaymentId)).for('update')
    if (!mayRemove(c.actor.kind, payment?.status ?? null)) return refuse('paidRegistration')
  }
  await removePlace(c, entry, registration)
  return done({})
})
