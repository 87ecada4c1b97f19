// Undoes imported rows of each kind, with the rows that belong to them.
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Instant } from '#kernel/time.ts'
import type { Tx } from '#server/db/database.ts'
import type { CommandContext } from '#server/procedures.ts'
import { accounts, credentials, people, sessions } from '#studio/accounts/tables.ts'
import { attendance, taps } from '#studio/attendance/tables.ts'
import { bankLines } from '#studio/bank/tables.ts'
import { classes } from '#studio/classes/tables.ts'
import { courseRegistrations, courses } from '#studio/courses/tables.ts'
import { logs } from '#studio/logs/tables.ts'
import { memberships, passEntries, purchases } from '#studio/memberships/tables.ts'
import { told, waitingNotices } from '#studio/notices/tables.ts'
import { papers } from '#studio/papers/tables.ts'
import { credits, payerReferences, payers, paymentHistory, payments, receipts } from '#studio/payments/tables.ts'
import { absences, registrations } from '#studio/registrations/tables.ts'
import { schedule } from '#studio/schedule/tables.ts'
import type { Kind } from '../../rules.ts'
import { countsOf } from '../save.ts'
import { atOf, idsOf, namedOf, naming, paymentsOf, usedPayments, without, type Mark } from './used.ts'

/** Deletes imported rows with what belongs to them; returns the ids of those that stay. */
type Undo = (c: CommandContext, marks: ReadonlyMap<string, Mark>) => Promise<ReadonlySet<string>>

export const undo: Readonly<Record<Kind, Undo>> = {
  async logs({ tx }, marks) {
    const lines = [...marks.values()].flatMap(({ madeId }) => madeId ?? [])
    await tx.delete(logs).where(inArray(logs.id, lines))
    return new Set()
  },
  async payments({ tx }, marks) {
    const stays = await usedPayments(tx, marks, [])
    await deletePayments(
      tx,
      without(marks, stays).map((paymentId) => ({ paymentId })),
    )
    return stays
  },
  async registrations({ tx }, marks) {
    const at = (table: PlaceTable) =>
      and(eq(table.scheduleId, registrations.scheduleId), eq(table.userId, registrations.userId))
    const found = await tx
      .select({
        id: registrations.id,
        scheduleId: registrations.scheduleId,
        passId: registrations.userMembershipId,
        paymentId: registrations.dropInPaymentId,
        updatedAt: registrations.updatedAt,
        markedAt: attendance.markedAt,
        tappedAt: taps.tappedAt,
        absentOn: absences.scheduleId,
      })
      .from(registrations)
      .leftJoin(attendance, at(attendance))
      .leftJoin(taps, at(taps))
      .leftJoin(absences, at(absences))
      .where(inArray(registrations.id, [...marks.keys()]))
      .for('update', { of: registrations })
    const stays = new Set<string>()
    const usedPaid = await usedPayments(tx, paymentsOf(marks, found), [registrations.dropInPaymentId])
    for (const { id, paymentId, updatedAt, markedAt, tappedAt, absentOn } of found) {
      const isTouched = Math.max(updatedAt, markedAt ?? 0) > atOf(marks, id) || tappedAt !== null || absentOn !== null
      if (isTouched || usedPaid.has(paymentId ?? '')) stays.add(id)
    }
    const going = found.filter(({ id }) => !stays.has(id))
    const theirs = inArray(registrations.id, idsOf(going))
    await tx.execute(sql`delete from ${attendance} using ${registrations} where ${at(attendance)} and ${theirs}`)
    await tx.delete(registrations).where(theirs)
    await tx.execute(sql`update ${schedule} set registered_count = registered_count - n
      from ${countsOf(going.map(({ scheduleId }) => scheduleId))} where ${schedule.id} = counted.id`)
    // as before its places were imported: those uses count as a correction again
    await tx.execute(sql`update ${purchases} set classes_corrected = classes_corrected + n
      from ${countsOf(going.flatMap(({ passId }) => passId ?? []))} where ${purchases.id} = counted.id`)
    await deletePayments(tx, going)
    return stays
  },
  async courseRegistrations({ tx }, marks) {
    const found = await tx
      .select()
      .from(courseRegistrations)
      .where(inArray(courseRegistrations.id, [...marks.keys()]))
      .for('update')
    const stays = new Set<string>()
    const usedPaid = await usedPayments(tx, paymentsOf(marks, found), [courseRegistrations.paymentId])
    for (const { id, paymentId } of found) if (usedPaid.has(paymentId)) stays.add(id)
    const going = found.filter(({ id }) => !stays.has(id))
    await tx.delete(courseRegistrations).where(inArray(courseRegistrations.id, idsOf(going)))
    await tx.execute(sql`update ${courses} set registered_count = registered_count - n
      from ${countsOf(going.map(({ courseId }) => courseId))} where ${courses.id} = counted.id`)
    await deletePayments(tx, going)
    return stays
  },
  async passes({ tx }, marks) {
    const found = await tx
      .select()
      .from(purchases)
      .where(inArray(purchases.id, [...marks.keys()]))
      .for('update')
    const stays = new Set<string>()
    const named = await namedOf(tx, purchases, idsOf(found), [passEntries.purchaseId])
    const booked = await tx
      .select({ id: passEntries.purchaseId })
      .from(passEntries)
      .where(inArray(passEntries.purchaseId, idsOf(found)))
      .groupBy(passEntries.purchaseId)
      .having(sql`count(*) > 1`)
    const used = new Set([...named, ...idsOf(booked)])
    const usedPaid = await usedPayments(tx, paymentsOf(marks, found), [purchases.paymentId])
    for (const { id, updatedAt, paymentId } of found)
      if (updatedAt > atOf(marks, id) || used.has(id) || usedPaid.has(paymentId ?? '')) stays.add(id)
    const going = found.filter(({ id }) => !stays.has(id))
    await tx.delete(purchases).where(inArray(purchases.id, idsOf(going)))
    await deletePayments(tx, going)
    return stays
  },
  schedule: (c, marks) => undoUnchanged(c, schedule, marks, payments.itemId),
  courses: (c, marks) => undoUnchanged(c, courses, marks, payments.itemId),
  memberships: (c, marks) => undoUnchanged(c, memberships, marks, purchases.membershipId),
  classes: (c, marks) => undoUnchanged(c, classes, marks, schedule.classId),
  async sessions({ tx }, marks) {
    await tx.delete(sessions).where(inArray(sessions.id, [...marks.keys()]))
    return new Set()
  },
  people: undoPeople,
}

