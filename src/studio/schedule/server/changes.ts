// Changes of entries that can still be undone, or are not told yet.
import { and, asc, eq, exists, inArray, isNull, sql } from 'drizzle-orm'
import type { Instant } from '#kernel/time.ts'
import type { Tx } from '#server/db/database.ts'
import { job } from '#server/jobs/jobs.ts'
import type { CommandContext } from '#server/procedures.ts'
import { entryChanged, timeChanged } from '../events.ts'
import { hasNewTime } from '../rules.ts'
import { factsOf, type ChangedFacts, type ChangeKind } from '../rules/changes.ts'
import { scheduleChangedEntries, scheduleChanges } from '../tables.ts'
import { lockEntries, type ScheduleRow } from './lock.ts'

/** Job that tells about all waiting changes, once none can be undone: see registrations/server/tellOfChanges.ts. */
export const tellOfChanges = job<{ changeId: number }>('schedule.tellOfChanges', ({ changeId }) => String(changeId))

interface Changed {
  readonly before: ScheduleRow
  readonly after: ScheduleRow
}

/** The acting account, if there is one. */
export const actorOf = ({ actorId }: CommandContext): string[] => (actorId === null ? [] : [actorId])

/** Records changes of locked entries, for undoing them and telling about them later. */
export async function noteChange(
  c: CommandContext,
  kind: ChangeKind,
  changed: readonly Changed[],
  { undoableUntil, toldApart = [] }: { undoableUntil: Instant; toldApart?: readonly string[] },
): Promise<number> {
  const [change] = await c.tx
    .insert(scheduleChanges)
    .values({ kind, at: c.now, undoableUntil, knownTo: [...actorOf(c), ...toldApart] })
    .returning({ id: scheduleChanges.id })
  if (!change) throw new Error('The change was not noted.')
  await c.tx.insert(scheduleChangedEntries).values(
    changed.map(({ before, after }) => ({
      changeId: change.id,
      scheduleId: before.id,
      before: factsOf(before),
      after: factsOf(after),
    })),
  )
  await c.queueOrReplace(tellOfChanges, undoableUntil, { changeId: change.id })
  return change.id
}

/** Raises that a locked entry was edited, and first, if so, that it has another time. */
export async function raiseChanged(c: CommandContext, { before, after }: Changed, told: 'now' | 'later' | 'apart') {
  if (hasNewTime(before, after)) await c.raise(timeChanged, { scheduleId: after.id })
  await c.raise(entryChanged, { before, after, told })
}

/** Whether a locked entry has changes that people are not told about yet. */
export async function waitsToBeTold(tx: Tx, scheduleId: string): Promise<boolean> {
  const [found] = await tx
    .select({ changeId: scheduleChangedEntries.changeId })
    .from(scheduleChangedEntries)
    .where(eq(scheduleChangedEntries.scheduleId, scheduleId))
    .limit(1)
  return found !== undefined
}

/** One change of an entry: when, its facts before and after, and the accounts that know about it. */
export interface Step {
  readonly kind: ChangeKind
  readonly at: Instant
  readonly before: StepFacts
  readonly after: StepFacts
  readonly knownTo: readonly string[]
}
type StepFacts = Pick<ChangedFacts, 'startsAt' | 'endsAt' | 'roomId' | 'teacherIds'>

/** Changes of an entry that people are not told about yet, oldest first. */
export const untoldOf = (tx: Tx, scheduleId: string): Promise<Step[]> =>
  tx
    .select({
      kind: scheduleChanges.kind,
      at: scheduleChanges.at,
      knownTo: scheduleChanges.knownTo,
      before: scheduleChangedEntries.before,
      after: scheduleChangedEntries.after,
    })
    .from(scheduleChangedEntries)
    .innerJoin(scheduleChanges, eq(scheduleChanges.id, scheduleChangedEntries.changeId))
    .where(eq(scheduleChangedEntries.scheduleId, scheduleId))
    .orderBy(asc(scheduleChanges.id))

export type Change = typeof scheduleChanges.$inferSelect
export type ChangedEntry = typeof scheduleChangedEntries.$inferSelect

/** Locks a change after its existing entries. */
export async function lockChange(c: CommandContext, changeId: number) {
  const entries = await lockEntries(c.tx, await entriesOf(c.tx, eq(scheduleChangedEntries.changeId, changeId)))
  const [change] = await c.tx.select().from(scheduleChanges).where(eq(scheduleChanges.id, changeId)).for('update')
  const changed = await c.tx.select().from(scheduleChangedEntries).where(eq(scheduleChangedEntries.changeId, changeId))
  return { change: change ?? null, entries, changed }
}

/** Locks all changes that are not told yet, oldest first, after their entries. */
export async function lockChanges(c: CommandContext) {
  const entries = await lockEntries(c.tx, await entriesOf(c.tx))
  const changes = await c.tx.select().from(scheduleChanges).orderBy(asc(scheduleChanges.id)).for('update')
  const changed = await c.tx.select().from(scheduleChangedEntries).orderBy(asc(scheduleChangedEntries.changeId))
  return { changes, changed, entries }
}

async function entriesOf(tx: Tx, where?: ReturnType<typeof eq>): Promise<string[]> {
  const found = await tx
    .selectDistinct({ scheduleId: scheduleChangedEntries.scheduleId })
    .from(scheduleChangedEntries)
    .where(where)
  return found.map(({ scheduleId }) => scheduleId)
}

/** Deletes changes that everybody has been told about. */
export async function forgetChanges(c: CommandContext, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await c.tx.delete(scheduleChanges).where(inArray(scheduleChanges.id, [...ids]))
}

/** Whether a later change, which can still be undone, has changed one of the same entries. */
export async function isChangedAgain(tx: Tx, { id }: Change, now: Instant): Promise<boolean> {
  const own = tx
    .select({ scheduleId: scheduleChangedEntries.scheduleId })
    .from(scheduleChangedEntries)
    .where(eq(scheduleChangedEntries.changeId, id))
  const same = tx
    .select({ changeId: scheduleChangedEntries.changeId })
    .from(scheduleChangedEntries)
    .where(
      and(eq(scheduleChangedEntries.changeId, scheduleChanges.id), inArray(scheduleChangedEntries.scheduleId, own)),
    )
  const [later] = await tx
    .select({ id: scheduleChanges.id })
    .from(scheduleChanges)
    .where(
      and(
        sql`${scheduleChanges.id} > ${id}`,
        isNull(scheduleChanges.undoneAt),
        sql`${scheduleChanges.undoableUntil} > ${sql.param(now, scheduleChanges.undoableUntil)}`,
        exists(same),
      ),
    )
    .limit(1)
  return later !== undefined
}
