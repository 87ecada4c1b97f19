import { and, asc, eq, gt, inArray, isNull, or } from 'drizzle-orm'
import { UNDO_WITHIN } from '#kernel/undo.ts'
import { contentOf } from '#server/changes/topics.ts'
import { on } from '#server/events.ts'
import type { Tx } from '#server/db/database.ts'
import { personal, type CommandContext } from '#server/procedures.ts'
import { accounts, guardians, people } from '#studio/accounts/tables.ts'
import { readersOf } from '#studio/notices/server/readers.ts'
import { tell } from '#studio/notices/server/tell.ts'
import { purchases } from '#studio/memberships/tables.ts'
import { paidAmount } from '#studio/payments/rules.ts'
import { standingColumns, standingOf } from '#studio/payments/server/rows.ts'
import { payments } from '#studio/payments/tables.ts'
import { whereAndWho } from '#studio/rooms/server/whereAndWho.ts'
import { entryDeleted } from '#studio/schedule/events.ts'
import { factsOf } from '#studio/schedule/rules/changes.ts'
import { actorOf, untoldOf } from '#studio/schedule/server/changes.ts'
import { eventOf } from '#studio/schedule/server/calendar.ts'
import type { ScheduleRow } from '#studio/schedule/server/lock.ts'
import { inScope, type Scope } from '#studio/schedule/rules/series.ts'
import { schedule } from '#studio/schedule/tables.ts'
import { absences, registrations } from '../tables.ts'
import { forgive, unforgivenIn } from './late.ts'
import { includedIn, includedInAny, placesOf } from './registrants.ts'
import { changedText } from './letters.ts'
import { cancelled, takeBackOf } from './takeBack.ts'
import { teachersOf, tellTeachers } from './tellTeachers.ts'

/**
 * Readers of a cancellation or deletion: these people, and everyone included by category. None for an entry that is
 * over or already cancelled.
 */
async function readersOfEntry(
  db: Tx,
  entry: ScheduleRow,
  personIds: readonly string[],
  { now, settings }: Pick<CommandContext, 'now' | 'settings'>,
) {
  if (entry.endsAt <= now || entry.cancelledAt !== null) return []
  return await readersOf(db, [...personIds, ...(await includedIn(db, settings.classCategories, entry))])
}

/** Tells included people that an entry without registrations is deleted. */
export const tellOfDeletion = on(entryDeleted, async (c, { entry, isUndo = false }) => {
  await forgive(c, await unforgivenIn(c.tx, entry.id))
  if (isUndo) return
  const readers = await readersOfEntry(c.tx, entry, [], c)
  // if a new time is not told yet, readers know the old one
  const untold = await untoldOf(c.tx, entry.id)
  const known = untold[0]?.before ?? entry
  const at = Math.min(...[known.startsAt, entry.startsAt, entry.endsAt].filter((time) => time > c.now))
  const before = { startsAt: known.startsAt, endsAt: known.endsAt, where: await whereAndWho(c, known) }
  // now as the revision: newer than any event in a calendar
  const event = eventOf({ ...entry, updatedAt: c.now })
  const told = { event, series: entry.seriesId ?? entry.id, before, now: null, place: null }
  // an entry added within the time for undoing is not known to teachers yet
  if (entry.cancelledAt === null && entry.createdAt <= c.now - UNDO_WITHIN) {
    const facts = factsOf(entry)
    const deleting = { kind: 'cancelled', at: c.now, before: facts, after: facts, knownTo: actorOf(c) } as const
    await tellTeachers(c, [{ entry: { ...entry, cancelledAt: c.now }, history: [...untold, deleting] }])
  }
  // waiting letters about a cancellation still go out
  const knownTo = entry.cancelledAt === null ? await takeBackOf(c, [entry.id]) : () => undefined
  await tell(c, cancelled, { subject: entry.id, version: c.now, at }, readers, (reader) =>
    changedText(c.settings, [{ ...told, before: { ...before, ...knownTo(reader, entry) } }], reader),
  )
})

/**
 * Counts each account once; a teacher who also comes counts as a participant, and the asking account does not count as
 * a teacher.
 */
function countOf(readers: readonly { accountId: string }[], teachers: readonly string[], asking: string | null) {
  const told = new Set(readers.map(({ accountId }) => accountId))
  const besides = new Set(teachers.filter((id) => id !== asking && !told.has(id)))
  return { people: told.size + besides.size, teachers: besides.size }
}

/** Number of accounts told about a change of a series, each once, shown before cancelling or moving. */
export const toldOfSeries = personal(
  { on: [contentOf(schedule), registrations, absences, people, guardians, contentOf(accounts)] },
  async (q, { scheduleId, scope, leaveOut }: { scheduleId: string; scope: Scope; leaveOut: readonly string[] }) => {
    const [entry] = await q.db.select().from(schedule).where(eq(schedule.id, scheduleId))
    if (!entry) return { people: 0, teachers: 0 }
    const together = and(eq(schedule.seriesId, entry.seriesId ?? ''), isNull(schedule.cancelledAt))
    const all = await q.db
      .select()
      .from(schedule)
      .where(or(eq(schedule.id, scheduleId), and(together, gt(schedule.startsAt, q.now))))
      .orderBy(asc(schedule.startsAt), asc(schedule.id))
    const meant = inScope(entry, all, scope).filter(({ id }) => !leaveOut.includes(id))
    const ids = meant.map(({ id }) => id)
    const registered = await q.db
      .selectDistinct({ userId: registrations.userId })
      .from(registrations)
      .where(inArray(registrations.scheduleId, ids))
    const included = await includedInAny(q.db, q.settings.classCategories, meant)
    const readers = await readersOf(q.db, [...registered.map(({ userId }) => userId), ...included])
    q.changesAt(all[0]?.startsAt)
    return countOf(readers, await teachersOf(q.db, q, meant), q.accountId)
  },
)

/** Number of accounts told, and the money that came for places; shown before cancelling. */
export const toldOfCancellation = personal(
  { on: [contentOf(schedule), registrations, absences, purchases, payments, people, guardians, contentOf(accounts)] },
  async (q, { scheduleId }: { scheduleId: string }) => {
    const [entry] = await q.db.select().from(schedule).where(eq(schedule.id, scheduleId))
    q.changesAt(entry?.endsAt)
    if (!entry) return { people: 0, teachers: 0, paid: { places: 0, cents: 0 } }
    const coming = (await placesOf(q.db, scheduleId)).map(({ person }) => person.id)
    const readers = await readersOfEntry(q.db, entry, coming, q)
    const isToCome = entry.endsAt > q.now && entry.cancelledAt === null
    const told = countOf(readers, isToCome ? await teachersOf(q.db, q, [entry]) : [], q.accountId)
    return { ...told, paid: await paidFor(q.db, scheduleId) }
  },
)

/** For how many places money came, and how much, also cash that is not handed over. */
async function paidFor(db: Tx, scheduleId: string) {
  const found = await db
    .select(standingColumns)
    .from(registrations)
    .innerJoin(payments, eq(payments.id, registrations.dropInPaymentId))
    .where(eq(registrations.scheduleId, scheduleId))
  const sums = found.map((row) => paidAmount(standingOf(row)) ?? 0).filter((cents) => cents > 0)
  return { places: sums.length, cents: sums.reduce((sum, cents) => sum + cents, 0) }
}