/** Deletes a person with the account, if nothing but letters of the studio has reached them. */
async function undoPeople({ tx }: CommandContext, marks: ReadonlyMap<string, Mark>): Promise<Set<string>> {
  const ids = [...marks.keys()]
  const found = await tx.select().from(people).where(inArray(people.id, ids)).for('update')
  const theirs = await tx.select().from(accounts).where(inArray(accounts.personId, ids)).for('update')
  const personOf = new Map(theirs.map(({ id, personId }) => [id, personId ?? '']))
  const stays = new Set<string>()
  const keeps = (all: Iterable<string>) => {
    for (const id of all) stays.add(personOf.get(id) ?? id)
  }
  keeps(found.filter(({ deletedAt }) => deletedAt !== null).map(({ id }) => id))
  keeps(theirs.filter((one) => (one.lastLogin ?? 0) > atOf(marks, one.personId ?? '')).map(({ id }) => id))
  const passwords = await tx
    .select()
    .from(credentials)
    .where(inArray(credentials.accountId, idsOf(theirs)))
  keeps(
    passwords
      .filter(({ accountId, changedAt }) => changedAt > atOf(marks, personOf.get(accountId) ?? ''))
      .map(({ accountId }) => accountId),
  )
  keeps(await namedOf(tx, people, ids, [accounts.personId, payers.personId]))
  keeps(await namedOf(tx, accounts, idsOf(theirs), letters))
  const paying = await tx
    .select({
      id: payers.id,
      createdAt: payers.createdAt,
      person: sql<string>`coalesce(${payers.accountId}, ${payers.personId})`,
    })
    .from(payers)
    .where(sql`${inArray(payers.accountId, idsOf(theirs))} or ${inArray(payers.personId, ids)}`)
  const payerPerson = new Map(paying.map(({ id, person }) => [id, personOf.get(person) ?? person]))
  const used = await Promise.all(
    [payments.payerId, credits.payerId, bankLines.payerId, papers.payerId].map((column) =>
      naming(tx, column, [...payerPerson.keys()]),
    ),
  )
  for (const id of used.flatMap((some) => [...some])) stays.add(payerPerson.get(id) ?? '')

  const going = without(marks, stays)
  const goingAccounts = theirs.filter(({ personId }) => going.includes(personId ?? '')).map(({ id }) => id)
  const goingPayers = [...payerPerson].filter(([, person]) => going.includes(person)).map(([id]) => id)
  await tx.delete(payerReferences).where(inArray(payerReferences.payerId, goingPayers))
  await tx.delete(payers).where(inArray(payers.id, goingPayers))
  for (const table of [told, waitingNotices]) await tx.delete(table).where(inArray(table.personId, going))
  await tx.delete(accounts).where(inArray(accounts.id, goingAccounts))
  await tx.delete(people).where(inArray(people.id, going))
  return stays
}

/** Tables that get rows for an account without its owner doing anything. */
const letters = [credentials.accountId, payers.accountId, told.accountId, waitingNotices.accountId]

interface PlaceTable {
  readonly scheduleId: PgColumn
  readonly userId: PgColumn
}

/** A table whose rows came alone. */
type Dated = PgTable & { readonly id: PgColumn; readonly updatedAt: PgColumn }

/** Deletes rows that nobody has changed and nothing refers to, neither by a foreign key nor in `also`. */
async function undoUnchanged(
  { tx }: CommandContext,
  table: Dated,
  marks: ReadonlyMap<string, Mark>,
  also: PgColumn,
): Promise<Set<string>> {
  const ids = [...marks.keys()]
  const found = (await tx
    .select({ id: table.id, updatedAt: table.updatedAt })
    .from(table)
    .where(inArray(table.id, ids))
    .for('update')) as { id: string; updatedAt: Instant }[]
  const stays = new Set<string>()
  for (const { id, updatedAt } of found) if (updatedAt > atOf(marks, id)) stays.add(id)
  for (const id of await namedOf(tx, table, ids, [])) stays.add(id)
  for (const id of await naming(tx, also, ids)) stays.add(id)
  await tx.delete(table).where(inArray(table.id, without(marks, stays)))
  return stays
}

async function deletePayments(tx: Tx, rows: readonly { readonly paymentId: string | null }[]): Promise<void> {
  const ids = rows.flatMap(({ paymentId }) => paymentId ?? [])
  for (const table of [receipts, paymentHistory]) await tx.delete(table).where(inArray(table.paymentId, ids))
  await tx.delete(payments).where(inArray(payments.id, ids))
}
