// What teachers do and earn.
import { asc, desc, eq, or } from 'drizzle-orm'
import type { Tx } from '#server/db/database.ts'
import { payEntries, payLines, payRates } from '#studio/pay/tables.ts'
import { standIns } from '#studio/standIns/tables.ts'
import { schedule } from '#studio/schedule/tables.ts'
import { inIso, type Held } from './shape.ts'

export async function standInsOf(tx: Tx, accountId: string): Promise<Held['standIns']> {
  const { teacherId, askedAt, state } = standIns
  const found = await tx
    .select({ name: schedule.className, startsAt: schedule.startsAt, teacherId, askedAt, state })
    .from(standIns)
    .innerJoin(schedule, eq(schedule.id, standIns.scheduleId))
    .where(or(eq(teacherId, accountId), eq(standIns.offeredBy, accountId)))
    .orderBy(desc(askedAt), asc(standIns.id))
  const rows = found.map(({ teacherId, ...row }) => {
    const as: 'teacher' | 'standIn' = teacherId === accountId ? 'teacher' : 'standIn'
    return { ...row, as }
  })
  return inIso(rows, 'startsAt', 'askedAt')
}

export async function payOf(tx: Tx, accountId: string): Promise<Held['pay']> {
  const rates = await tx
    .select({
      from: payRates.from,
      baseInCents: payRates.base,
      perHeadInCents: payRates.perHead,
      mostInCents: payRates.most,
    })
    .from(payRates)
    .where(eq(payRates.accountId, accountId))
    .orderBy(desc(payRates.from))
  const taught = await tx
    .select({ name: payEntries.title, startsAt: payEntries.startsAt })
    .from(payEntries)
    .where(eq(payEntries.accountId, accountId))
    .orderBy(desc(payEntries.startsAt), asc(payEntries.id))
  const { month, heads, cents: amountInCents } = payLines
  const lines = await tx
    .select({ month, name: payEntries.title, startsAt: payEntries.startsAt, heads, amountInCents })
    .from(payLines)
    .innerJoin(payEntries, eq(payEntries.id, payLines.entryId))
    .where(eq(payEntries.accountId, accountId))
    .orderBy(desc(month), asc(payEntries.startsAt), asc(payLines.id))
  return { rates, taught: inIso(taught, 'startsAt'), lines: inIso(lines, 'startsAt') }
}
