import { and, eq } from 'drizzle-orm'
import { done, refuse } from '#kernel/result.ts'
import type { Tx } from '#server/db/database.ts'
import { run } from '#server/procedures.ts'
import { people } from '#studio/accounts/tables.ts'
import { isIncluded } from '#studio/classes/rules.ts'
import { payments } from '#studio/payments/tables.ts'
import { giveBack } from '#studio/registrations/server/giveBack.ts'
import { findRegistration } from '#studio/registrations/server/take.ts'
import { lockEntry, type ScheduleRow } from '#studio/schedule/server/lock.ts'
import { mayRemove, type AttendanceValue } from '../rules.ts'
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
  if (!open || !(await comes(c.tx, place, entry))) return refuse('registrationNotFound')
  if (value === null) {
    await c.tx.delete(attendance).where(markOf(place))
  } else {
    const mark = { value, markedBy: c.me.accountId, markedAt: c.now }
    await c.tx
      .insert(attendance)
      .values({ ...place, ...mark })
      .onConflictDoUpdate({ target: [attendance.scheduleId, attendance.userId], set: mark })
  }
  const message = `Attendance of ${entry.className}: ${value ?? 'mark taken back'}.`
  const metadata = { scheduleId: place.scheduleId, user: place.userId }
  c.log({ channel: 'registrations', level: 'info', message, metadata })
  return done({})
})

/** Registered, included by category, or marked while included: the mark stays when the category changes later. */
async function comes(tx: Tx, place: Place, { categories }: ScheduleRow): Promise<boolean> {
  const [person] = await tx.select().from(people).where(eq(people.id, place.userId))
  if (!person) return false
  if (person.active && isIncluded(person.membershipCategory, categories)) return true
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
    if (!mayRemove(c.caller.kind, payment?.status ?? null)) return refuse('paidRegistration')
  }
  await giveBack(c, entry, registration, 'registration removed by staff')
  return done({})
})
