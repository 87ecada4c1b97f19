import { and, asc, count, desc, eq, inArray, isNotNull, isNull, sql, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { newId } from '#kernel/ids.ts'
import { euros, type Cents } from '#kernel/money.ts'
import { partOf } from '#kernel/paging.ts'
import type { InputOf } from '#kernel/procedures.ts'
import { done, refuse } from '#kernel/result.ts'
import { contentOf } from '#server/changes/topics.ts'
import { on } from '#server/events.ts'
import { personal, run, shared, type CommandContext, type PersonalContext } from '#server/procedures.ts'
import { fullName, may, refuseWrong } from '#studio/accounts/rules.ts'
import { namesOfAccounts } from '#studio/accounts/server/names.ts'
import { accounts, people } from '#studio/accounts/tables.ts'
import { confirmationEnds, paymentMarked, paymentUnconfirmed, paymentUnmarked } from '#studio/payments/events.ts'
import { canMove, isDue, receivedOf } from '#studio/payments/rules.ts'
import { lockPayers } from '#studio/payments/server/credit.ts'
import { keepCash } from '#studio/payments/server/cancel.ts'
import { lockPayment, lockPayments, settle, takenAtDesk, unmark } from '#studio/payments/server/settle.ts'
import { payments } from '#studio/payments/tables.ts'
import { featureEnds } from '#studio/settings/events.ts'
import { switchedOn } from '#studio/settings/rules.ts'
import type { door as contract } from '../contract.ts'
import { logLines } from '../messages/log.ts'
import { checkCount, countUndoableUntil } from '../rules.ts'
import { handOvers, takings } from '../tables.ts'

/** Cash that a teacher marks as received goes into the teacher's cash box. */
export const intoTheBox = on(paymentMarked, async (c, { payment, cents, at }) => {
  const counts = switchedOn(c.settings.sections).includes('door') && payment.paymentMethod === 'cash' && cents > 0
  if (!counts || c.actorId === null) return
  const taking = { id: newId(), paymentId: payment.id, boxOf: c.actorId, cents, takenAt: at }
  await c.tx.insert(takings).values(taking)
})

/**
 * A payment confirmed otherwise, or unmarked, leaves the box; if it was cancelled, the cash stays, to be given back.
 */
export const outOfTheBox = on(paymentUnmarked, async (c, { payment, after }) => {
  if (after.status === 'cancelled') return
  const its = eq(takings.paymentId, payment.id)
  if (isDue(after) && receivedOf(after) === receivedOf(payment)) await c.tx.delete(takings).where(and(its, inBoxes))
  await c.tx
    .update(takings)
    .set({ settledAt: c.now })
    .where(and(its, isNull(takings.settledAt)))
})

/** Undoing a confirmation puts the cash back into its box. */
export const backInTheBox = on(paymentUnconfirmed, async (c, { payment, confirmedAt }) => {
  await c.tx
    .update(takings)
    .set({ settledAt: null })
    .where(and(eq(takings.paymentId, payment.id), eq(takings.settledAt, confirmedAt)))
})

/** Keeps a confirmation whose cash was counted since: it has left the box. */
export const keepOnceCounted = on(confirmationEnds, async (c, { payment, confirmedAt, keep }) => {
  const [counted] = await c.tx
    .select({ id: takings.id })
    .from(takings)
    .innerJoin(handOvers, eq(handOvers.id, takings.handOverId))
    .where(and(eq(takings.paymentId, payment.id), eq(takings.settledAt, confirmedAt), isNotNull(handOvers.confirmedAt)))
    .limit(1)
  if (counted) keep()
})

export const keepWhileCash = on(featureEnds, async (c, { feature, keep }) => {
  if (feature !== 'door') return
  const [pending] = await c.tx.select({ count: count() }).from(takings).where(isNull(takings.settledAt))
  if ((pending?.count ?? 0) > 0) keep('cashPending')
})

/** Reason of a confirmation by hand-over, in the payment's history. */
export const HANDED_OVER = 'cash handed over'

const reads = [takings, handOvers, payments, people, contentOf(accounts)]

const inBoxes = and(isNull(takings.settledAt), isNull(takings.handOverId))

type BoxOf = typeof takings.boxOf | typeof handOvers.boxOf

const ownOf = ({ kind, accountId }: PersonalContext, column: BoxOf) =>
  may(kind, 'confirmPayments') ? undefined : eq(column, accountId ?? '')

/**
 * Boxes with cash, hand-overs to be confirmed, and the last confirmed ones: all for those who count them, else the
 * caller's own.
 */
export const boxes = personal({ on: reads }, async (q) => {
  const { db, now } = q
  const counts = may(q.kind, 'confirmPayments')
  const own = (column: BoxOf) => ownOf(q, column)
  const unsettled = await db
    .select({
      id: takings.id,
      boxOf: takings.boxOf,
      cents: takings.cents,
      takenAt: takings.takenAt,
      handOverId: takings.handOverId,
      description: payments.description,
      status: payments.status,
      displayName: people.displayName,
      familyName: people.familyName,
    })
    .from(takings)
    .innerJoin(payments, eq(payments.id, takings.paymentId))
    .innerJoin(people, eq(people.id, payments.userId))
    .where(and(isNull(takings.settledAt), own(takings.boxOf)))
    .orderBy(asc(takings.takenAt), asc(takings.id))
  const [waiting, past] = await Promise.all([
    db
      .select()
      .from(handOvers)
      .where(and(isNull(handOvers.confirmedAt), own(handOvers.boxOf)))
      .orderBy(asc(handOvers.handedAt)),
    db
      .select()
      .from(handOvers)
      .where(and(isNotNull(handOvers.confirmedAt), own(handOvers.boxOf)))
      .orderBy(desc(handOvers.confirmedAt))
      .limit(PAST_SHOWN),
  ])
  const ids = [...new Set([...unsettled, ...waiting, ...past].map(({ boxOf }) => boxOf))]
  const names = await namesOfAccounts(db, ids)
  const shown = unsettled.map(({ displayName, familyName, status, ...taking }) => {
    return { ...taking, name: fullName({ displayName, familyName }), cancelled: status === 'cancelled' }
  })
  const named = <One extends { boxOf: string }>(one: One) => ({ ...one, boxName: names.get(one.boxOf) ?? '' })
  const boxOf = (id: string) => ({
    boxOf: id,
    takings: shown.filter((taking) => taking.boxOf === id && taking.handOverId === null),
  })
  return {
    boxes: ids.map((id) => named(boxOf(id))).filter(({ takings: own }) => own.length > 0),
    waiting: waiting.map((one) => ({
      ...named(one),
      undoable: counts || one.handedBy === q.accountId,
      takings: shown.filter((taking) => taking.handOverId === one.id),
    })),
    past: past.map((one) => {
      const until = countUndoableUntil(one)
      const undoable = counts && until > now
      if (undoable) q.changesAt(until)
      return { ...named(one), undoable }
    }),
  }
})

const PAST_SHOWN = 20

export const toCount = shared([handOvers], async ({ db }) => {
  const sum = sql<Cents>`coalesce(sum(${handOvers.cents}), 0)`.mapWith(Number)
  const [found] = await db
    .select({ handOvers: count(), cents: sum })
    .from(handOvers)
    .where(isNull(handOvers.confirmedAt))
  return found ?? { handOvers: 0, cents: 0 }
})

const owner = alias(people, 'owner')
const ownerName = { displayName: owner.displayName, familyName: owner.familyName }
const nameOf = (found: { displayName: string; familyName: string } | null) => (found ? fullName(found) : '')

export const takingsForExport = personal({ on: reads }, async (q, { part }: { part: number }) => {
  const { db } = q
  const own = ownOf(q, takings.boxOf)
  const [all] = await db.select({ count: count() }).from(takings).where(own)
  const { rows, ...file } = await partOf(part, all?.count ?? 0, (limit, offset) =>
    db
      .select({
        taking: takings,
        handedAt: handOvers.handedAt,
        payment: { description: payments.description, status: payments.status },
        person: { displayName: people.displayName, familyName: people.familyName },
        owner: ownerName,
      })
      .from(takings)
      .innerJoin(payments, eq(payments.id, takings.paymentId))
      .innerJoin(people, eq(people.id, payments.userId))
      .leftJoin(handOvers, eq(handOvers.id, takings.handOverId))
      .leftJoin(accounts, eq(accounts.id, takings.boxOf))
      .leftJoin(owner, eq(owner.id, accounts.personId))
      .where(own)
      .orderBy(desc(takings.takenAt), desc(takings.id))
      .limit(limit)
      .offset(offset),
  )
  const shown = rows.map(({ taking, handedAt, payment, person, owner: theirs }) => {
    const { id, cents, takenAt, handOverId, settledAt } = taking
    const { description, status } = payment
    const facts = { id, cents, takenAt, handOverId, handedAt, settledAt, description }
    return { ...facts, name: fullName(person), cancelled: status === 'cancelled', boxName: nameOf(theirs) }
  })
  return { ...file, rows: shown }
})

export const handOversForExport = personal({ on: reads }, async (q, { part }: { part: number }) => {
  const { db } = q
  const own = ownOf(q, handOvers.boxOf)
  const [all] = await db.select({ count: count() }).from(handOvers).where(own)
  const { rows, ...file } = await partOf(part, all?.count ?? 0, (limit, offset) =>
    db
      .select({ handOver: handOvers, owner: ownerName })
      .from(handOvers)
      .leftJoin(accounts, eq(accounts.id, handOvers.boxOf))
      .leftJoin(owner, eq(owner.id, accounts.personId))
      .where(own)
      .orderBy(desc(handOvers.handedAt), desc(handOvers.id))
      .limit(limit)
      .offset(offset),
  )
  return { ...file, rows: rows.map((one) => ({ ...one.handOver, boxName: nameOf(one.owner) })) }
})

/** Whether it is the caller's own box, or the caller counts all boxes. */
const mayUse = ({ me }: CommandContext, boxOf: string): boolean =>
  boxOf === me.accountId || may(me.kind, 'confirmPayments')

/** Hands over the listed takings only, not cash taken since. An admin can do it for somebody who left. */
export const handOver = run(async (c, { boxOf, takingIds }: InputOf<typeof contract.handOver>) => {
  if (!mayUse(c, boxOf)) return refuse('notYourBox')
  const listed = and(eq(takings.boxOf, boxOf), inArray(takings.id, [...takingIds]))
  const paid = await lockPayments(c, inArray(payments.id, paymentsOf(c, listed)))
  const found = await c.tx
    .select({ id: takings.id, cents: takings.cents })
    .from(takings)
    .where(and(inBoxes, listed))
    .orderBy(takings.id)
    .for('update')
  if (found.length !== new Set(takingIds).size) return refuse('boxChanged')
  if (paid.some(({ status }) => status === 'cancelled')) return refuse('giveBackFirst')
  const id = newId()
  const cents = found.reduce((sum, taking) => sum + taking.cents, 0)
  await c.tx.insert(handOvers).values({ id, boxOf, cents, handedAt: c.now, handedBy: c.me.accountId })
  await c.tx
    .update(takings)
    .set({ handOverId: id })
    .where(inArray(takings.id, [...takingIds]))
  const metadata = { handOverId: id, boxOf, amount: euros(cents, 'en'), payments: found.length }
  c.log({ channel: 'payments', level: 'info', message: logLines.handedOver(cents), metadata })
  return done({ id, cents })
})

export const paymentsOf = (c: CommandContext, which: SQL | undefined) =>
  c.tx.select({ id: takings.paymentId }).from(takings).where(which)

/**
 * Confirms a counted hand-over: each payment is confirmed with its amount, on the day on which it was taken; a
 * difference is recorded separately. Cash of a payment cancelled meanwhile belongs to its payer.
 */
export const confirmHandOver = run(async (c, input: InputOf<typeof contract.confirmHandOver>) => {
  const { handOverId, counted, reason } = input
  const [found] = await c.tx.select().from(handOvers).where(eq(handOvers.id, handOverId)).for('update')
  if (!found) return refuse('handOverNotFound')
  if (found.confirmedAt !== null) return refuse('alreadyConfirmed')
  const wrong = refuseWrong(checkCount(found.cents, input))
  if (wrong) return wrong
  const inIt = eq(takings.handOverId, handOverId)
  const paid = inArray(payments.id, paymentsOf(c, inIt))
  const payers = await c.tx.selectDistinct({ id: payments.payerId }).from(payments).where(paid)
  await lockPayers(
    c,
    payers.map(({ id }) => id),
  )
  const locked = new Map((await lockPayments(c, paid)).map((payment) => [payment.id, payment]))
  // read under the payments' locks: a payment settled meanwhile already has its money
  const within = await c.tx.select().from(takings).where(inIt)
  for (const { paymentId, cents, takenAt, settledAt } of within) {
    const payment = locked.get(paymentId)
    if (settledAt !== null || !payment) continue
    if (payment.status === 'cancelled') await keepCash(c, payment, cents, takenAt)
    if (!canMove(payment.status, 'confirm')) continue
    const money = takenAtDesk(c, { cents, way: 'cash', at: takenAt })
    await settle(c, payment, money, { rest: 'staysDue', reason: HANDED_OVER })
  }
  await c.tx
    .update(takings)
    .set({ settledAt: c.now })
    .where(and(inIt, isNull(takings.settledAt)))
  const confirmed = { counted, reason: reason.trim(), confirmedAt: c.now, confirmedBy: c.me.accountId }
  await c.tx.update(handOvers).set(confirmed).where(eq(handOvers.id, handOverId))
  logDifference(c, found, counted, reason.trim())
  return done({})
})

function logDifference(
  c: CommandContext,
  { id, boxOf, cents }: typeof handOvers.$inferSelect,
  counted: number,
  reason: string,
) {
  const difference = counted - cents
  const metadata = {
    handOverId: id,
    boxOf,
    amount: euros(cents, 'en'),
    counted: euros(counted, 'en'),
    ...(reason !== '' && { reason }),
  }
  const message = difference === 0 ? logLines.confirmed(counted) : logLines.confirmedOther(counted, difference)
  c.log({ channel: 'payments', level: difference === 0 ? 'info' : 'warning', message, metadata })
}

/** Removes a taking made for the wrong person; the payment is due again. */
export const notTaken = run(async (c, { takingId }: InputOf<typeof contract.notTaken>) => {
  const one = and(inBoxes, eq(takings.id, takingId))
  const [seen] = await c.tx.select({ paymentId: takings.paymentId }).from(takings).where(one)
  const payment = seen && (await lockPayment(c, seen.paymentId))
  const [taking] = await c.tx.select().from(takings).where(one).for('update')
  if (!payment || !taking) return refuse('boxChanged')
  if (!mayUse(c, taking.boxOf)) return refuse('notYourBox')
  if (payment.status !== 'markedByTeacher') return refuse('boxChanged')
  await unmark(c, payment, 'not taken after all')
  return done({})
})

/** Records that cash of a payment cancelled meanwhile was given back to its payer. */
export const giveBack = run(async (c, { takingId }: { takingId: string }) => {
  const [found] = await c.tx
    .select({ taking: takings, status: payments.status })
    .from(takings)
    .innerJoin(payments, eq(payments.id, takings.paymentId))
    .where(and(inBoxes, eq(takings.id, takingId)))
    .for('update', { of: takings })
  if (!found) return refuse('boxChanged')
  const { taking, status } = found
  if (!mayUse(c, taking.boxOf)) return refuse('notYourBox')
  if (status !== 'cancelled') return refuse('stillPaid')
  await c.tx.update(takings).set({ settledAt: c.now }).where(eq(takings.id, takingId))
  const metadata = { paymentId: taking.paymentId, boxOf: taking.boxOf }
  c.log({ channel: 'payments', level: 'info', message: logLines.givenBack(taking.cents), metadata })
  return done({})
})
