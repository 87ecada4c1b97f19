import { and, eq, isNotNull, lt } from 'drizzle-orm'
import { DAY, dateIn } from '#kernel/time.ts'
import { recurring } from '#server/jobs/jobs.ts'
import type { CommandContext } from '#server/procedures.ts'
import { payerOfPerson } from '#studio/payments/server/payers.ts'
import { YEARS_KEPT } from '../rules.ts'
import { paperBuyers, papers } from '../tables.ts'

/** Deletes the content of papers after the retention period; their numbers stay. */
export const outlived = recurring('papers.outlived', DAY, async (c) => {
  const year = Number(dateIn(c.settings.timeZone, c.now).slice(0, 4))
  await c.tx
    .update(papers)
    .set({ content: null, hash: null, about: '' })
    .where(and(lt(papers.year, year - YEARS_KEPT), isNotNull(papers.content)))
  return false
})

/** When an account is deleted, its papers stay, as the law requires; the buyer data for future invoices is deleted. */
export async function forgetPapers(c: CommandContext, accountId: string | null, personId: string): Promise<void> {
  const own = payerOfPerson(personId)
  if (accountId !== null) {
    await c.tx.update(papers).set({ payerId: own }).where(eq(papers.payerId, accountId))
    await c.tx.delete(paperBuyers).where(eq(paperBuyers.payerId, accountId))
  }
  await c.tx.delete(paperBuyers).where(eq(paperBuyers.payerId, own))
}
