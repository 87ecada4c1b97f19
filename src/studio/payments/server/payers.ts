// Who pays for whom: decided only here, when a payment is made and when it needs another payer.
import { and, eq, inArray, isNull, sql, type Placeholder, type SQL } from 'drizzle-orm'
import type { Instant } from '#kernel/time.ts'
import type { Tx } from '#server/db/database.ts'
import type { CommandContext } from '#server/procedures.ts'
import { fullName } from '#studio/accounts/rules.ts'
import { accounts, guardians, people } from '#studio/accounts/tables.ts'
import { payerReferences, payers } from '../tables.ts'

/** A value of a statement, or a placeholder for one. */
type Given = string | null | Placeholder | SQL

/** The account that pays for a person: the acting account if it may, else a paying guardian, else the person's own. */
const accountFor = (userId: Given, by: Given) => sql`
  select account_id from (
    select ${accounts.id} as account_id, 1 as turn, ${accounts.createdAt} as since
      from ${accounts} where ${accounts.personId} = ${userId}
    union all select ${guardians.accountId}, 0, ${guardians.createdAt}
      from ${guardians} where ${guardians.personId} = ${userId} and ${guardians.pays}) able
  order by account_id = ${by}::text desc, turn, since, account_id limit 1`

interface Sale {
  readonly userId: Given
  /** The account that acts. */
  readonly by: Given
  readonly now: number | Placeholder
}

/**
 * The payer for a person, and the SQL parts that create this payer if missing. Concurrent calls create the same one,
 * since the id follows from the account or person.
 */
export function payerFor(tx: Tx, { userId, by, now }: Sale) {
  const account = tx.$with('account', {}).as(accountFor(userId, by))
  const accountId = sql`(select account_id from account)`
  const payerId = sql`coalesce(${accountId}, ${idOf(userId)})`
  const personId = sql`case when ${accountId} is null then ${userId}::text end`
  return { payerId, parts: [account, ...made(tx, { id: payerId, accountId, personId, createdAt: now })] }
}

/**
 * The accounts that pay for these people, by person, when `by` acts; people who pay without an account are left out.
 */
export async function payingAccounts(
  tx: Tx,
  personIds: readonly string[],
  by: string | null,
): Promise<Map<string, string>> {
  // an alias, since the subquery asks about accounts and guardians of `wanted.id`
  const wanted = sql`(select id from ${people} where ${inArray(people.id, [...personIds])}) as wanted`
  const found = (await tx
    .select({ id: sql<string>`wanted.id`, account: sql<string | null>`(${accountFor(sql`wanted.id`, by)})` })
    .from(wanted)) as { id: string; account: string | null }[]
  return new Map(found.flatMap(({ id, account }) => (account === null ? [] : [[id, account] as const])))
}

/** Who pays now for each of these payers: another one only for people who paid without an account. */
export async function payersNow(tx: Tx, payerIds: readonly string[]): Promise<(payerId: string) => string> {
  const alone = payerIds.map(personOfPayer).filter((personId) => personId !== '')
  const now = alone.length === 0 ? new Map<string, string>() : await payingAccounts(tx, alone, null)
  return (payerId) => now.get(personOfPayer(payerId)) ?? payerId
}

/** The id of the payer of what is sold to a person at the desk, whether or not that payer exists yet. */
export async function payerIdFor(tx: Tx, userId: string): Promise<string> {
  const payer = sql<string>`coalesce((${accountFor(userId, null)}), ${idOf(userId)})`
  const [found] = (await tx.select({ payer }).from(sql`(select) as one`)) as { payer: string }[]
  return found?.payer ?? ''
}

/**
 * Creates a payer without payments if it does not exist; returns false if it cannot be one. A person for whom an
 * account pays now is none: nobody would look for what is kept there.
 */
export async function makePayer(c: CommandContext, payerId: string): Promise<boolean> {
  const personId = personOfPayer(payerId)
  if (personId !== '' && (await payerIdFor(c.tx, personId)) !== payerId) return false
  const [known] = await c.tx.select({ id: payers.id }).from(payers).where(eq(payers.id, payerId))
  if (known) return true
  const [account] = await c.tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, payerId))
  const living = and(eq(idOf(sql`${people.id}`), payerId), isNull(people.deletedAt))
  const [person] = account ? [] : await c.tx.select({ id: people.id }).from(people).where(living)
  if (!account && !person) return false
  await makePayers(c, [{ payerId, userId: person?.id ?? '' }])
  return true
}

