// The sibling discount: what runs for each person, and how much it takes off a sale.
import { and, asc, eq, gt, inArray, min, ne, sql } from 'drizzle-orm'
import type { Cents } from '#kernel/money.ts'
import type { Instant } from '#kernel/time.ts'
import type { Tx } from '#server/db/database.ts'
import { contentOf } from '#server/changes/topics.ts'
import { personal, shared, type CommandContext } from '#server/procedures.ts'
import { accounts, guardians, people } from '#studio/accounts/tables.ts'
import { siblingPercentOf } from '#studio/settings/rules.ts'
import { discountOf, siblingDiscounts, type Running } from '../rules/siblings.ts'
import { payments } from '../tables.ts'
import { payingAccounts, payerIdFor } from './payers.ts'

/** What payers pay for and runs now, per person before any discount, and when the first of it ends. */
export async function runningOf(tx: Tx, payerIds: readonly string[], now: Instant) {
  const found = await tx
    .select({
      payerId: payments.payerId,
      personId: payments.userId,
      cents: sql<Cents>`sum(${payments.price} + ${payments.discount})`.mapWith(Number),
      until: min(payments.runsUntil),
    })
    .from(payments)
    .where(and(inArray(payments.payerId, [...payerIds]), ne(payments.status, 'cancelled'), gt(payments.runsUntil, now)))
    .groupBy(payments.payerId, payments.userId)
  return found
}

/** Sorts people, the oldest first; people without a date of birth count as adults. */
export async function oldestFirst(tx: Tx, personIds: Iterable<string>): Promise<string[]> {
  const found = await tx
    .select({ id: people.id })
    .from(people)
    .where(inArray(people.id, [...new Set(personIds)]))
    .orderBy(sql`${people.dob} asc nulls first`, asc(people.id))
  return found.map(({ id }) => id)
}

/** Notes that what was paid for has ended early, such as a place that was given up. */
export async function endsRunning(c: CommandContext, paymentId: string): Promise<void> {
  await c.tx.update(payments).set({ runsUntil: null }).where(eq(payments.id, paymentId))
}

interface Discounted {
  readonly price: Cents
  readonly discount: Cents
  readonly siblingPercent: number | null
  readonly discountCode: string | null
}

interface Sale {
  readonly userId: string
  readonly full: Cents
  readonly code: { readonly code: string; readonly amount: Cents } | null
}

/**
 * Locks the accounts that pay for these people, so that concurrent sales to the same payers wait. Returns them by
 * person.
 */
export async function lockPayingAccounts(
  c: CommandContext,
  personIds: readonly string[],
  by: string | null,
): Promise<ReadonlyMap<string, string>> {
  const payerOf = await payingAccounts(c.tx, personIds, by)
  const ids = [...new Set(payerOf.values())]
  if (ids.length > 0) {
    await c.tx
      .select({ id: accounts.id })
      .from(accounts)
      .where(inArray(accounts.id, ids))
      .orderBy(asc(accounts.id))
      .for('no key update')
  }
  return payerOf
}

/**
 * Computes the discount of a sale to several people at the same price. It locks their payers, before any person, so
 * that a concurrent sale to the same payer waits and then counts this one.
 */
export async function lockSiblings(c: CommandContext, personIds: readonly string[]) {
  const percent = siblingPercentOf(c.settings.sections)
  const payerOf = percent > 0 ? await lockPayingAccounts(c, personIds, c.actorId) : new Map<string, string>()

  async function offOf(userId: string, full: Cents): Promise<Cents> {
    const payerId = payerOf.get(userId)
    if (payerId === undefined) return 0
    const running = await runningOf(c.tx, [payerId], c.now)
    const bought = personIds.filter((one) => payerOf.get(one) === payerId).map((personId) => ({ personId, full }))
    const ids = [...running, ...bought].map(({ personId }) => personId)
    const off = siblingDiscounts(withSums(await oldestFirst(c.tx, ids), running), bought, percent)
    return off[bought.findIndex(({ personId }) => personId === userId)] ?? 0
  }

  /** The price to pay, and the discount in it. */
  return async ({ userId, full, code }: Sale): Promise<Discounted> => {
    const { by, cents } = discountOf(full, { code: code?.amount ?? null, siblings: await offOf(userId, full) })
    return {
      price: full - cents,
      discount: cents,
      siblingPercent: by === 'siblings' ? percent : null,
      discountCode: by === 'code' && code ? code.code : null,
    }
  }
}

export const withSums = (personIds: readonly string[], running: readonly Running[]): Running[] =>
  personIds.map((personId) => ({ personId, cents: running.find((one) => one.personId === personId)?.cents ?? 0 }))

/** The people for whom an account pays, the oldest first, with the price of what runs for each now. */
async function siblingsOf(tx: Tx, accountId: string, now: Instant) {
  const [running, able] = await Promise.all([
    runningOf(tx, [accountId], now),
    tx
      .select({ id: accounts.personId })
      .from(accounts)
      .where(eq(accounts.id, accountId))
      .union(
        tx
          .select({ id: guardians.personId })
          .from(guardians)
          .where(and(eq(guardians.accountId, accountId), eq(guardians.pays, true))),
      ),
  ])
  const ids = [...running.map(({ personId }) => personId), ...able.flatMap(({ id }) => id ?? [])]
  return { siblings: withSums(await oldestFirst(tx, ids), running), ends: soonest(running) }
}

const soonest = (running: readonly { readonly until: Instant | null }[]): Instant | null =>
  running.reduce<Instant | null>(
    (first, { until }) => (first === null || (until ?? first) < first ? until : first),
    null,
  )

export const siblings = personal(
  { on: [people, guardians], accountOn: [payments.payerId, accounts.id] },
  async ({ db, accountId, now, changesAt }) => {
    const found = await siblingsOf(db, accountId ?? '', now)
    changesAt(found.ends)
    return found.siblings
  },
)

export const siblingsFor = shared(
  [people, guardians, payments, contentOf(accounts)],
  async ({ db, now, changesAt }, { userId }: { userId: string }) => {
    const found = await siblingsOf(db, await payerIdFor(db, userId), now)
    changesAt(found.ends)
    return found.siblings
  },
)
