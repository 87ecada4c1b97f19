// Who is to be billed for a month, and reasons for a different sum.
import { and, asc, desc, eq, gt, gte, inArray, isNull, lt, or } from 'drizzle-orm'
import { groupedBy } from '#kernel/grouped.ts'
import { daysOfMonth, firstDayOf, type Month } from '#kernel/months.ts'
import { addDays, dateIn, type Instant } from '#kernel/time.ts'
import { UNDO_WITHIN } from '#kernel/undo.ts'
import { nameKey } from '#kernel/visible.ts'
import { endOfDay, startOfDay } from '#kernel/zone.ts'
import type { Tx } from '#server/db/database.ts'
import { contentOf } from '#server/changes/topics.ts'
import { shared } from '#server/procedures.ts'
import type { Settings } from '#server/settings.ts'
import { fullName } from '#studio/accounts/rules.ts'
import { accounts, guardians, people } from '#studio/accounts/tables.ts'
import { deadlineFrom } from '#studio/payments/rules.ts'
import { payingAccounts, payerOfPerson } from '#studio/payments/server/payers.ts'
import { oldestFirst, runningOf, withSums } from '#studio/payments/server/siblings.ts'
import { payments } from '#studio/payments/tables.ts'
import type { Categories } from '#studio/settings/rules.ts'
import type { Bill, BillRow } from '../contract.ts'
import { feeOf } from '../rules.ts'
import { categorySpans, monthlyFees, pauses } from '../tables.ts'
import { hadBy } from './spans.ts'

export const month = shared(
  [people, guardians, contentOf(accounts), payments, categorySpans, pauses, monthlyFees],
  async ({ db, settings, now, changesAt }, asked: { month: Month }): Promise<Bill> => {
    const [found, undo] = await Promise.all([billOf(db, settings, asked.month, now), lastPress(db, asked.month, now)])
    const zone = settings.timeZone
    changesAt(undo?.until)
    // the due day
    changesAt(startOfDay(zone, addDays(dateIn(zone, now), 1)))
    return { ...found, dueOn: dateIn(zone, dueAtOf(asked.month, settings, now)), undo }
  },
  // a long list that changes with every payment
  { rest: () => 2_000 },
)

/** The end of the due day; if that is past, the end of the payment term. */
export function dueAtOf(month: Month, { sections, timeZone }: Settings, now: Instant): Instant {
  const { feesDueDay, termDays } = sections.payments
  const day = addDays(firstDayOf(month), feesDueDay - 1)
  const end = endOfDay(timeZone, day)
  return end > now ? end : deadlineFrom(now, termDays)
}

export async function billOf(
  db: Tx,
  categories: Categories,
  month: Month,
  now: Instant,
): Promise<Omit<Bill, 'undo' | 'dueOn'>> {
  const prices = new Map(categories.membershipCategories.map(({ id, monthlyPrice }) => [id, monthlyPrice]))
  const priced = [...prices].flatMap(([id, price]) => (price === null ? [] : [id]))
  const { from: first, until: after } = daysOfMonth(month)
  const inMonth = and(
    or(isNull(categorySpans.since), lt(categorySpans.since, after)),
    or(isNull(categorySpans.until), gt(categorySpans.until, first)),
  )
  const billed = db.select({ id: monthlyFees.personId }).from(monthlyFees).where(eq(monthlyFees.month, month))
  const had = db.select({ id: categorySpans.personId }).from(categorySpans).where(inMonth)
  const known = await db
    .select()
    .from(people)
    .where(
      and(
        isNull(people.deletedAt),
        or(inArray(people.id, had), inArray(people.id, billed), inArray(people.membershipCategory, priced)),
      ),
    )
    .orderBy(asc(people.displayName), asc(people.familyName), asc(people.id))
  const [spans, paused, fees] = await Promise.all([
    // also those before it: the last of them says since when somebody has what they have now
    db.select().from(categorySpans).orderBy(asc(categorySpans.id)),
    db
      .select()
      .from(pauses)
      .where(and(lt(pauses.from, after), gte(pauses.until, first))),
    db
      .select({ fee: monthlyFees, price: payments.price, discount: payments.discount, status: payments.status })
      .from(monthlyFees)
      .innerJoin(payments, eq(payments.id, monthlyFees.paymentId))
      .where(eq(monthlyFees.month, month)),
  ])
  const spansOf = groupedBy(spans, ({ personId }) => personId)
  const pausesOf = groupedBy(paused, ({ personId }) => personId)
  const feeFor = new Map(fees.map((one) => [one.fee.personId, one]))
  const found = known.flatMap((person) => {
    const theirs = hadBy(person, spansOf.get(person.id) ?? [])
    const fee = feeOf(month, theirs, (id) => prices.get(id) ?? null, pausesOf.get(person.id) ?? [])
    const made = feeFor.get(person.id)
    if (!fee && !made) return []
    return [{ person, fee, made }]
  })
  const ids = found.map(({ person }) => person.id)
  const accountOf = ids.length > 0 ? await payingAccounts(db, ids, null) : new Map<string, string>()
  const apart = await apartOf(
    db,
    found.map(({ person }) => person),
    accountOf,
  )
  const rows = found.map(({ person, fee, made }): BillRow => {
    const { id: personId, displayName, familyName } = person
    return {
      personId,
      payerId: accountOf.get(personId) ?? payerOfPerson(personId),
      displayName,
      familyName,
      apart: apart.get(personId) ?? null,
      categoryId: made?.fee.categoryId ?? fee?.categoryId ?? '',
      full: made ? made.price + made.discount : (fee?.full ?? 0),
      joined: fee?.joined ?? null,
      left: fee?.left ?? null,
      pauses: (fee?.pauses ?? []).map(({ id, from, until, reason }) => ({ id, from, until, reason })),
      pausedThroughout: fee?.pausedThroughout ?? false,
      billed: made ? { price: made.price, discount: made.discount, status: made.status } : null,
    }
  })
  return { rows, families: await familiesOf(db, rows, now) }
}

