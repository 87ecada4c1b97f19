import { and, eq, inArray } from 'drizzle-orm'
import { done, refuse } from '#kernel/result.ts'
import type { Instant } from '#kernel/time.ts'
import { run, type CommandContext } from '#server/procedures.ts'
import { people } from '#studio/accounts/tables.ts'
import { includedCategories, isIncluded } from '#studio/classes/rules.ts'
import { payments } from '#studio/payments/tables.ts'
import { giveBack } from '#studio/registrations/server/giveBack.ts'
import { findRegistration } from '#studio/registrations/server/take.ts'
import { registrations } from '#studio/registrations/tables.ts'
import { lockEntry, type ScheduleRow } from '#studio/schedule/server/lock.ts'
import { mayRemove, mayTakeAll, type AttendanceValue } from '../rules.ts'
import { attendance } from '../tables.ts'

interface Place {
  readonly scheduleId: string
  readonly userId: string
}

const markOf = ({ scheduleId, userId }: Place) =>
  and(eq(attendance.scheduleId, scheduleId), eq(attendance.userId, userId))

export const take = run(async (c, { value, ...place }: Place & { value: AttendanceValue | null }) => {
  const entry = await lockEntry(c.tx, place.scheduleId)
  if (!entry) return refuse('scheduleNotFound')
  // nobody comes to a cancelled class: what was marked before can only be taken back
  const open = entry.cancelledAt === null || value === null
  if (!open || !(await comes(c, place, entry))) return refuse('registrationNotFound')
  if (value === null) {
    await c.tx.delete(attendance).where(markOf(place))
  } else {
    const mark = { value, markedBy: c.me.accountId, markedAt: c.now }
    await c.tx
      .insert(attendance)
      .values({ ...place, ...mark })
      .onConflictDoUpdate({ target: [attendance.scheduleId, attendance.userId], set: mark })
  }
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
  for (const { userId } of marked) logMark(c, entry, userId, 'attended')
  return done({ userIds: marked.map(({ userId }) => userId), markedAt: c.now })
})

export const takeAllBack = run(async (c, { scheduleId, userIds, markedAt }: Press & { markedAt: Instant }) => {
  const entry = await lockEntry(c.tx, scheduleId)
  if (!entry) return refuse('scheduleNotFound')
  // a mark that was made again since bears another moment
  const asPressed = and(
    eq(attendance.scheduleId, scheduleId),
    inArray(attendance.userId, [...userIds]),
    eq(attendance.value, 'attended'),
    eq(attendance.markedBy, c.me.accountId),
    eq(attendance.markedAt, markedAt),
  )
  const taken = await c.tx.delete(attendance).where(asPressed).returning({ userId: attendance.userId })
  for (const { userId } of taken) logMark(c, entry, userId, null)
  return done({ takenBack: taken.length })
})

function logMark(c: CommandContext, entry: ScheduleRow, user: string, value: AttendanceValue | null): void {
  const message = `Attendance of ${entry.className}: ${value ?? 'mark taken back'}.`
  c.log({ channel: 'registrations', level: 'info', message, metadata: { scheduleId: entry.id, user } })
}

/** Which of them are registered or included; a mark alone brings nobody here, who is marked already. */
async function comingOf({ tx, settings }: CommandContext, entry: ScheduleRow, ids: string[]): Promise<string[]> {
  const included = includedCategories(settings.classCategories, entry.categories)
  const [registered, members] = await Promise.all([
    tx
      .select({ id: registrations.userId })
      .from(registrations)
      .where(and(eq(registrations.scheduleId, entry.id), inArray(registrations.userId, ids))),
    included.length === 0
      ? []
      : tx
          .select({ id: people.id })
          .from(people)
          .where(and(eq(people.active, true), inArray(people.membershipCategory, included), inArray(people.id, ids))),
  ])
  return [...new Set([...registered, ...members].map(({ id }) => id))]
}

/** Registered, included by category, or marked while included: the mark stays when the category changes later. */
async function comes({ tx, settings }: CommandContext, place: Place, { categories }: ScheduleRow): Promise<boolean> {
  const [person] = await tx.select().from(people).where(eq(people.id, place.userId))
  if (!person) return false
  if (person.active && isIncluded(settings.classCategories, person.membershipCategory, categories)) return true
  if (await findRegistration(tx, place.scheduleId, place.userId)) return true
  return (await tx.select().from(attendance).where(markOf(place))).length > 0
}

export const removeRegistration = run(async (c, place: Place) => {
  const entry = await lockEntry(c.tx, place.scheduleId)
  if (!entry) return refuse('scheduleNotFound')
  const registration = await findRegistration(c.tx, place.scheduleId, place.userId)
  if (!registration) return refuse('registrationNotFound')
  const { dropInPaymentId } = registration
  if (dropInPaymentId !== null) {
    // locked, so that nobody confirms it meanwhile
    const [payment] = await c.tx.select().from(payments).where(eq(payments.id, dropInPaymentId)).for('update')
    if (!mayRemove(c.actor.kind, payment?.status ?? null)) return refuse('paidRegistration')
  }
  await giveBack(c, entry, registration, 'registration removed by staff')
  return done({})
})
