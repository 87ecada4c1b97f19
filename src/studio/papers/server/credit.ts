// What happens to papers when a payment moves: receipts end, and a credit note takes off what an invoice no longer asks
// for.
import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Cents } from '#kernel/money.ts'
import type { CommandContext } from '#server/procedures.ts'
import type { Moved } from '#studio/payments/events.ts'
import { payments } from '#studio/payments/tables.ts'
import { creditFor, numberOf, type CreditReason, type Paper } from '../rules.ts'
import { invoiceLines, papers } from '../tables.ts'
import { blank, invoicedOf, lineOf, paymentsWhere, referenceOf } from './facts.ts'
import { issue } from './issue.ts'

export async function follow(c: CommandContext, { moves }: { readonly moves: readonly Moved[] }): Promise<void> {
  // most payments move forward, and then need neither
  const backward = moves.filter(goesBack)
  if (backward.length === 0) return
  const ended = backward.filter(({ after }) => after.status !== 'confirmed').map(({ before }) => before.id)
  if (ended.length > 0) {
    await c.tx
      .update(papers)
      .set({ endedAt: c.now })
      .where(and(inArray(papers.paymentId, ended), isNull(papers.endedAt)))
  }
  const invoiced = await invoicedOf(
    c.tx,
    backward.map(({ before }) => before.id),
  )
  for (const moved of backward) {
    const { id } = moved.before
    const credit = creditFor(moved, invoiced.get(id) ?? 0)
    if (credit) await creditInvoices(c, id, credit)
  }
}

function goesBack({ before, after, returned }: Moved): boolean {
  const kept = after.status !== 'cancelled' && before.status !== 'confirmed'
  const reduced = after.status === 'confirmed' && after.letGo > 0
  return !kept || reduced || returned > 0
}

/** Takes a sum off the payment's invoices, the newest first. */
async function creditInvoices(
  c: CommandContext,
  paymentId: string,
  credit: { readonly cents: Cents; readonly reason: CreditReason },
): Promise<void> {
  let left = credit.cents
  for (const invoice of await invoicesFor(c, paymentId)) {
    const cents = Math.min(left, invoice.cents)
    if (cents > 0) await creditNote(c, paymentId, invoice, { cents, reason: credit.reason })
    left -= cents
  }
}

/** The invoices that still ask for something of a payment, the newest first. */
async function invoicesFor(c: CommandContext, paymentId: string) {
  const invoiceId = sql<string>`coalesce(${papers.invoiceId}, ${papers.id})`
  const left = await c.tx
    .select({ invoiceId, cents: sql<Cents>`sum(${invoiceLines.cents})`.mapWith(Number) })
    .from(invoiceLines)
    .innerJoin(papers, eq(papers.id, invoiceLines.paperId))
    .where(eq(invoiceLines.paymentId, paymentId))
    .groupBy(invoiceId)
  const found = []
  for (const { invoiceId: id, cents } of left) {
    const [paper] = await c.tx.select().from(papers).where(eq(papers.id, id)).orderBy(desc(papers.number))
    if (paper && cents > 0) found.push({ paper, cents })
  }
  return found.toSorted((one, other) => other.paper.createdAt - one.paper.createdAt)
}

async function creditNote(
  c: CommandContext,
  paymentId: string,
  { paper }: { readonly paper: typeof papers.$inferSelect },
  { cents, reason }: { readonly cents: Cents; readonly reason: CreditReason },
): Promise<void> {
  const [known] = await paymentsWhere(c.tx, c.settings.timeZone, eq(payments.id, paymentId))
  // seller and buyer are copied from the invoice, whose content is kept for some years only
  const invoice = paper.content === null ? null : (JSON.parse(paper.content) as Paper)
  if (!known || !invoice) return
  const { seller, buyer } = invoice
  const of = { number: numberOf(paper.series, paper.year, paper.number), day: paper.day, reason }
  const reference = await referenceOf(c.tx, paper.payerId)
  const content = { ...blank, seller, buyer, reference, lines: [lineOf(known, -cents)], of }
  await issue(c, { kind: 'creditNote', payerId: paper.payerId, content, paymentIds: [paymentId], invoiceId: paper.id })
}
