// The payers, and their open payments, among whom staff look for whom to assign a line to.
import { and, desc, inArray, isNull } from 'drizzle-orm'
import type { Cents } from '#kernel/money.ts'
import { personal } from '#server/procedures.ts'
import { namedLike, ofPeopleFound } from '#studio/accounts/server/search.ts'
import { guardians, people } from '#studio/accounts/tables.ts'
import { namesOf, payerIdFor } from '#studio/payments/server/payers.ts'
import { paymentsFound } from '#studio/payments/server/search.ts'
import { openOfPeople } from '#studio/payments/server/transfers.ts'
import { nearestFirst, takesTransfer } from '../rules.ts'
import { payerOf } from './deeds.ts'
import { tables } from './lines.ts'

/** How many people a search names, in addition to those who have something open. */
const MOST_NAMED = 10

export const openPayments = personal(
  { on: [...tables, guardians] },
  async (q, asked: { search: string; cents: Cents }) => {
    const { db } = q
    const { search, cents: sum } = asked
    if (search.trim() === '') return []
    const open = await openOfPeople(db, await paymentsFound(q, search), sum)
    const begins = await namedLike(db, search)
    const named = await db
      .select({ userId: people.id })
      .from(people)
      .where(and(isNull(people.deletedAt), await ofPeopleFound(db, search, people.id)))
      .orderBy(desc(begins), people.displayName, people.familyName, people.id)
      .limit(MOST_NAMED)
    const others = await Promise.all(
      named.map(async ({ userId }) => ({ userId, payerId: await payerIdFor(db, userId) })),
    )
    const payerIds = [...new Set([...open, ...others].map(({ payerId }) => payerId))]
    const names = await namesOf(db, payerIds)
    const found = payerIds.map((payerId) => ({
      ...payerOf(payerId, names),
      payments: open
        .filter((payment) => payment.payerId === payerId)
        .map((payment) => {
          const { id, description, startsAt, userId, person, rest: cents } = payment
          return {
            paymentId: id,
            description,
            startsAt,
            userId,
            person,
            cents,
            markedByTeacher: !takesTransfer(payment),
          }
        }),
    }))
    const shown = found.flatMap((payer) => [payer.userId, ...payer.payments.map(({ userId }) => userId)])
    const near = await db
      .select({ id: people.id })
      .from(people)
      .where(and(inArray(people.id, shown), begins))
    return nearestFirst(found, sum, new Set(near.map(({ id }) => id)))
  },
)
