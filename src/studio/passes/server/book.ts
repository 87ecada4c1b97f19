import { and, count, desc, eq, exists, getTableColumns, inArray, sql } from 'drizzle-orm'
import { pageOf } from '#kernel/paging.ts'
import type { Tx } from '#server/db/database.ts'
import { contentOf } from '#server/changes/topics.ts'
import { personal, shared } from '#server/procedures.ts'
import { fullName } from '#studio/accounts/rules.ts'
import { accounts, guardians, people } from '#studio/accounts/tables.ts'
import { paymentColumns } from '#studio/memberships/server/paymentColumns.ts'
import { passEntries, purchases } from '#studio/memberships/tables.ts'
import { registrations } from '#studio/registrations/tables.ts'
import { schedule } from '#studio/schedule/tables.ts'
import { freezes } from '../tables.ts'
import { freezeAndComing } from './shown.ts'
import { seenBy } from '#studio/payments/server/seenBy.ts'
import { payments } from '#studio/payments/tables.ts'

/** A pass with its payment as account `by` sees it; without `by` the whole payment. */
async function passOf(db: Tx, purchaseId: string, by?: string) {
  const [found] = await db
    .select({
      pass: purchases,
      displayName: people.displayName,
      familyName: people.familyName,
      ...paymentColumns,
      payerId: payments.payerId,
    })
    .from(purchases)
    .innerJoin(people, eq(people.id, purchases.userId))
    .leftJoin(payments, and(eq(payments.id, purchases.paymentId), by === undefined ? undefined : seenBy(payments, by)))
    .where(eq(purchases.id, purchaseId))
  if (!found) return null
  const { pass, ...more } = found
  return { ...pass, ...more }
}

/** One page of a pass's lines, the newest first, each with the name of its author. */
async function linesOf(db: Tx, purchaseId: string, asked: number) {
  const which = eq(passEntries.purchaseId, purchaseId)
  const [all] = await db.select({ total: count() }).from(passEntries).where(which)
  return await pageOf(asked, all?.total, async (limit, offset) => {
    const found = await db
      .select({ line: getTableColumns(passEntries), who: people })
      .from(passEntries)
      .leftJoin(accounts, eq(accounts.id, passEntries.byAccountId))
      .leftJoin(people, eq(people.id, accounts.personId))
      .where(which)
      .orderBy(desc(passEntries.id))
      .limit(limit)
      .offset(offset)
    return found.map(({ line, who }) => ({
      ...line,
      by: line.byAccountId === null ? null : who ? fullName(who) : '',
    }))
  })
}

interface Asked {
  readonly id: string
  readonly page: number
}

export const bookOf = shared(
  [purchases, payments, people, contentOf(accounts), freezes, registrations, contentOf(schedule)],
  async (q, { id, page }: Asked) => {
    const pass = await passOf(q.db, id)
    return pass && { pass, ...(await linesOf(q.db, id, page)), ...(await freezeAndComing(q, pass)) }
  },
)

/** The pass's owner sees names of family members, but not of staff. */
export const book = personal(
  {
    on: [people, guardians, contentOf(accounts), contentOf(schedule)],
    ownOn: [purchases.userId, payments.userId, freezes.userId, registrations.userId],
  },
  async (q, { id, page }: Asked) => {
    const { db, subjectId, accountId } = q
    const pass = await passOf(db, id, accountId ?? '')
    if (pass?.userId !== subjectId) return null
    const { rows, ...rest } = await linesOf(db, id, page)
    const writers = rows.flatMap(({ byAccountId }) => byAccountId ?? [])
    const link = db
      .select({ id: guardians.accountId })
      .from(guardians)
      .where(and(eq(guardians.accountId, accounts.id), eq(guardians.personId, subjectId)))
    const found = await db
      .select({
        id: accounts.id,
        role: accounts.role,
        isFamily: sql<boolean>`${eq(accounts.personId, subjectId)} or ${exists(link)}`,
      })
      .from(accounts)
      .where(inArray(accounts.id, writers))
    const known = new Map(found.map((one) => [one.id, one]))
    const nameFor = ({ byAccountId, by }: (typeof rows)[number]) => {
      const writer = known.get(byAccountId ?? '')
      if (byAccountId === null || writer?.isFamily) return by
      // former guardians and deleted accounts are not named
      return writer && writer.role !== 'user' ? null : ''
    }
    const seen = rows.map((row) => ({ ...row, by: nameFor(row) }))
    return {
      pass: { ...pass, paymentId: pass.payerId === accountId ? pass.paymentId : null },
      rows: seen,
      ...rest,
      ...(await freezeAndComing(q, pass)),
    }
  },
)