/** What tells people of the same name apart, by person. */
async function apartOf(
  db: Tx,
  found: readonly (typeof people.$inferSelect)[],
  accountOf: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, BillRow['apart']>> {
  const namesakes = [...groupedBy(found, (person) => nameKey(fullName(person))).values()]
    .filter((group) => group.length > 1)
    .flat()
  const payingIds = namesakes.flatMap(({ id }) => accountOf.get(id) ?? [])
  const { id, email } = accounts
  const paying = payingIds.length > 0 ? await db.select({ id, email }).from(accounts).where(inArray(id, payingIds)) : []
  const emails = new Map(paying.map((account) => [account.id, account.email]))
  return new Map(namesakes.map(({ id, dob }) => [id, { dob, email: emails.get(accountOf.get(id) ?? '') ?? '' }]))
}

/** Payers of several people, at least one of whom is to be billed. */
async function familiesOf(db: Tx, rows: readonly BillRow[], now: Instant): Promise<Bill['families']> {
  const payerIds = [...new Set(rows.map(({ payerId }) => payerId))]
  if (payerIds.length === 0) return []
  const running = groupedBy(await runningOf(db, payerIds, now), ({ payerId }) => payerId)
  const rowsOf = groupedBy(rows, ({ payerId }) => payerId)
  const several = payerIds.flatMap((payerId) => {
    const theirs = running.get(payerId) ?? []
    const personIds = new Set([...theirs, ...(rowsOf.get(payerId) ?? [])].map(({ personId }) => personId))
    return personIds.size > 1 ? [{ payerId, personIds, theirs }] : []
  })
  if (several.length === 0) return []
  const order = await oldestFirst(
    db,
    several.flatMap(({ personIds }) => [...personIds]),
  )
  const place = new Map(order.map((id, index) => [id, index]))
  return several.map(({ payerId, personIds, theirs }) => ({
    payerId,
    people: withSums(
      [...personIds].toSorted((a, b) => (place.get(a) ?? 0) - (place.get(b) ?? 0)),
      theirs,
    ),
  }))
}

/** The last batch, while it can be undone. */
async function lastPress(db: Tx, month: Month, now: Instant): Promise<Bill['undo']> {
  const fresh = and(eq(monthlyFees.month, month), gt(monthlyFees.createdAt, now - UNDO_WITHIN))
  const made = await db.select().from(monthlyFees).where(fresh).orderBy(desc(monthlyFees.createdAt))
  const [last] = made
  if (!last) return null
  const { batch, createdAt } = last
  return { batch, until: createdAt + UNDO_WITHIN, count: made.filter((one) => one.batch === batch).length }
}
