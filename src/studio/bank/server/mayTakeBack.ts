// Returns of which neither the bank nor the payer's mark says what they take back: a person says so.
import { and, asc, desc, eq, inArray, isNull } from 'drizzle-orm'
import { done, refuse } from '#kernel/result.ts'
import type { Tx } from '#server/db/database.ts'
import { run } from '#server/procedures.ts'
import { lockPayers } from '#studio/payments/server/credit.ts'
import { lockPayments } from '#studio/payments/server/settle.ts'
import { payersReached } from '#studio/payments/server/transfers.ts'
import { statedReferences } from '../rules/numbers.ts'
import { bankLines } from '../tables.ts'
import { wouldComeBack } from './comesBack.ts'
import { mayReturn, originals } from './originals.ts'
import { comeBack, lockWaiting } from './settle.ts'
import { tellSoon } from './tell.ts'
import type { Line } from './waiting.ts'

/**
 * The waiting returns of which nothing says what they take back, by line id: each with the newest transfer of the same
 * bank account and sum, with no other reference, that was not taken back.
 */
export async function mayTakeBack(tx: Tx): Promise<Map<string, { readonly line: Line; readonly original: Line }>> {
  const returns = await tx
    .select()
    .from(bankLines)
    .where(and(eq(bankLines.state, 'waits'), eq(bankLines.kind, 'returned'), isNull(bankLines.takesBack)))
    .orderBy(asc(bankLines.day), asc(bankLines.position), asc(bankLines.id))
  const ibans = returns.flatMap(({ iban }) => iban ?? [])
  if (ibans.length === 0) return new Map()
  const came = await originals(tx, inArray(bankLines.iban, ibans)).orderBy(
    desc(bankLines.day),
    desc(bankLines.position),
    desc(bankLines.id),
  )
  const found = new Map<string, { line: Line; original: Line }>()
  const gone = new Set<string>()
  for (const line of returns) {
    const original = came.find((one) => !gone.has(one.id) && mayBeOf(line, one))
    if (!original) continue
    gone.add(original.id)
    found.set(line.id, { line, original })
  }
  return found
}

function mayBeOf(line: Line, original: Line): boolean {
  const [stated, others] = [statedReferences(line), statedReferences(original)]
  const noOther = stated.length === 0 || others.length === 0 || stated.some((reference) => others.includes(reference))
  return original.iban === line.iban && mayReturn(line, original) && noOther
}

/** Settles a return as one of the transfer that was suggested for it. */
export const takeBack = run(async (c, asked: { lineId: string; originalId: string; seen: string }) => {
  const { lineId, originalId, seen } = asked
  await lockWaiting(c, [lineId, originalId])
  const pair = (await mayTakeBack(c.tx)).get(lineId)
  if (pair?.original.id !== originalId) return refuse('lineMoved')
  const reached = await payersReached(c.tx, originalId)
  await lockPayers(c, reached)
  const back = (await wouldComeBack(c.tx, [pair], (which) => lockPayments(c, which))).get(lineId)
  if (back?.seen !== seen) return refuse('paymentMoved')
  await c.tx.update(bankLines).set({ takesBack: originalId }).where(eq(bankLines.id, lineId))
  await comeBack(c, back, { linked: true })
  await tellSoon(c, reached)
  return done({})
})
