// What lines do, did and no longer do, as the screen shows it: with the names of payers and payments.
import { eq, inArray } from 'drizzle-orm'
import type { Tx } from '#server/db/database.ts'
import { fullName } from '#studio/accounts/rules.ts'
import { people } from '#studio/accounts/tables.ts'
import type { OpenPayment, Share } from '#studio/payments/rules.ts'
import { itsClass } from '#studio/payments/server/openOfPayer.ts'
import { namesOf } from '#studio/payments/server/payers.ts'
import { payments } from '#studio/payments/tables.ts'
import { schedule } from '#studio/schedule/tables.ts'
import type { ShownDeed } from '../contract.ts'
import type { Outcome, PaidShare } from '../rules.ts'
import { takenBackOn } from './stays.ts'
import type { Line } from './waiting.ts'

/** What was done with these lines, and what was done and undone before. */
export async function deedsOf(db: Tx, some: readonly Line[]) {
  const all = some.flatMap(({ outcome, payerId, decidedBy, undone }) => [
    ...(outcome ? [{ outcome, payerId, decidedBy, by: null }] : []),
    ...undone,
  ])
  const payments = await descriptionsOf(
    db,
    all.flatMap(({ outcome }) => (outcome.way === 'ignored' ? [] : outcome.shares)),
  )
  const names = await namesOf(db, [
    ...all.flatMap(({ payerId, decidedBy, by }) => [payerId, decidedBy, by].filter((id) => id !== null)),
    ...[...payments.values()].map(({ payerId }) => payerId),
  ])
  const back = await takenBackOn(
    db,
    some.map(({ id }) => id),
  )
  const nameOf = (accountId: string | null) => names.get(accountId ?? '')?.name ?? ''
  const told = (outcome: Outcome, payerId: string | null): Pick<ShownDeed, 'did' | 'reason'> => {
    if (outcome.way === 'ignored') return { did: null, reason: outcome.reason }
    const paidFor = outcome.shares.flatMap(({ paymentId }) => payments.get(paymentId)?.payerId ?? [])
    const others = [...new Set(paidFor)].flatMap((id) => (id === payerId ? [] : (names.get(id) ?? [])))
    const did = { ...outcome, ...someone(payerId, names), others, shares: sharesOf(outcome.shares, payments) }
    return { did, reason: null }
  }
  return ({ id, outcome, payerId, decidedAt, decidedBy, undone }: Line) => ({
    decided: outcome && {
      ...told(outcome, payerId),
      at: decidedAt ?? 0,
      by: nameOf(decidedBy),
      undone: null,
      takenBackOn: back.get(id) ?? null,
    },
    undone: undone.map((one) => ({
      ...told(one.outcome, one.payerId),
      at: one.decidedAt,
      by: nameOf(one.decidedBy),
      undone: { at: one.at, by: nameOf(one.by) },
      takenBackOn: null,
    })),
  })
}

export async function descriptionsOf(db: Tx, parts: readonly Share[]) {
  if (parts.length === 0) return new Map<string, Described & { readonly payerId: string }>()
  const found = await db
    .select({
      id: payments.id,
      payerId: payments.payerId,
      description: payments.description,
      startsAt: schedule.startsAt,
      person: people,
    })
    .from(payments)
    .innerJoin(people, eq(people.id, payments.userId))
    .leftJoin(schedule, itsClass)
    .where(inArray(payments.id, [...new Set(parts.map(({ paymentId }) => paymentId))]))
  return new Map(
    found.map(({ id, person, ...payment }) => [id, { ...payment, userId: person.id, person: fullName(person) }]),
  )
}

export type Names = Awaited<ReturnType<typeof namesOf>>

export const payerOf = (payerId: string, names: Names) => ({
  payerId,
  ...(names.get(payerId) ?? { userId: '', name: '' }),
})

/** The same for a payer who may be unknown: a deleted one has no name and no page. */
export function someone(payerId: string | null | undefined, names: Names) {
  const { userId, name } = payerOf(payerId ?? '', names)
  return { payerId: payerId || '-', userId: userId || '-', name }
}

type Described = Pick<OpenPayment, 'description' | 'startsAt' | 'userId' | 'person'>

export const sharesOf = (parts: readonly PaidShare[], open: ReadonlyMap<string, Described>) =>
  parts.map(({ paymentId, cents, of }) => {
    const { description = '', startsAt = null, userId = '', person = '' } = open.get(paymentId) ?? {}
    return { paymentId, description, startsAt, userId, person, cents, ...(of !== undefined && { of }) }
  })
