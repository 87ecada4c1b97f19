// What payers owe, and the letters that remind them.
import { and, eq, gt, gte, inArray, isNull, lt, lte, min, sql, type SQLWrapper } from 'drizzle-orm'
import { dayAndMonth } from '#kernel/clock.ts'
import { euros, type Cents } from '#kernel/money.ts'
import { done } from '#kernel/result.ts'
import { DAY, MINUTE, type Instant } from '#kernel/time.ts'
import { newId } from '#kernel/ids.ts'
import type { Tx } from '#server/db/database.ts'
import { recurring } from '#server/jobs/jobs.ts'
import { contentOf } from '#server/changes/topics.ts'
import { run, shared, type CommandContext, type QueryContext } from '#server/procedures.ts'
import { accounts, people } from '#studio/accounts/tables.ts'
import { told } from '#studio/notices/tables.ts'
import { accountReaders } from '#studio/notices/server/readers.ts'
import { letterKind, tell } from '#studio/notices/server/tell.ts'
import type { NoticeText } from '#studio/notices/rules.ts'
import { saidWhenWritten, withdraw, type SaidTo } from '#studio/notices/server/takeBack.ts'
import { letters } from '../messages/letters.ts'
import { logLines } from '../messages/log.ts'
import {
  dueStatuses,
  isOverdue,
  MOST_REMINDED,
  notReminded,
  restsUntil,
  type Debt,
  type NotReminded,
} from '../rules.ts'
import { payments, receipts } from '../tables.ts'
import { referenceFor, restUntil, transferFacts } from './howToPay.ts'
import { labelsOf, openOfPayer } from './openOfPayer.ts'
import { namesOf } from './payers.ts'
import { rest } from './rows.ts'

const debts = letterKind('payments.debts', 'payments')

/** Writes one letter with all that a payer owes; returns whether it was written. */
async function remind(c: CommandContext, payerId: string, version: number, batch?: string): Promise<boolean> {
  const words = await debtsLetter(c, payerId)
  if (!words) return false
  const readers = await accountReaders(c.tx, [payerId])
  return (await tell(c, debts, { subject: payerId, version, batch }, readers, words)) > 0
}

export const debtsWhenWritten = saidWhenWritten(debts, (c, { subject }) => debtsLetter(c, subject))

async function debtsLetter(c: CommandContext, payerId: string): Promise<((reader: SaidTo) => NoticeText) | null> {
  const [open, reference] = await Promise.all([openOfPayer(c.tx, payerId), referenceFor(c.tx, c.settings, payerId)])
  if (open.length === 0) return null
  const { timeZone, bankAccount } = c.settings
  const isLate = ({ standing }: (typeof open)[number]) => isOverdue(standing, c.now)
  const overdue = open.filter(isLate)
  const notDueYet = open.filter((one) => !isLate(one))
  return ({ language }) => {
    const { overdue: words, see } = letters[language]
    const labelOf = labelsOf(open, (instant) => dayAndMonth(language, timeZone, instant))
    const sumOf = (some: typeof open) =>
      euros(
        some.reduce((total, { rest }) => total + rest, 0),
        language,
      )
    const isSplit = overdue.length > 0 && notDueYet.length > 0
    return {
      subject: words.subject(sumOf(open)),
      paragraphs: [overdue.length > 0 ? words.intro(overdue.length, sumOf(overdue)) : words.noneOverdue],
      allToPay: {
        paragraphs: isSplit ? [words.notDueYet(notDueYet.length, sumOf(notDueYet))] : [],
        facts: [
          // the earliest deadline first, so that overdue payments are listed before the others
          ...open.map((one) => ({ label: labelOf(one), value: restUntil(c, language, one) })),
          ...(open.length > 1 && (isSplit || overdue.length === 0)
            ? [{ label: words.together, value: sumOf(open) }]
            : []),
          ...(bankAccount ? transferFacts(language, bankAccount, reference) : []),
        ],
      },
      button: { label: see, path: '/dashboard' },
      push: { title: words.title, body: '', path: '/dashboard' },
    }
  }
}

