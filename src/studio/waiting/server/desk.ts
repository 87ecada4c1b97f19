// Queries and commands of staff about waiting lists.
import { and, asc, eq, isNotNull, sql } from 'drizzle-orm'
import { done, refuse } from '#kernel/result.ts'
import type { Tx } from '#server/db/database.ts'
import { run, shared, type CommandContext } from '#server/procedures.ts'
import { people } from '#studio/accounts/tables.ts'
import { courses } from '#studio/courses/tables.ts'
import { absences, registrations } from '#studio/registrations/tables.ts'
import { schedule } from '#studio/schedule/tables.ts'
import type { Target } from '../rules.ts'
import { waiting } from '../tables.ts'
import { offerTo, withdrawAndPassOn } from './offer.ts'
import { lockBookable, offerNow, readBookable } from './bookable.ts'
import { isActive, isFor, targetOf } from './rows.ts'

/** The reason why nothing can be offered may be outdated, if it changes by time alone; the command checks it again. */
export const list = shared([waiting, people, schedule, registrations, absences, courses], async (q, target: Target) => {
  const bookable = await readBookable(q.db, q, target)
  const offered = bookable && offerNow(bookable, q)
  const whyNoOffer = offered && 'why' in offered ? offered.why : null
  return { rows: await rowsOf(q.db, target), whyNoOffer }
})

const rowsOf = (db: Tx, target: Target) =>
  db
    .select({
      id: waiting.id,
      userId: waiting.userId,
      displayName: people.displayName,
      familyName: people.familyName,
      joinedAt: waiting.joinedAt,
      state: waiting.state,
      offeredUntil: waiting.offeredUntil,
      skipped: waiting.skipped,
      toldAt: waiting.toldAt,
      takesItself: sql<boolean>`${isNotNull(waiting.takeWith)}`,
    })
    .from(waiting)
    .innerJoin(people, eq(people.id, waiting.userId))
    .where(and(isFor(target), isActive))
    .orderBy(asc(waiting.joinedAt), asc(waiting.id))

/** Reads the row under the lock of its class or course. */
async function lockRow(c: CommandContext, waitingId: string) {
  const find = () =>
    c.tx
      .select()
      .from(waiting)
      .where(and(eq(waiting.id, waitingId), isActive))
  const [seen] = await find()
  const bookable = seen && (await lockBookable(c, targetOf(seen)))
  const [row] = bookable ? await find() : []
  return row && bookable ? { row, bookable } : null
}

export const offer = run(async (c, { waitingId }: { waitingId: string }) => {
  const found = await lockRow(c, waitingId)
  if (found?.row.state !== 'waiting') return refuse('notWaiting')
  const { row, bookable } = found
  const offered = offerNow(bookable, c)
  if ('why' in offered) return refuse(offered.why)
  await offerTo(c, bookable, row, offered.until)
  return done(offered)
})

export const remove = run(async (c, { waitingId }: { waitingId: string }) => {
  const found = await lockRow(c, waitingId)
  if (!found) return refuse('notWaiting')
  await withdrawAndPassOn(c, found.row, 'removed')
  return done({})
})
