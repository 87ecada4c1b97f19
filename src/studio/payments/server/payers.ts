// Who pays for whom: decided here alone, when a payment is made and when it has to find another payer.
import { eq, inArray, sql, type Placeholder, type SQL } from 'drizzle-orm'
import type { Tx } from '#server/db/database.ts'
import type { CommandContext } from '#server/procedures.ts'
import { accounts, guardians } from '#studio/accounts/tables.ts'
import { isSettled } from '../rules.ts'
import { credits, payerReferences, payers, payments } from '../tables.ts'
import { lockPayments } from './settle.ts'

/** A value of a statement, or the place of one. */
type Given = string | null | Placeholder

/** The account that pays for a person: the one that pressed if it may, else a guardian who pays, else the person's own. */
const accountFor = (userId: Given, by: Given) => sql`
  select account_id from (
    select ${accounts.id} as account_id, 1 as turn, ${accounts.createdAt} as since
      from ${accounts} where ${accounts.personId} = ${userId}
    union all select ${guardians.accountId}, 0, ${guardians.createdAt}
      from ${guardians} where ${guardians.personId} = ${userId} and ${guardians.pays}) able
  order by account_id = ${by}::text desc, turn, since, account_id limit 1`

interface Sale {
  readonly userId: Given
  /** The account that pressed. */
  readonly by: Given
  readonly now: number | Placeholder
}

/**
 * The payer for a person, and the parts of the statement that needs one: they make the payer where there is none yet.
 * Two of them at once make the same, for the id follows from whose it is.
 */
export function payerFor(tx: Tx, { userId, by, now }: Sale) {
  const account = tx.$with('account', {}).as(accountFor(userId, by))
  const accountId = sql`(select account_id from account)`
  const payerId = sql`coalesce(${accountId}, ${idOf(userId)})`
  const personId = sql`case when ${accountId} is null then ${userId}::text end`
  return { payerId, parts: [account, ...made(tx, { id: payerId, accountId, personId, createdAt: now })] }
}

/** The payer of what is sold to a person at the desk, made already or not. */
export async function payerIdFor(tx: Tx, userId: string): Promise<string> {
  const payer = sql<string>`coalesce((${accountFor(userId, null)}), ${idOf(userId)})`
  const [found] = (await tx.select({ payer }).from(sql`(select) as one`)) as { payer: string }[]
  return found?.payer ?? ''
}

/** As `payerFor`, for whoever pressed for themselves: without a look-up, for most payments are such. */
export const ownPayer: typeof payerFor = (tx, { by, now }) => {
  const payerId = sql`${by}`
  return { payerId, parts: made(tx, { id: payerId, accountId: payerId, createdAt: now }) }
}

/** The payer, where there is none yet, and a reference of its own. */
function made(tx: Tx, payer: object) {
  const added = tx
    .insert(payers)
    .values(payer as typeof payers.$inferInsert)
    .onConflictDoNothing()
  const issued = sql`select issue_reference(), id, created_at, null from payer`
  return [
    tx.$with('payer').as(added.returning({ id: payers.id, createdAt: payers.createdAt })),
    tx
      .$with('reference', {})
      .as(sql`insert into ${payerReferences} (reference, payer_id, created_at, added_by) ${issued}`),
  ]
}

/** The id of a person who pays without an account. */
export const payerOfPerson = (personId: string): string => `person-${personId}`
const idOf = (personId: Given): SQL => sql`'person-' || ${personId}::text`

/**
 * Before an account goes: what it paid for others and is open goes to who pays for them now, the rest to its person, for
 * the books.
 */
export async function leavePayer(c: CommandContext, accountId: string, personId: string): Promise<void> {
  const paid = await lockPayments(c, eq(payments.payerId, accountId))
  const [payer] = await c.tx.select().from(payers).where(eq(payers.id, accountId))
  if (!payer) return
  const others = paid.filter((payment) => payment.userId !== personId && !isSettled(payment))
  for (const userId of new Set(others.map((payment) => payment.userId))) {
    const ids = others.filter((payment) => payment.userId === userId).map(({ id }) => id)
    const { payerId, parts } = payerFor(c.tx, { userId, by: null, now: c.now })
    await c.tx
      .with(...parts)
      .update(payments)
      .set({ payerId })
      .where(inArray(payments.id, ids))
  }
  const own = { id: idOf(personId), personId, createdAt: c.now }
  await c.tx.insert(payers).values(own).onConflictDoNothing()
  await c.tx.update(payments).set({ payerId: own.id }).where(eq(payments.payerId, accountId))
  await c.tx.update(payerReferences).set({ payerId: own.id }).where(eq(payerReferences.payerId, accountId))
  await c.tx.update(credits).set({ payerId: own.id }).where(eq(credits.payerId, accountId))
  await c.tx.delete(payers).where(eq(payers.id, accountId))
}
