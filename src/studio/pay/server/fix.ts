// Records teacher and rate of a class when it ends; later changes don't affect them.
import { and, eq, getTableColumns, gt, inArray, lte, sql } from 'drizzle-orm'
import { newId } from '#kernel/ids.ts'
import { firstDayOf, monthOf } from '#kernel/months.ts'
import { DAY, dateIn, MINUTE, type Instant } from '#kernel/time.ts'
import { UNDO_WITHIN } from '#kernel/undo.ts'
import { startOfDay } from '#kernel/zone.ts'
import { on } from '#server/events.ts'
import { recurring } from '#server/jobs/jobs.ts'
import type { CommandContext } from '#server/procedures.ts'
import { pastTimesChange } from '#studio/rooms/events.ts'
import { taken } from '#studio/rooms/tables.ts'
import { entryChanged } from '#studio/schedule/events.ts'
import { schedule } from '#studio/schedule/tables.ts'
import { switchedOn } from '#studio/settings/rules.ts'
import { rateOn } from '../rules.ts'
import { payClock, payEntries, payRates } from '../tables.ts'

/** Classes that ended longer ago are not recorded any more, for example after the pay sheet was switched off. */
const LATEST = 31 * DAY

type Time = Pick<typeof taken.$inferSelect, 'ownerId' | 'title' | 'teacherIds' | 'startsAt' | 'endsAt'>

const isOn = (c: CommandContext): boolean => switchedOn(c.settings.sections).includes('paySheet')

/** Locks the clock for all work here; returns until when classes are recorded. Starts with the current month. */
async function lockClock(c: CommandContext): Promise<Instant> {
  const zone = c.settings.timeZone
  const first = startOfDay(zone, firstDayOf(monthOf(dateIn(zone, c.now))))
  await c.tx.insert(payClock).values({ id: 1, fixedUntil: first }).onConflictDoNothing()
  const [clock] = await c.tx.select().from(payClock).for('update')
  return Math.max(clock?.fixedUntil ?? first, c.now - LATEST)
}

/** Records all ended classes and course days, each once, however often and by how many processes it is called. */
export async function fixEnded(c: CommandContext): Promise<void> {
  if (!isOn(c)) return
  const from = await lockClock(c)
  const ended = await c.tx
    .select()
    .from(taken)
    .where(and(gt(taken.endsAt, from), lte(taken.endsAt, c.now)))
  await fix(c, [...ended, ...(await plannedLate(c, from))])
  await c.tx.update(payClock).set({ fixedUntil: c.now })
}

/** Classes added to the schedule after they took place, once that can't be undone any more. */
async function plannedLate(c: CommandContext, from: Instant): Promise<Time[]> {
  return await c.tx
    .select(getTableColumns(taken))
    .from(taken)
    .innerJoin(schedule, eq(schedule.id, taken.ownerId))
    .where(
      and(
        gt(taken.endsAt, c.now - LATEST),
        lte(taken.endsAt, from),
        gt(schedule.createdAt, taken.endsAt),
        lte(schedule.createdAt, c.now - UNDO_WITHIN),
      ),
    )
}

export const fixesEnded = recurring('pay.fix', MINUTE, async (c) => {
  await fixEnded(c)
  return false
})

async function fix(c: CommandContext, times: readonly Time[]): Promise<void> {
  const taught = times.filter(({ teacherIds }) => teacherIds.length > 0)
  if (taught.length === 0) return
  const ownerIds = [...new Set(taught.map(({ ownerId }) => ownerId))]
  const accountIds = [...new Set(taught.flatMap(({ teacherIds }) => teacherIds))]
  const [classes, fixed, rates] = await Promise.all([
    c.tx.select({ id: schedule.id }).from(schedule).where(inArray(schedule.id, ownerIds)),
    c.tx
      .select({ ownerId: payEntries.ownerId, day: payEntries.day })
      .from(payEntries)
      .where(inArray(payEntries.ownerId, ownerIds)),
    c.tx.select().from(payRates).where(inArray(payRates.accountId, accountIds)),
  ])
  const areClasses = new Set(classes.map(({ id }) => id))
  const dayOf = ({ startsAt }: Time) => dateIn(c.settings.timeZone, startsAt)
  // a class takes place once, even if its day was changed; a course has many days
  const open = taught.filter(
    (time) =>
      !fixed.some(({ ownerId, day }) => ownerId === time.ownerId && (areClasses.has(ownerId) || day === dayOf(time))),
  )
  const rows = open.flatMap((time) =>
    time.teacherIds.map((accountId) => {
      const { ownerId, title, startsAt, endsAt } = time
      const day = dayOf(time)
      const rate = rateOn(
        rates.filter((one) => one.accountId === accountId),
        day,
      )
      const kind: 'class' | 'course' = areClasses.has(ownerId) ? 'class' : 'course'
      const sums = { base: rate?.base ?? null, perHead: rate?.perHead ?? null, most: rate?.most ?? null }
      return { id: newId(), kind, ownerId, day, accountId, title, startsAt, endsAt, ...sums, fixedAt: c.now }
    }),
  )
  if (rows.length > 0) await c.tx.insert(payEntries).values(rows).onConflictDoNothing()
}

/** Records a class as it was before a change, if it was not recorded yet. */
export const fixesBeforeChange = on(pastTimesChange, async (c, { times }) => {
  if (!isOn(c)) return
  const from = await lockClock(c)
  await fix(
    c,
    times.filter(({ endsAt }) => endsAt > from),
  )
})

/** Records a past class when it gets its first teacher, or when its cancellation is undone. */
export const fixesFirstNamed = on(entryChanged, async (c, { before, after }) => {
  const was = before.cancelledAt === null && before.teacherIds.length > 0
  if (!isOn(c) || was || after.endsAt > c.now) return
  await lockClock(c)
  await fix(c, [{ ...after, ownerId: after.id, title: after.className }])
})

/** Sets the new rate on past classes of a teacher that had none, by their day. */
export async function giveRate(c: CommandContext, accountId: string): Promise<void> {
  const [rates, open] = await Promise.all([
    c.tx.select().from(payRates).where(eq(payRates.accountId, accountId)),
    c.tx
      .select({ id: payEntries.id, day: payEntries.day })
      .from(payEntries)
      .where(and(eq(payEntries.accountId, accountId), sql`${payEntries.base} is null`)),
  ])
  for (const { id, day } of open) {
    const rate = rateOn(rates, day)
    if (!rate) continue
    const { base, perHead, most } = rate
    await c.tx.update(payEntries).set({ base, perHead, most }).where(eq(payEntries.id, id))
  }
}
