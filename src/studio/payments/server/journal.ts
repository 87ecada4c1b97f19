// Money received, receipt by receipt: what an accountant needs of a month.
import { and, asc, count, desc, eq, inArray, isNull, lt, sql, sum, type SQL } from 'drizzle-orm'
import { vatWithin, type Cents } from '#kernel/money.ts'
import { daysOfMonth } from '#kernel/months.ts'
import { EXPORT_LIMIT, pageOf, partOf } from '#kernel/paging.ts'
import { startOfDay } from '#kernel/zone.ts'
import { contentOf } from '#server/changes/topics.ts'
import type { Tx } from '#server/db/database.ts'
import { personal, shared, type PersonalContext, type QueryContext } from '#server/procedures.ts'
import { fullName } from '#studio/accounts/rules.ts'
import { accounts, guardians, people } from '#studio/accounts/tables.ts'
import { schedule } from '#studio/schedule/tables.ts'
import type { JournalList, MoneyWay } from '../rules.ts'
import { credits, payerReferences, payments, receipts } from '../tables.ts'
import { itsClass } from './openOfPayer.ts'
import { namesOf } from './payers.ts'
import { firstReferences } from './references.ts'
import { paymentsFound } from './search.ts'
import { receivedWithin } from './sums.ts'

const reads = [payments, payerReferences, people, contentOf(accounts), guardians, contentOf(schedule)]

interface Which {
  readonly list: JournalList
  readonly month: string
  readonly search: string
}

const newestFirst = [desc(receipts.day), desc(receipts.id)]
/** Earliest first, as in a ledger. */
const earliestFirst = [asc(receipts.day), asc(receipts.id)]

export const journal = personal({ on: reads }, async (q, { page, ...which }: Which & { page: number }) => {
  const wanted = await listed(q, which)
  const { total, sum: cents } = await totals(q.db, wanted)
  const found = await pageOf(page, total, (limit, offset) =>
    select(q.db, wanted.cents)
      .where(wanted.which)
      .orderBy(...newestFirst)
      .limit(limit)
      .offset(offset),
  )
  return { ...found, rows: await shown(q, found.rows), sum: cents }
})

export const journalForExport = personal(
  { on: [...reads, credits] },
  async (q, { part, ...which }: Which & { part: number }) => {
    const wanted = await listed(q, which)
    const { total } = await totals(q.db, wanted)
    const found = await partOf(part, total, (limit, offset) =>
      select(q.db, wanted.cents)
        .where(wanted.which)
        .orderBy(...earliestFirst)
        .limit(limit)
        .offset(offset),
    )
    const isLast = part === 0 || part === found.parts
    return { ...found, rows: await shown(q, found.rows), credit: isLast ? await creditLines(q, which) : [] }
  },
)

/** Sums of a whole month: by payment method, by VAT rate, of credit, and of changes to earlier months. */
export const journalSums = shared([payments, credits], async (q, { month }: { month: string }) => {
  const { db } = q
  const within = receivedWithin(daysOfMonth(month))
  const ways = await db
    .select({ way: receipts.way, count: count(), cents: sum(receipts.cents).mapWith(Number) })
    .from(receipts)
    .where(within)
    .groupBy(receipts.way)
    .orderBy(receipts.way)
  const rates = await db
    .select({
      rate: payments.vatRate,
      cents: sum(receipts.cents).mapWith(Number),
      vat: sum(vat).mapWith(Number),
    })
    .from(receipts)
    .innerJoin(payments, eq(payments.id, receipts.paymentId))
    .where(within)
    .groupBy(payments.vatRate)
    .orderBy(desc(payments.vatRate))
  const { total, sum: cents } = await totals(db, changedBefore(q, month, receipts))
  return { ways, rates, ...(await creditWithin(q, month)), before: { count: total, cents } }
})

/** Rounded per receipt, as in the file, so that the columns of the file add up to these sums. */
const vat = sql<number>`coalesce(sign(${receipts.cents})
  * round(abs(${receipts.cents})::numeric * ${payments.vatRate} / (100 + ${payments.vatRate})), 0)`

/** Changes of credit in the month, by source, and what changed in earlier months; none without statements. */
async function creditWithin(q: QueryContext, month: string) {
  const { db, settings } = q
  if (!settings.sections.features.statements) return { credit: [], creditBefore: { count: 0, cents: 0 } }
  const credit = await db
    .select({ source: credits.source, way: wayOfChange, cents: sum(credits.cents).mapWith(Number) })
    .from(credits)
    .where(creditOf(month))
    .groupBy(credits.source, wayOfChange)
    .orderBy(credits.source, wayOfChange)
  const changed = changedBefore(q, month, credits)
  const [before] = await db
    .select({ count: count(), cents: sumOf(changed) })
    .from(credits)
    .where(changed.which)
  return { credit, creditBefore: before ?? { count: 0, cents: 0 } }
}

/** What credit pays counts for the payment by this way too, so both add up to nothing. */
const wayOfChange = sql<MoneyWay | null>`case when ${credits.source} = 'used' then 'credit' else ${credits.way} end`