/** Payments that have been overdue for longer than this are not reminded automatically, only by staff (ms). */
const LONGEST_OVERDUE = 30 * DAY

/** How many payers one query reads, and how many letters one transaction writes at most. */
const AT_ONCE = 100

/**
 * Reminds payers of whom another payment has been overdue for the configured number of days since the last reminder.
 */
export const remindOfOverdue = recurring('payments.remindOfOverdue', 5 * MINUTE, async (c) => {
  const { overdueDays } = c.settings.sections.notices
  if (overdueDays === 0) return false
  let written = 0
  let after = ''
  // payers who may not be reminded now are found again each time, so page past them
  while (written < AT_ONCE) {
    const found = await overdueSince(c.tx, c.now - overdueDays * DAY, after)
    const owing = await debtsOf(
      c.tx,
      found.map(({ payerId }) => payerId),
    )
    for (const { payerId, deadline } of found) {
      const debt = owing.find((one) => one.payerId === payerId)
      if (debt && notReminded(debt, c.now) === null && (await remind(c, payerId, deadline))) written++
    }
    if (found.length < AT_ONCE) return false
    after = found.at(-1)?.payerId ?? ''
  }
  return true
})

/** Payers, sorted by id, with a payment that was overdue before `since` and of which they were not yet reminded. */
const overdueSince = (tx: Tx, since: Instant, after: string) =>
  tx
    .select({ payerId: payments.payerId, deadline: latest(payments.deadline) })
    .from(payments)
    .innerJoin(accounts, eq(accounts.id, payments.payerId))
    .where(
      and(
        gt(payments.payerId, after),
        inArray(payments.status, [...dueStatuses]),
        gt(payments.price, 0),
        lte(payments.deadline, since),
        gt(payments.deadline, since - LONGEST_OVERDUE),
        sql`not exists (select from ${told} where ${told.letter} = ${debts.name} and ${told.subject} = ${payments.payerId}
          and ${told.version} >= (extract(epoch from ${payments.deadline}) * 1000)::bigint)`,
      ),
    )
    .groupBy(payments.payerId)
    .orderBy(payments.payerId)
    .limit(AT_ONCE)

const latest = (column: SQLWrapper) => sql<Instant>`(extract(epoch from max(${column})) * 1000)::bigint`.mapWith(Number)

/** The facts that decide whether these payers may be reminded; payers without debt are left out. */
async function debtsOf(tx: Tx, payerIds: readonly string[]): Promise<(Debt & { payerId: string; name: string })[]> {
  if (payerIds.length === 0) return []
  const ids = [...payerIds]
  const [marked, returned, reminded, withAccount, names] = await Promise.all([
    tx
      .selectDistinct({ payerId: payments.payerId })
      .from(payments)
      .where(and(inArray(payments.payerId, ids), eq(payments.status, 'markedByUser'))),
    // when the bank last took a transfer of theirs back
    tx
      .select({ payerId: payments.payerId, at: latest(receipts.at) })
      .from(receipts)
      .innerJoin(payments, eq(payments.id, receipts.paymentId))
      .where(
        and(
          inArray(payments.payerId, ids),
          lt(receipts.cents, 0),
          eq(receipts.source, 'bank'),
          isNull(receipts.undoneAt),
        ),
      )
      .groupBy(payments.payerId),
    tx
      .select({ payerId: told.subject, at: latest(told.at) })
      .from(told)
      .where(and(eq(told.letter, debts.name), inArray(told.subject, ids)))
      .groupBy(told.subject),
    tx.select({ payerId: accounts.id }).from(accounts).where(inArray(accounts.id, ids)),
    namesOf(tx, ids),
  ])
  const timeOf = (rows: readonly { payerId: string; at: Instant }[], payerId: string): Instant | null =>
    rows.find((one) => one.payerId === payerId)?.at ?? null
  return ids.map((payerId) => ({
    payerId,
    name: names.get(payerId)?.name ?? '',
    hasAccount: withAccount.some((one) => one.payerId === payerId),
    saidPaid: marked.some((one) => one.payerId === payerId),
    returnedAt: timeOf(returned, payerId),
    remindedAt: timeOf(reminded, payerId),
  }))
}