/** Creates those payers that do not exist yet: accounts, and people who pay without one. */
export async function makePayers(
  c: CommandContext,
  wanted: readonly { readonly payerId: string; readonly userId: string }[],
): Promise<void> {
  if (wanted.length === 0) return
  const all = wanted.map(({ payerId: id, userId }) =>
    id === payerOfPerson(userId)
      ? { id, accountId: null, personId: userId, createdAt: c.now }
      : { id, accountId: id, personId: null, createdAt: c.now },
  )
  await c.tx
    .with(...made(c.tx, all))
    .select({ one: sql`1` })
    .from(sql`(select) as one`)
}

/**
 * Whose credit the money of a cancelled payment becomes: the payer's, or, if nobody looks at what that payer has any
 * more, of whoever pays for the person now. Creates that payer if missing.
 */
export async function payerOfCredit(
  c: CommandContext,
  { payerId, userId }: { readonly payerId: string; readonly userId: string },
): Promise<string> {
  const [account] = await c.tx.select({ owner: accounts.personId }).from(accounts).where(eq(accounts.id, payerId))
  if (account && account.owner !== null) return payerId
  const paidFor = personOfPayer(payerId) || userId
  // whoever becomes the payer now moves this credit too, or is seen here
  await c.tx.select({ id: payers.id }).from(payers).where(eq(payers.id, payerId)).for('key share')
  const to = await payerIdFor(c.tx, paidFor)
  await makePayers(c, [{ payerId: to, userId: paidFor }])
  return to
}

/** As `payerFor`, for an account that buys for its own person: without a look-up, since most payments are such. */
export const ownPayer: typeof payerFor = (tx, { by, now }) => {
  const payerId = sql`${by}`
  return { payerId, parts: made(tx, { id: payerId, accountId: payerId, createdAt: now }) }
}

/** SQL that creates missing payers, each with a reference number. */
function made(tx: Tx, payer: object | readonly object[]) {
  const added = tx
    .insert(payers)
    .values([payer].flat() as (typeof payers.$inferInsert)[])
    .onConflictDoNothing()
  const issued = sql`select issue_reference(), id, created_at, null from payer`
  return [
    tx.$with('payer').as(added.returning({ id: payers.id, createdAt: payers.createdAt })),
    tx
      .$with('reference', {})
      .as(sql`insert into ${payerReferences} (reference, payer_id, created_at, added_by) ${issued}`),
  ]
}

/** Issues a number to a payer whose own number was moved to another payer. */
export const issuedTo = (tx: Tx, payerId: string, now: Instant) =>
  tx.insert(payerReferences).values({ reference: sql`issue_reference()` as never, payerId, createdAt: now })

/** The payer id of a person who pays without an account. */
export const payerOfPerson = (personId: string): string => `person-${personId}`
/** The person of such a payer id; empty if the id is of an account. */
const personOfPayer = (payerId: string): string => /^person-(.+)$/.exec(payerId)?.[1] ?? ''
const idOf = (personId: Given): SQL => sql`'person-' || ${personId}::text`

/** The person behind each payer, created yet or not: the account's own person, or the person itself. */
export async function namesOf(
  tx: Tx,
  payerIds: readonly string[],
): Promise<ReadonlyMap<string, { readonly userId: string; readonly name: string }>> {
  const ids = [...new Set(payerIds)]
  if (ids.length === 0) return new Map()
  const byAccount = await tx
    .select({ id: accounts.id, person: people })
    .from(accounts)
    .innerJoin(people, eq(people.id, accounts.personId))
    .where(inArray(accounts.id, ids))
  const withoutAccount = new Map(ids.map((id) => [personOfPayer(id), id]))
  const byPerson = await tx
    .select()
    .from(people)
    .where(inArray(people.id, [...withoutAccount.keys()]))
  const found = [...byAccount, ...byPerson.map((person) => ({ id: withoutAccount.get(person.id) ?? '', person }))]
  return new Map(found.map(({ id, person }) => [id, { userId: person.id, name: fullName(person) }]))
}
