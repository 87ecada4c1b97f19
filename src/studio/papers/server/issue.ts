// The only module that creates papers: it takes the next number of the series and stores the content in one
// transaction.
import { hash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { newId } from '#kernel/ids.ts'
import { dateIn } from '#kernel/time.ts'
import type { CommandContext } from '#server/procedures.ts'
import { logLines } from '../messages/log.ts'
import { numberOf, seriesOf, totalOf, type NumberedKind, type Paper } from '../rules.ts'
import { invoiceLines, paperNumbers, papers } from '../tables.ts'

type Content = Omit<Paper, 'kind' | 'number' | 'day'>

interface Issued {
  readonly kind: NumberedKind
  readonly payerId: string
  readonly content: Content
  /** The payment of each line, in the order of the lines. */
  readonly paymentIds: readonly string[]
  readonly invoiceId?: string
}

/**
 * Creates a paper. Call it after all other locks: taking a number locks the series until the commit, so that no number
 * is skipped.
 */
export async function issue(c: CommandContext, { kind, payerId, content, paymentIds, invoiceId }: Issued) {
  const day = dateIn(c.settings.timeZone, c.now)
  const [series, year] = [seriesOf(kind), Number(day.slice(0, 4))]
  const number = await nextNumber(c, series, year)
  const paper: Paper = { kind, number: numberOf(series, year, number), day, ...content }
  const written = JSON.stringify(paper)
  const id = newId()
  const own = { id, kind, series, year, number, day, payerId, cents: totalOf(paper.lines), about: aboutOf(paper) }
  await c.tx.insert(papers).values({
    ...own,
    content: written,
    hash: hash('sha256', written, 'hex'),
    paymentId: kind === 'receipt' ? paymentIds[0] : null,
    invoiceId,
    createdAt: c.now,
    createdBy: c.actorId,
  })
  if (kind !== 'receipt') {
    const lines = paper.lines.map(({ cents }, place) => ({ paperId: id, paymentId: paymentIds[place] ?? '', cents }))
    await c.tx.insert(invoiceLines).values(lines)
  }
  const metadata = { paper: id, payer: payerId }
  c.log({ channel: 'payments', level: 'info', message: logLines.made(kind, paper.number), metadata })
  return { id, number: paper.number }
}

async function nextNumber(c: CommandContext, series: 'A' | 'R', year: number): Promise<number> {
  const [taken] = await c.tx
    .insert(paperNumbers)
    .values({ series, year, last: 1 })
    .onConflictDoUpdate({
      target: [paperNumbers.series, paperNumbers.year],
      set: { last: sql`${paperNumbers.last} + 1` },
    })
    .returning({ last: paperNumbers.last })
  if (!taken) throw new Error(`No number of ${series}-${year} could be taken.`)
  return taken.last
}

const aboutOf = ({ lines }: Paper): string => {
  const [first, ...others] = new Set(
    lines.map(({ description, person }) => [description, person].filter(Boolean).join(' · ')),
  )
  return others.length === 0 ? (first ?? '') : `${first} +${others.length}`
}