interface Which {
  /** Only the payers of these payments; null for all payers with overdue payments. */
  readonly paymentIds: readonly string[] | null
}

/** The payers of open payments, with the reason why some of them are not reminded. */
async function candidates({ tx, now }: { tx: Tx; now: Instant }, { paymentIds }: Which) {
  const chosen = paymentIds === null ? lt(payments.deadline, now) : inArray(payments.id, [...paymentIds])
  const found = await tx
    .selectDistinct({ payerId: payments.payerId })
    .from(payments)
    .where(and(inArray(payments.status, [...dueStatuses]), gt(payments.price, 0), chosen))
    .orderBy(payments.payerId)
  const all = await debtsOf(
    tx,
    found.map(({ payerId }) => payerId),
  )
  return all.map((debt) => ({ ...debt, why: notReminded(debt, now) }))
}

/** What each of these payers owes, as in their letters (cents). */
async function owedByPayers(tx: Tx, payerIds: readonly string[]): Promise<ReadonlyMap<string, Cents>> {
  const found = await tx
    .select({ payerId: payments.payerId, owed: rest })
    .from(payments)
    .where(and(inArray(payments.payerId, [...payerIds]), inArray(payments.status, [...dueStatuses])))
    .groupBy(payments.payerId)
  return new Map(found.map(({ payerId, owed }) => [payerId, owed]))
}

/** The earliest deadline that is still to come, of open payments. */
async function nextDeadline(tx: Tx, now: Instant): Promise<Instant | null> {
  const [next] = await tx
    .select({ at: min(payments.deadline) })
    .from(payments)
    .where(and(inArray(payments.status, [...dueStatuses]), gt(payments.price, 0), gte(payments.deadline, now)))
  return next?.at ?? null
}

export const toRemind = shared([payments, told, people, contentOf(accounts)], async (q: QueryContext, which: Which) => {
  const all = await candidates({ tx: q.db, now: q.now }, which)
  if (which.paymentIds === null) q.changesAt(await nextDeadline(q.db, q.now))
  for (const { returned, reminded } of all.map(restsUntil)) {
    for (const at of [returned, reminded]) if (at > q.now) q.changesAt(at)
  }
  const reminded = all.filter(({ why }) => why === null)
  const owed = await owedByPayers(
    q.db,
    reminded.map(({ payerId }) => payerId),
  )
  const letters = reminded
    .map(({ payerId, name }) => ({ payerId, name, cents: owed.get(payerId) ?? 0 }))
    .toSorted((a, b) => b.cents - a.cents)
    .slice(0, MOST_REMINDED)
  return {
    owed: letters.reduce((sum, { cents }) => sum + cents, 0),
    letters,
    left: all.flatMap(({ name, why }): { name: string; why: NotReminded }[] => (why === null ? [] : [{ name, why }])),
  }
})

export const remindPayers = run(async (c, { payerIds, ...which }: Which & { readonly payerIds: readonly string[] }) => {
  const batch = newId()
  const listed = new Set(payerIds)
  let reminded = 0
  for (const { payerId, why } of await candidates(c, which)) {
    if (why === null && listed.has(payerId) && (await remind(c, payerId, c.now, batch))) reminded++
  }
  c.log({ channel: 'payments', level: 'info', message: logLines.reminded(reminded), metadata: { batch } })
  return done({ reminded, batch })
})

export const undoReminders = run(async (c, { batch }: { batch: string }) => {
  const withdrawn = await withdraw(c, batch)
  c.log({ channel: 'payments', level: 'info', message: logLines.remindersTakenBack(withdrawn), metadata: { batch } })
  return done({ withdrawn })
})