const creditOf = (month: string): SQL | undefined => {
  const { from, until } = daysOfMonth(month)
  return and(isNull(credits.undoneAt), sql`${credits.day} >= ${from}::date`, lt(credits.day, until))
}

/** Changes of credit for the file, the earliest first; a search looks for payments, so it leaves them out. */
async function creditLines(q: QueryContext, { list, month, search }: Which) {
  const { db, settings } = q
  if (!settings.sections.features.statements || search.trim() !== '') return []
  const its =
    list === 'received'
      ? { which: creditOf(month), cents: sql<Cents>`${credits.cents}` }
      : changedBefore(q, month, credits)
  const found = await db
    .select({ credit: credits, way: wayOfChange, cents: its.cents.mapWith(Number) })
    .from(credits)
    .where(its.which)
    .orderBy(asc(credits.day), asc(credits.id))
    .limit(EXPORT_LIMIT)
  const payerIds = [...new Set(found.map(({ credit }) => credit.payerId))]
  const [names, numbers] = await Promise.all([namesOf(db, payerIds), firstReferences(db, payerIds)])
  return found.map(({ credit: { id, day, payerId, source }, way, cents }) => ({
    id,
    day,
    payer: names.get(payerId) ?? null,
    source,
    way,
    reference: numbers.get(payerId) ?? '',
    cents,
  }))
}

/**
 * What changed earlier months while this one ran: money of an earlier day that was booked in it, and, negated,
 * what had counted there and was undone in it. What was both booked and undone in this month is left out.
 */
function changedBefore({ settings }: QueryContext, month: string, of: typeof receipts | typeof credits): Listed {
  const { from, until } = daysOfMonth(month)
  const [begins, ends] = [from, until].map((day) => sql.param(startOfDay(settings.timeZone, day), of.at))
  const standsAtItsEnd = sql`(${of.undoneAt} is null or ${of.undoneAt} >= ${ends})`
  const booked = sql`(${of.at} >= ${begins} and ${of.at} < ${ends} and ${standsAtItsEnd})`
  const takenBack = sql`(${of.undoneAt} >= ${begins} and ${of.undoneAt} < ${ends} and ${of.at} < ${begins})`
  return {
    which: and(lt(of.day, from), sql`(${booked} or ${takenBack})`),
    cents: sql<Cents>`case when ${of.undoneAt} < ${ends} then -${of.cents} else ${of.cents} end`,
  }
}

interface Listed {
  readonly which: SQL | undefined
  /** By how many cents each row counts. */
  readonly cents: SQL<Cents>
}

const received = (month: string): Listed => ({
  which: receivedWithin(daysOfMonth(month)),
  cents: sql<Cents>`${receipts.cents}`,
})

async function listed(q: PersonalContext, { list, month, search }: Which): Promise<Listed> {
  const its = list === 'received' ? received(month) : changedBefore(q, month, receipts)
  const found = await paymentsFound(q, search)
  if (!found) return its
  const ofThem = inArray(receipts.paymentId, q.db.select({ id: payments.id }).from(payments).where(found))
  return { ...its, which: and(its.which, ofThem) }
}

const sumOf = ({ cents }: Pick<Listed, 'cents'>) => sql<Cents>`coalesce(sum(${cents}), 0)`.mapWith(Number)

async function totals(db: Tx, { which, cents }: Listed) {
  const [all] = await db
    .select({ total: count(), sum: sumOf({ cents }) })
    .from(receipts)
    .where(which)
  return { total: all?.total ?? 0, sum: all?.sum ?? 0 }
}

const select = (db: Tx, cents: SQL<Cents>) =>
  db
    .select({
      receipt: receipts,
      cents: cents.mapWith(Number),
      payment: {
        payerId: payments.payerId,
        userId: payments.userId,
        description: payments.description,
        vatRate: payments.vatRate,
      },
      startsAt: schedule.startsAt,
      person: people,
    })
    .from(receipts)
    .innerJoin(payments, eq(payments.id, receipts.paymentId))
    .innerJoin(people, eq(people.id, payments.userId))
    .leftJoin(schedule, itsClass)
    .$dynamic()

type Selected = Awaited<ReturnType<typeof select>>[number]

async function shown({ db, settings }: QueryContext, rows: readonly Selected[]) {
  const payerIds = [...new Set(rows.map(({ payment }) => payment.payerId))]
  const names = await namesOf(db, payerIds)
  const numbers = settings.sections.features.statements
    ? await firstReferences(db, payerIds)
    : new Map<string, string>()
  return rows.map(({ receipt, cents, payment, startsAt, person }) => {
    const { id, day, item, way, source } = receipt
    const { payerId, userId, description, vatRate } = payment
    return {
      id,
      day,
      payer: names.get(payerId) ?? null,
      userId,
      name: fullName(person),
      item,
      description,
      startsAt,
      way,
      source,
      reference: numbers.get(payerId) ?? '',
      vatRate,
      vat: vatRate === null ? 0 : vatWithin(cents, vatRate),
      cents,
    }
  })
}
