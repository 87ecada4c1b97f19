// Transfers that the bank took back: what each waiting return would do, in their order.
import { and, asc, eq, inArray } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Tx } from '#server/db/database.ts'
import { wouldReturn, type TakenBack } from '#studio/payments/server/returns.ts'
import { bankLines } from '../tables.ts'
import type { Line } from './waiting.ts'

interface Pair {
  readonly line: Line
  /** The line that the bank took back. If it was never settled, neither line has an effect. */
  readonly original: Line
}

export interface Back extends Pair {
  readonly taken: TakenBack
  /** Fingerprint of what the user saw: if it differs at the press, something has changed. */
  readonly seen: string
}

const originals = alias(bankLines, 'originals')
const nothing: TakenBack = { fromCredit: [], shares: [], missing: 0 }

type Find = Parameters<typeof wouldReturn>[2]

/** All waiting returns, by line id. */
export async function comingBack(tx: Tx, find?: Find): Promise<Map<string, Back>> {
  const found = await tx
    .select({ line: bankLines, original: originals })
    .from(bankLines)
    .innerJoin(originals, eq(originals.id, bankLines.takesBack))
    .where(and(eq(bankLines.state, 'waits'), eq(bankLines.kind, 'returned')))
    .orderBy(asc(bankLines.day), asc(bankLines.position), asc(bankLines.id))
  return await wouldComeBack(tx, found, find)
}

/**
 * What these returns would do, by line id, in this order: money that one takes is not available to the next. Pass a
 * `find` that locks the payments when settling.
 */
export async function wouldComeBack(tx: Tx, found: readonly Pair[], find?: Find): Promise<Map<string, Back>> {
  const booked = found.filter(({ original }) => original.state === 'settled')
  const before = await takenBackBefore(tx, booked)
  const returned = booked.map(({ line, original }) => {
    const theirs = before.get(original.payerId) ?? []
    before.set(original.payerId, [...theirs, original.id])
    return { id: line.id, of: original.id, before: theirs, cents: line.cents }
  })
  const taken = await wouldReturn(tx, returned, find)
  return new Map(
    found.map(({ line, original }) => {
      const its = taken.get(line.id) ?? nothing
      return [line.id, { line, original, taken: its, seen: seenOf(its) }]
    }),
  )
}

/** For each payer, the lines whose returns are already settled. */
async function takenBackBefore(tx: Tx, booked: readonly { readonly original: Line }[]) {
  const payerIds = booked.flatMap(({ original }) => original.payerId ?? [])
  const settled = and(
    eq(bankLines.state, 'settled'),
    eq(bankLines.kind, 'returned'),
    inArray(bankLines.payerId, payerIds),
  )
  const found = await tx.select({ payerId: bankLines.payerId, of: bankLines.takesBack }).from(bankLines).where(settled)
  const before = new Map<string | null, readonly string[]>()
  for (const { payerId, of } of found)
    before.set(payerId, [...(before.get(payerId) ?? []), ...(of === null ? [] : [of])])
  return before
}

const seenOf = ({ fromCredit, shares, missing }: TakenBack): string =>
  [
    'back',
    missing,
    ...fromCredit.map(({ payerId, cents }) => `${payerId}=${cents}`),
    ...shares.map(({ paymentId, cents }) => `${paymentId}=${cents}`),
  ].join(' ')

/** The effect on money, as stored and shown. */
export const effectOf = ({ fromCredit, shares, missing }: TakenBack) => ({
  way: 'returned' as const,
  shares,
  credit: fromCredit.reduce((sum, { cents }) => sum + cents, 0),
  ...(missing > 0 && { missing }),
})
