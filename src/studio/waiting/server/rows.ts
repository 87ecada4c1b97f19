import { and, asc, count, eq, inArray } from 'drizzle-orm'
import type { Tx } from '#server/db/database.ts'
import type { CommandContext } from '#server/procedures.ts'
import { logLines } from '../messages/log.ts'
import type { Target } from '../rules.ts'
import { activeStates, canMove, type State } from '../rules/states.ts'
import { waiting } from '../tables.ts'
import { forgetNewTime } from './newTime.ts'

export type Row = typeof waiting.$inferSelect

export const targetOf = ({ scheduleId, courseId }: Row): Target =>
  scheduleId === null ? { kind: 'course', id: courseId ?? '' } : { kind: 'class', id: scheduleId }

export const columnsOf = ({ kind, id }: Target) =>
  kind === 'class' ? { scheduleId: id, courseId: null } : { scheduleId: null, courseId: id }

export const isFor = ({ kind, id }: Target) => eq(kind === 'class' ? waiting.scheduleId : waiting.courseId, id)

export const isActive = inArray(waiting.state, [...activeStates])

/** The waiting people, the next one first. */
export const activeOf = (tx: Tx, target: Target) =>
  tx
    .select()
    .from(waiting)
    .where(and(isFor(target), isActive))
    .orderBy(asc(waiting.joinedAt), asc(waiting.id))

/** Number of people who wait for each class, including those with an offer. */
export async function waitingIn(tx: Tx, scheduleIds: readonly string[]): Promise<ReadonlyMap<string | null, number>> {
  if (scheduleIds.length === 0) return new Map()
  const found = await tx
    .select({ id: waiting.scheduleId, people: count() })
    .from(waiting)
    .where(and(inArray(waiting.scheduleId, [...scheduleIds]), isActive))
    .groupBy(waiting.scheduleId)
  return new Map(found.map(({ id, people }) => [id, people]))
}

export async function findActive(tx: Tx, target: Target, userId: string): Promise<Row | null> {
  const [row] = await tx
    .select()
    .from(waiting)
    .where(and(isFor(target), isActive, eq(waiting.userId, userId)))
  return row ?? null
}

type Change = Partial<Pick<Row, 'offeredUntil' | 'skipped' | 'toldAt'>>

/** Changes the state; the class or course must be locked. */
export async function move(c: CommandContext, row: Row, to: State, change: Change = {}): Promise<void> {
  if (!canMove(row.state, to)) throw new Error(`Nobody goes from ${row.state} to ${to}.`)
  const active = activeStates.some((state) => state === to)
  // an ended wait keeps no pass
  const ended = active ? { endedAt: null } : { endedAt: c.now, takeWith: null }
  await c.tx
    .update(waiting)
    .set({ state: to, offeredUntil: null, ...change, ...ended })
    .where(eq(waiting.id, row.id))
  if (!active) await forgetNewTime(c, [row.id])
  const { kind, id } = targetOf(row)
  const metadata = { [kind === 'class' ? 'scheduleId' : 'courseId']: id, user: row.userId }
  const channel = kind === 'class' ? 'registrations' : 'courses'
  c.log({ channel, level: 'info', message: logLines.moved(row.state, to), metadata })
}
