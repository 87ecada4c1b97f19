// All papers of a month, for the accountant: their numbers have no gaps.
import { and, asc, count, desc, eq, gte, inArray, isNull, lt, sql, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Cents } from '#kernel/money.ts'
import { daysOfMonth } from '#kernel/months.ts'
import { pageOf, partOf } from '#kernel/paging.ts'
import { rows, type Tx } from '#server/db/database.ts'
import { contentOf } from '#server/changes/topics.ts'
import { shared } from '#server/procedures.ts'
import { patternsOf } from '#studio/accounts/server/search.ts'
import { accounts, people } from '#studio/accounts/tables.ts'
import { namesOf } from '#studio/payments/server/payers.ts'
import { numberFrom, numberOf, vatRows, type NumberedKind, type Paper } from '../rules.ts'
import { papers } from '../tables.ts'

interface Which {
  readonly month: string
  readonly kind: NumberedKind | null
  readonly search: string
}

const reads = [papers, people, contentOf(accounts)]

export const ofMonth = shared(reads, async ({ db }, { page, ...which }: Which & { page: number }) => {
  const wanted = await listed(db, which)
  const found = await pageOf(page, await total(db, wanted), (limit, offset) =>
    select(db)
      .where(wanted)
      .orderBy(desc(papers.day), desc(papers.createdAt), desc(papers.series), desc(papers.number))
      .limit(limit)
      .offset(offset),
  )
  return { ...found, rows: await shown(db, found.rows) }
})

export const ofMonthForExport = shared(reads, async ({ db }, { part, ...which }: Which & { part: number }) => {
  const wanted = await listed(db, which)
  const found = await partOf(part, await total(db, wanted), (limit, offset) =>
    // sorted by series, so that a gap is visible
    select(db).where(wanted).orderBy(asc(papers.series), asc(papers.number)).limit(limit).offset(offset),
  )
  const taxed = await ratesOf(db, wanted)
  return { ...found, rows: await shown(db, found.rows), rates: taxed.flatMap(({ rate }) => rate ?? []) }
})

/** The sums of a month: invoices less their credit notes, and receipts that have not ended. */
export const sumsOfMonth = shared([papers], async ({ db }, { month }: { month: string }) => {
  const within = inMonth(month)
  const counted = await db
    .select({ kind: papers.kind, count: count(), cents: sql<Cents>`sum(${papers.cents})`.mapWith(Number) })
    .from(papers)
    .where(and(within, isNull(papers.endedAt)))
    .groupBy(papers.kind)
  const [ended] = await db
    .select({ count: count() })
    .from(papers)
    .where(and(within, sql`${papers.endedAt} is not null`))
  const invoices = await ratesOf(db, and(within, eq(papers.series, 'A')))
  const receipts = await ratesOf(db, and(within, eq(papers.series, 'R'), isNull(papers.endedAt)))
  return { counted, ended: ended?.count ?? 0, rates: { invoices, receipts } }
})

const inMonth = (month: string): SQL | undefined => {
  const { from, until } = daysOfMonth(month)
  return and(
    // lets PostgreSQL use the index of series, year and number
    inArray(papers.series, ['A', 'R']),
    eq(papers.year, Number(month.slice(0, 4))),
    gte(papers.day, from),
    lt(papers.day, until),
  )
}

const buyer = (field: 'name' | 'registryCode') => sql<string | null>`${papers.content}::json #>> ${`{buyer,${field}}`}`

/** The text in which a search looks for a paper. */
const words = sql`fold(concat_ws(' ', ${papers.series} || '-' || ${papers.year} || '-' || lpad(${papers.number}::text, 4, '0'),
  ${papers.about}, ${buyer('name')}, ${buyer('registryCode')}))`

async function listed(db: Tx, { month, kind, search }: Which): Promise<SQL | undefined> {
  const number = numberFrom(search)
  const typed = number ? numberOf(number.series, number.year, number.number) : search
  const found = (await patternsOf(db, typed)).map((pattern) => sql`${words} like ${pattern}`)
  return and(inMonth(month), kind === null ? undefined : eq(papers.kind, kind), ...found)
}

async function total(db: Tx, which: SQL | undefined): Promise<number> {
  const [all] = await db.select({ count: count() }).from(papers).where(which)
  return all?.count ?? 0
}

/** Base and VAT by rate, the highest first, rounded per paper as on the papers. */
async function ratesOf(db: Tx, which: SQL | undefined) {
  const found = await db.execute(sql`
    select rate, sum(cents)::int as cents, coalesce(sum(sign(cents) * round(abs(cents)::numeric * rate / (100 + rate))), 0)::int as vat
    from (
      select ${papers.id}, (line ->> 'vatRate')::int as rate, sum((line ->> 'cents')::int) as cents
      from ${papers}, json_array_elements(${papers.content}::json -> 'lines') line
      where ${which}
      group by 1, 2) taxed
    group by rate order by rate desc nulls last`)
  return rows<{ rate: number | null; cents: Cents; vat: Cents }>(found)
}

const invoices = alias(papers, 'invoices')

const select = (db: Tx) =>
  db
    .select({ paper: papers, invoice: invoices })
    .from(papers)
    .leftJoin(invoices, eq(invoices.id, papers.invoiceId))
    .$dynamic()

type Selected = Awaited<ReturnType<typeof select>>[number]
type Row = typeof papers.$inferSelect

const named = ({ id, series, year, number, content }: Row) => ({
  id: content === null ? null : id,
  number: numberOf(series, year, number),
})

async function shown(db: Tx, found: readonly Selected[]) {
  const names = await namesOf(
    db,
    found.map(({ paper }) => paper.payerId),
  )
  const notes = await creditNotesOf(
    db,
    found.map(({ paper }) => paper.id),
  )
  return found.map(({ paper, invoice }) => {
    const { kind, day, cents, about, payerId, endedAt } = paper
    const content = paper.content === null ? null : (JSON.parse(paper.content) as Paper)
    const by = notes.filter(({ invoiceId }) => invoiceId === paper.id)
    const left = by.reduce((sum, note) => sum + note.cents, cents)
    return {
      key: paper.id,
      ...named(paper),
      kind,
      day,
      buyer: content?.buyer.name ?? '',
      registryCode: content?.buyer.registryCode ?? '',
      userId: names.get(payerId)?.userId ?? null,
      about,
      rates: content === null ? [] : vatRows(content.lines),
      cents,
      ended: endedAt !== null || (kind === 'invoice' && left === 0),
      creditedBy: by.map(named),
      of: invoice && named(invoice),
    }
  })
}

async function creditNotesOf(db: Tx, ids: readonly string[]) {
  if (ids.length === 0) return []
  return await db
    .select()
    .from(papers)
    .where(inArray(papers.invoiceId, [...ids]))
    .orderBy(asc(papers.year), asc(papers.number))
}
