// The waiting lines and what each would do: computed on every request from what is open now.
import { and, asc, eq, inArray, isNotNull, isNull, or, sql, type SQL } from 'drizzle-orm'
import { chunked, groupedBy } from '#kernel/grouped.ts'
import type { Tx } from '#server/db/database.ts'
import { payersNow } from '#studio/payments/server/payers.ts'
import {
  openOfPayers,
  openOfAmounts,
  payersOf,
  payersOwingSeveral,
  referencesOfPayers,
} from '#studio/payments/server/transfers.ts'
import { matching } from '../rules/matching.ts'
import { numbersOf, statedReferences } from '../rules/numbers.ts'
import type { Known, Match } from '../rules/waitingLine.ts'
import { bankLines } from '../tables.ts'
import { Turns } from './statements/bytes.ts'

export type Line = typeof bankLines.$inferSelect

export interface Matched {
  readonly lines: readonly Line[]
  readonly matches: ReadonlyMap<string, Match>
  readonly known: Known
}

/** How many values or rows one query handles. */
const PIECE = 1_000

/** All waiting lines, oldest first, with what each would do; it yields to other work meanwhile. */
export async function waiting(db: Tx): Promise<Matched> {
  const lines: Line[] = []
  for (let more = true; more;) {
    const last = lines.at(-1)
    const after =
      last &&
      sql`(${bankLines.day}, ${bankLines.position}, ${bankLines.id}) > (${last.day}, ${last.position}, ${last.id})`
    const some = await waitingLines(db, after, PIECE)
    lines.push(...some)
    more = some.length === PIECE
  }
  return await matched(db, lines)
}

/** These lines and all others that may belong to the same payers: what each would do depends on no other lines. */
export async function waitingBeside(tx: Tx, some: readonly Line[]): Promise<Matched> {
  const payers = await payersOf(tx, [...new Set(some.flatMap(statedReferences))])
  const numbers = await referencesOfPayers(tx, [...new Set(payers.values())])
  const theirs = sql`${bankLines.numbers} && ${`{${numbers.join(',')}}`}::text[]`
  const ids = some.map(({ id }) => id)
  return await matched(tx, await waitingLines(tx, or(inArray(bankLines.id, ids), isNull(bankLines.numbers), theirs)))
}

const waitingLines = (db: Tx, which: SQL | undefined, most = 1_000_000): Promise<Line[]> =>
  db
    .select()
    .from(bankLines)
    .where(and(eq(bankLines.state, 'waits'), which))
    .orderBy(asc(bankLines.day), asc(bankLines.position), asc(bankLines.id))
    .limit(most)

async function matched(db: Tx, lines: readonly Line[]): Promise<Matched> {
  const payments = lines.filter(({ kind }) => kind === 'payment')
  const turns = new Turns()
  const known = await knownFor(db, payments, turns)
  const match = matching(known)
  const matches = new Map<string, Match>()
  for (const line of payments) {
    matches.set(line.id, match(line))
    await turns.pause()
  }
  return { lines, matches, known }
}

/** Reads what matching needs to know about these lines. */
async function knownFor(db: Tx, lines: readonly Line[], turns: Turns): Promise<Known> {
  const numbers = new Set<string>()
  for (const line of lines) {
    for (const number of numbersOf(line)) numbers.add(number)
    await turns.pause()
  }
  const payers = new Map((await inPieces(numbers, async (some) => [...(await payersOf(db, some))])).flat())
  const nobodys = lines.filter(
    (line) => line.currency === 'EUR' && !statedReferences(line).some((reference) => payers.has(reference)),
  )
  const ibans = nobodys.flatMap(({ iban }) => iban ?? [])
  const accounts = new Map((await inPieces(ibans, (some) => payersByAccount(db, some))).flat())
  const several = nobodys.some(({ name }) => name) ? await payersOwingSeveral(db) : []
  const theirs = await inPieces([...payers.values(), ...accounts.values(), ...several], (some) =>
    openOfPayers(db, some),
  )
  const open = groupedBy(theirs.flat(), ({ payerId }) => payerId)
  const amounts = nobodys.map(({ cents }) => cents)
  const ofAmounts = (await inPieces(amounts, (some) => openOfAmounts(db, some))).flat()
  return { payers, open, ofAmounts, accounts }
}

/** Queries many values, some at a time. */
async function inPieces<T, Found>(all: Iterable<T>, ask: (some: T[]) => Promise<Found>): Promise<Found[]> {
  const found: Found[] = []
  for (const some of chunked([...new Set(all)], PIECE)) found.push(await ask(some))
  return found
}

/** Bank accounts from which at least two settled lines came for one payer, and none for another; who pays for them now. */
async function payersByAccount(db: Tx, ibans: readonly string[]): Promise<[string, string][]> {
  const found = await db
    .select({ iban: bankLines.iban, payerId: sql<string>`min(${bankLines.payerId})` })
    .from(bankLines)
    .where(and(inArray(bankLines.iban, [...ibans]), eq(bankLines.state, 'settled'), isNotNull(bankLines.payerId)))
    .groupBy(bankLines.iban)
    .having(sql`count(*) >= 2 and count(distinct ${bankLines.payerId}) = 1`)
  const now = await payersNow(
    db,
    found.map(({ payerId }) => payerId),
  )
  return found.map(({ iban, payerId }) => [iban ?? '', now(payerId)])
}

/** Fingerprint of a match as the user saw it: if it differs, something has changed since. */
export const seenOf = (match: Match): string =>
  match.kind === 'look'
    ? ''
    : [match.payerId, match.credit, ...match.parts.map(({ paymentId, cents }) => `${paymentId}=${cents}`)].join(' ')
