// A payer's credit: what they have paid beyond what was due. Lock the payer before any payment, and before every
// change that makes it less.
import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { euros, type Cents } from '#kernel/money.ts'
import type { InputOf } from '#kernel/procedures.ts'
import { done, refuse } from '#kernel/result.ts'
import { dateIn, type LocalDate } from '#kernel/time.ts'
import type { Tx } from '#server/db/database.ts'
import { contentOf } from '#server/changes/topics.ts'
import { personal, run, shared, type CommandContext } from '#server/procedures.ts'
import { accounts, guardians, people } from '#studio/accounts/tables.ts'
import { schedule } from '#studio/schedule/tables.ts'
import type { payments as contract } from '../contract.ts'
import { paidBackEnds } from '../events.ts'
import { logLines } from '../messages/log.ts'
import {
  dueStatuses,
  inOrderOfDeadlines,
  paidByCredit,
  restOf,
  type CreditSource,
  type PaymentMethod,
} from '../rules.ts'
import { credits, payers, payments } from '../tables.ts'
import { openOfPayer } from './openOfPayer.ts'
import { payerIdFor } from './payers.ts'
import { lockPayments, settle } from './settle.ts'

/** A payer's remaining credit; never below 0. */
export async function creditOf(tx: Tx, payerId: string): Promise<Cents> {
  const [found] = await tx
    .select({ cents: sql<Cents>`coalesce(sum(${credits.cents}), 0)`.mapWith(Number) })
    .from(credits)
    .where(and(eq(credits.payerId, payerId), isNull(credits.undoneAt)))
  return found?.cents ?? 0
}

/** Locks payers, in the order of their ids. */
export async function lockPayers(c: CommandContext, ids: readonly string[]): Promise<void> {
  await c.tx
    .select({ id: payers.id })
    .from(payers)
    .where(inArray(payers.id, [...ids]))
    .orderBy(payers.id)
    .for('no key update')
}

interface Change {
  readonly payerId: string
  readonly cents: Cents
  readonly day: LocalDate
  readonly source: CreditSource
  /** How the money came or went; null if none did. */
  readonly way: PaymentMethod | null
  readonly sourceId?: string
  readonly paymentId?: string
}

/** Changes the credit of a payer, locked if it gets less; returns the id of the change. */
export async function changeCredit(c: CommandContext, change: Change): Promise<number> {
  const [made] = await c.tx
    .insert(credits)
    .values({ ...change, at: c.now, byUserId: c.actorId })
    .returning({ id: credits.id })
  if (!made) throw new Error('A change of credit was not stored.')
  const metadata = { payer: change.payerId, amount: euros(change.cents, 'en'), source: change.source }
  c.log({ channel: 'payments', level: 'info', message: logLines.creditChanged(change.cents), metadata })
  return made.id
}

export const myCredit = personal({ accountOn: [credits.payerId] }, async ({ db, accountId }) => ({
  credit: await creditOf(db, accountId ?? ''),
}))

export const creditFor = shared(
  [credits, payments, guardians, people, contentOf(accounts), contentOf(schedule)],
  async ({ db }, { userId }: { userId: string }) => {
    const payerId = await payerIdFor(db, userId)
    const open = await openOfPayer(db, payerId)
    return {
      credit: await creditOf(db, payerId),
      due: open.reduce((sum, one) => sum + one.rest, 0),
      open: open.map(({ id, description, startsAt, name, rest }) => ({
        id,
        description,
        startsAt,
        person: name,
        rest,
      })),
      changes: await newestChanges(db, payerId),
    }
  },
)

/** How many changes of credit a screen shows. */
const MOST_SHOWN = 10

const newestChanges = (tx: Tx, payerId: string) =>
  tx
    .select({
      id: credits.id,
      day: credits.day,
      cents: credits.cents,
      source: credits.source,
      what: sql<string>`coalesce(${payments.description}, '')`,
    })
    .from(credits)
    .leftJoin(payments, eq(payments.id, credits.paymentId))
    .where(and(eq(credits.payerId, payerId), isNull(credits.undoneAt)))
    .orderBy(desc(credits.id))
    .limit(MOST_SHOWN)

const isDueFrom = (payerId: string) => and(eq(payments.payerId, payerId), inArray(payments.status, [...dueStatuses]))

/** Pays due payments from the payer's credit, the earliest deadline first. */
async function spend(c: CommandContext, payerId: string) {
  await lockPayers(c, [payerId])
  const credit = await creditOf(c.tx, payerId)
  const due = (await lockPayments(c, isDueFrom(payerId))).toSorted(inOrderOfDeadlines)
  const day = dateIn(c.settings.timeZone, c.now)
  let used = 0
  const open = due.map((payment) => ({ payment, rest: restOf(payment) }))
  for (const { payment, pays: cents } of paidByCredit(credit, open)) {
    await changeCredit(c, { payerId, cents: -cents, day, source: 'used', way: null, paymentId: payment.id })
    const money = { cents, day, way: 'credit', source: 'credit' } as const
    await settle(c, payment, money, { rest: 'staysDue', reason: 'paid by credit' })
    used += cents
  }
  return used === 0 ? refuse('noCredit') : done({ used })
}

export const spendCredit = run((c: CommandContext) => spend(c, c.me.accountId))

export const spendCreditOf = run(async (c: CommandContext, { userId }: { userId: string }) =>
  spend(c, await payerIdFor(c.tx, userId)),
)

export const payBackCredit = run(async (c: CommandContext, input: InputOf<typeof contract.payBackCredit>) => {
  const { userId, cents, way } = input
  const payerId = await payerIdFor(c.tx, userId)
  await lockPayers(c, [payerId])
  if (cents <= 0 || cents > (await creditOf(c.tx, payerId))) return refuse('noCredit')
  await changeCredit(c, { payerId, cents: -cents, day: dateIn(c.settings.timeZone, c.now), source: 'paidBack', way })
  return done({})
})

/** Undoes a "paid back" entry that was a mistake. */
export const undoPaidBack = run(
  async (c: CommandContext, { userId, changeId }: { userId: string; changeId: number }) => {
    const payerId = await payerIdFor(c.tx, userId)
    await lockPayers(c, [payerId])
    const its = and(eq(credits.id, changeId), eq(credits.payerId, payerId), eq(credits.source, 'paidBack'))
    const [change] = await c.tx
      .select()
      .from(credits)
      .where(and(its, isNull(credits.undoneAt)))
    if (!change) return refuse('creditMoved')
    let kept = false
    await c.raise(paidBackEnds, { payerId, at: change.at, keep: () => (kept = true) })
    if (kept) return refuse('transferTakenBack')
    await c.tx.update(credits).set({ undoneAt: c.now }).where(its)
    const metadata = { payer: payerId, user: userId, amount: euros(-change.cents, 'en') }
    c.log({ channel: 'payments', level: 'info', message: logLines.notPaidBack(-change.cents), metadata })
    return done({})
  },
)

export const creditsOfPayer = (tx: Tx, payerId: string) =>
  tx
    .select()
    .from(credits)
    .where(and(eq(credits.payerId, payerId), isNull(credits.undoneAt)))
    .orderBy(asc(credits.id))
