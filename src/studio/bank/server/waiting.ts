// The lines that wait, and what each would do: made anew whenever it is asked, from what is open at that moment.
import { and, asc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Tx } from '#server/db/database.ts'
import { openOfPayers, openOfPrices, payersOf } from '#studio/payments/server/transfers.ts'
import { bareReferences, matchLines, statedReferences, type Known, type Match } from '../rules/matching.ts'
import { bankLines } from '../tables.ts'

export type Line = typeof bankLines.$inferSelect

export interface Waiting {
  readonly lines: readonly Line[]
  readonly matches: ReadonlyMap<string, Match>
  readonly known: Known
}

/** All lines that wait, the oldest first, each with what it would do. */
export async function waiting(tx: Tx): Promise<Waiting> {
  const lines = await tx
    .select()
    .from(bankLines)
    .where(eq(bankLines.state, 'waits'))
    .orderBy(asc(bankLines.day), asc(bankLines.position), asc(bankLines.id))
  const payments = lines.filter(({ kind }) => kind === 'payment')
  const known = await knownFor(tx, payments)
  return { lines, matches: matchLines(payments, known), known }
}

/** What is known of the lines at this moment. */
async function knownFor(tx: Tx, lines: readonly Line[]): Promise<Known> {
  const unsaid = lines.filter((line) => line.currency === 'EUR')
  const payers = await payersOf(tx, [
    ...new Set(lines.flatMap((line) => [...statedReferences(line), ...bareReferences(line)])),
  ])
  const nobodys = unsaid.filter((line) => !statedReferences(line).some((reference) => payers.has(reference)))
  const accounts = await payersByAccount(
    tx,
    nobodys.flatMap(({ iban }) => iban ?? []),
  )
  const open = new Map<string, Awaited<ReturnType<typeof openOfPayers>>>()
  for (const payment of await openOfPayers(tx, [...new Set([...payers.values(), ...accounts.values()])])) {
    open.set(payment.payerId, [...(open.get(payment.payerId) ?? []), payment])
  }
  const ofAmounts = await openOfPrices(tx, [...new Set(nobodys.map(({ cents }) => cents))])
  return { payers, open, ofAmounts, accounts }
}

/** Accounts from which at least two settled lines came for one payer, and none for another. */
async function payersByAccount(tx: Tx, ibans: readonly string[]): Promise<Map<string, string>> {
  if (ibans.length === 0) return new Map()
  const found = await tx
    .select({ iban: bankLines.iban, payerId: sql<string>`min(${bankLines.payerId})` })
    .from(bankLines)
    .where(
      and(inArray(bankLines.iban, [...new Set(ibans)]), eq(bankLines.state, 'settled'), isNotNull(bankLines.payerId)),
    )
    .groupBy(bankLines.iban)
    .having(sql`count(*) >= 2 and count(distinct ${bankLines.payerId}) = 1`)
  return new Map(found.map(({ iban, payerId }) => [iban ?? '', payerId]))
}

/** What a press was shown, in one word: where it differs, something has changed since. */
export const seenOf = (match: Match): string =>
  match.kind === 'look'
    ? ''
    : [match.payerId, match.credit, ...match.parts.map(({ paymentId, cents }) => `${paymentId}=${cents}`)].join(' ')
