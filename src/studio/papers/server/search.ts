import { and, eq } from 'drizzle-orm'
import type { Tx } from '#server/db/database.ts'
import { numberFrom } from '../rules.ts'
import { invoiceLines, papers } from '../tables.ts'

/** The payer of the paper with that number, and its payments; null if there is none. */
export async function paperNumbered(db: Tx, typed: string) {
  const number = numberFrom(typed)
  if (!number) return null
  const its = and(eq(papers.series, number.series), eq(papers.year, number.year), eq(papers.number, number.number))
  const found = await db
    .select({ payerId: papers.payerId, receiptOf: papers.paymentId, paymentId: invoiceLines.paymentId })
    .from(papers)
    .leftJoin(invoiceLines, eq(invoiceLines.paperId, papers.id))
    .where(its)
  const [paper] = found
  return paper && { payerId: paper.payerId, paymentIds: found.flatMap((one) => one.receiptOf ?? one.paymentId ?? []) }
}
