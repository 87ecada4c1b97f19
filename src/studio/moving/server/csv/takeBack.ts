// Undoes a table import, the last row first. Each row is undone whole or not at all: it stays if anything has come to
// depend on it since, or if a later row that stays needs what it created.
import { and, asc, desc, eq, exists, gt, isNull, lt, or, sql, type Name, type SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { euros } from '#kernel/money.ts'
import { done, refuse } from '#kernel/result.ts'
import { HOUR } from '#kernel/time.ts'
import { UNDO_WITHIN } from '#kernel/undo.ts'
import { rows as rowsIn, type Tx } from '#server/db/database.ts'
import { recurring } from '#server/jobs/jobs.ts'
import { personal, run, type CommandContext } from '#server/procedures.ts'
import { raiseCategory } from '#studio/accounts/server/people.ts'
import { lockPerson } from '#studio/accounts/server/locks.ts'
import { accounts, guardians, people } from '#studio/accounts/tables.ts'
import { removeLink } from '#studio/families/server/links.ts'
import { passEntries, purchases } from '#studio/memberships/tables.ts'
import { ofAccount, ofPayer, ofPerson, spans, type OwnerColumn } from '#studio/merging/server/ownerColumns.ts'
import { logLines as ofPayments } from '#studio/payments/messages/log.ts'
import { creditOf, lockPayers } from '#studio/payments/server/credit.ts'
import { leavePayer } from '#studio/payments/server/moves.ts'
import { payerOfPerson } from '#studio/payments/server/payers.ts'
import { lockPayments } from '#studio/payments/server/settle.ts'
import { credits, payerReferences, payers, paymentHistory, payments } from '#studio/payments/tables.ts'
import { waiting } from '#studio/waiting/tables.ts'
import { logLines } from '../../messages/log.ts'
import { importedRows, tableMade, tableMoves, type MadeKind } from '../../tables.ts'
import { inPart, NotThis } from '../part.ts'

/** Rows of one call, few enough to keep its transaction short. */
const ROWS_AT_ONCE = 25

type Made = typeof tableMade.$inferSelect

export const takeBack = run(async (c, { moveId }: { moveId: string }) => {
  // lock: meanwhile nobody may import rows that refer to what is being removed
  await c.tx.execute(sql`lock table ${importedRows} in share row exclusive mode`)
  const [move] = await c.tx.select().from(tableMoves).where(eq(tableMoves.id, moveId))
  if (!move || (move.undoneAt === null && move.at + UNDO_WITHIN <= c.now)) return refuse('undoOver')
  if (move.undoneAt === null) await c.tx.update(tableMoves).set({ undoneAt: c.now }).where(eq(tableMoves.id, moveId))
  const lastMade = sql<number>`max(${tableMade.n})`
  const last = await c.tx
    .select({ row: tableMade.row })
    .from(tableMade)
    .where(eq(tableMade.moveId, moveId))
    .groupBy(tableMade.row)
    .orderBy(desc(lastMade))
    .limit(ROWS_AT_ONCE)
  const owned = await accountsOwn(c.tx)
  const stayed: number[] = []
  for (const { row } of last) {
    const its = and(eq(tableMade.moveId, moveId), eq(tableMade.row, row))
    const made = await c.tx.select().from(tableMade).where(its).orderBy(asc(tableMade.n))
    const why = await inPart(c, async () => {
      for (const one of made.toReversed()) await undo[one.kind](c, one, owned)
    })
    if (why !== null) stayed.push(row)
    await c.tx.delete(tableMade).where(its)
  }
  const rest = await c.tx.selectDistinct({ row: tableMade.row }).from(tableMade).where(eq(tableMade.moveId, moveId))
  const undone = last.length - stayed.length
  const metadata = { undone, stayed: stayed.length }
  c.log({ channel: 'auth', level: 'warning', message: logLines.peopleTakenBack, metadata })
  return done({ undone, stayed, left: rest.length })
})

/** What the caller has imported lately; an undo that was interrupted can go on until its data is deleted. */
export const undoableTables = personal({ on: [tableMoves, tableMade] }, async ({ db, accountId, now, changesAt }) => {
  const rest = db.select({ n: tableMade.n }).from(tableMade).where(eq(tableMade.moveId, tableMoves.id))
  const untouched = and(isNull(tableMoves.undoneAt), gt(tableMoves.at, now - UNDO_WITHIN))
  const found = await db
    .select()
    .from(tableMoves)
    .where(and(eq(tableMoves.importedBy, accountId ?? ''), exists(rest), or(untouched, sql`undone_at is not null`)))
    .orderBy(desc(tableMoves.at))
  for (const { at, undoneAt } of found) if (undoneAt === null) changesAt(at + UNDO_WITHIN)
  return found.map(({ id, at, undoneAt, newRows, changedRows }) => {
    return { moveId: id, at, new: newRows, changed: changedRows, begun: undoneAt !== null }
  })
})

/** Deletes undo data that is too old to be used. */
export const forgetsTables = recurring('moving.forgetTables', HOUR, async ({ tx, now }) => {
  const over = lt(tableMoves.at, now - UNDO_WITHIN)
  await tx.delete(tableMoves).where(and(over, or(sql`undone_at is null`, lt(tableMoves.undoneAt, now - HOUR))))
  return false
})

type Undo = (c: CommandContext, made: Made, accountsOwn: readonly Owned[]) => Promise<void>

const undo: Readonly<Record<MadeKind, Undo>> = {
  async person(c, { id }) {
    await mustBeUnused(c.tx, [...ofPerson, spans], id)
    const person = await lockPerson(c.tx, id)
    if (!person) throw new NotThis('The person is gone.')
    const payerId = payerOfPerson(id)
    await mustBeUnused(c.tx, [ofPayer.payments, ofPayer.credits, ofPayer.lines, ofPayer.papers], payerId)
    // an older reference number may be on an invoice
    const older = and(eq(payerReferences.payerId, payerId), lt(payerReferences.createdAt, person.createdAt))
    await mustNotBe(c.tx, payerReferences, older)
    await c.tx.delete(payerReferences).where(eq(payerReferences.payerId, payerId))
    await c.tx.delete(payers).where(eq(payers.id, payerId))
    await raiseCategory(c, id, person, { active: false, membershipCategory: null })
    await c.tx.delete(spans.table).where(eq(spans.column, id))
    await c.tx.delete(people).where(eq(people.id, id))
    await unmark(c, 'csvPeople', id)
  },
  async account(c, { id }, owned) {
    const [account] = await c.tx.select().from(accounts).where(eq(accounts.id, id)).for('update')
    if (!account?.personId || account.role !== 'user') throw new NotThis('The account is another one by now.')
    for (const { table, column } of owned) {
      await mustNotBe(c.tx, sql.identifier(table), sql`${sql.identifier(column)} = ${id}`)
    }
    await mustBeUnused(c.tx, ofAccount, id)
    await leavePayer(c, id, account.personId)
    await c.tx.delete(accounts).where(eq(accounts.id, id))
  },
  async guardian(c, { id: accountId, more: personId }) {
    const it = and(eq(guardians.accountId, accountId), eq(guardians.personId, personId))
    const [link] = await c.tx.select().from(guardians).where(it).for('update')
    if (!link) throw new NotThis('The link has ended.')
    await removeLink(c, link)
  },
  /** A reference number of a child who paid as a person was moved to the guardian: move it back. */
  async movedReference(c, { id: reference, more: personId }) {
    const payerId = payerOfPerson(personId)
    await c.tx.insert(payers).values({ id: payerId, personId, createdAt: c.now }).onConflictDoNothing()
    await c.tx.update(payerReferences).set({ payerId }).where(eq(payerReferences.reference, reference))
  },
  async reference(c, { id: reference }) {
    const gone = await c.tx.delete(payerReferences).where(eq(payerReferences.reference, reference)).returning()
    if (gone.length === 0) throw new NotThis('The number is gone.')
  },
  async pass(c, { id, more: key }) {
    const [pass] = await c.tx.select().from(purchases).where(eq(purchases.id, id)).for('update')
    if (pass?.status !== 'active' || pass.updatedAt !== pass.createdAt) throw new NotThis('The pass was changed.')
    const book = await c.tx.select({ id: passEntries.id }).from(passEntries).where(eq(passEntries.purchaseId, id))
    if (book.length > 1) throw new NotThis('The pass was used.')
    await mustNotBe(c.tx, waiting, eq(waiting.takeWith, id))
    await c.tx.delete(purchases).where(eq(purchases.id, id))
    await unmark(c, 'csvPasses', key)
    const metadata = { purchaseId: id, user: pass.userId }
    const message = logLines.passTakenBack(pass.membershipName)
    c.log({ channel: 'membership', level: 'info', message, metadata })
  },
  async debt(c, { id, more: userId }) {
    const [payment] = await lockPayments(c, eq(payments.id, id))
    const changes = await c.tx
      .select({ id: paymentHistory.id })
      .from(paymentHistory)
      .where(eq(paymentHistory.paymentId, id))
    if (payment?.status !== 'due' || changes.length > 1) throw new NotThis('The payment was changed.')
    await c.tx.delete(paymentHistory).where(eq(paymentHistory.paymentId, id))
    await c.tx.delete(payments).where(eq(payments.id, id))
    await unmark(c, 'csvBalances', userId)
    const metadata = { paymentId: id, user: userId, price: euros(payment.price, 'en') }
    c.log({ channel: 'payments', level: 'info', message: logLines.debtTakenBack(payment.description), metadata })
  },
  async credit(c, { id, more: userId }) {
    const it = and(eq(credits.id, Number(id)), sql`undone_at is null`)
    const [found] = await c.tx.select({ payerId: credits.payerId }).from(credits).where(it)
    if (!found) throw new NotThis('The credit is gone.')
    const { payerId } = found
    await lockPayers(c, [payerId])
    const [credit] = await c.tx.delete(credits).where(it).returning()
    if (credit?.payerId !== payerId || (await creditOf(c.tx, payerId)) < 0) throw new NotThis('The credit was used.')
    await unmark(c, 'csvBalances', userId)
    const metadata = { payer: payerId, amount: euros(-credit.cents, 'en'), source: 'opening' }
    c.log({ channel: 'payments', level: 'info', message: ofPayments.creditChanged(-credit.cents), metadata })
  },
  dob: (c, { id, more }) => empty(c, eq(people.dob, more), id, { dob: null }),
  phone: (c, { id, more }) => empty(c, eq(people.phone, more), id, { phone: '' }),
  category: (c, { id, more }) => empty(c, eq(people.membershipCategory, more), id, { membershipCategory: null }),
}

/** Clears a field that the import filled, if it still has that value. */
async function empty(
  c: CommandContext,
  same: SQL,
  id: string,
  to: { dob?: null; phone?: ''; membershipCategory?: null },
): Promise<void> {
  const person = await lockPerson(c.tx, id)
  if (!person) throw new NotThis('The person is gone.')
  const changed = await c.tx
    .update(people)
    .set(to)
    .where(and(eq(people.id, id), same))
    .returning({ id: people.id })
  if (changed.length === 0) throw new NotThis('The field was changed.')
  await raiseCategory(c, id, person, { ...person, ...to })
}

const unmark = (c: CommandContext, kind: string, id: string) =>
  c.tx.delete(importedRows).where(and(eq(importedRows.kind, kind), eq(importedRows.id, id)))

async function mustBeUnused(tx: Tx, owners: readonly OwnerColumn[], id: string): Promise<void> {
  for (const { table, column } of owners) await mustNotBe(tx, table, eq(column, id))
}

async function mustNotBe(tx: Tx, table: PgTable | Name, which: SQL | undefined) {
  const found = await tx.execute(sql`select 1 from ${table} where ${which} limit 1`)
  if (rowsIn(found).length > 0) throw new NotThis('Something hangs on it.')
}

interface Owned {
  readonly table: string
  readonly column: string
}

/** Columns with foreign keys that cascade from accounts: a row in any of them means that the account is in use. */
const accountsOwn = async (tx: Tx): Promise<Owned[]> =>
  rowsIn<Owned>(
    await tx.execute(sql`
      select t.relname as "table", a.attname as "column"
      from pg_constraint k join pg_class t on t.oid = k.conrelid
        join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
      where k.confrelid = 'accounts'::regclass and k.contype = 'f' and k.confdeltype in ('c', 'n')`),
  )
