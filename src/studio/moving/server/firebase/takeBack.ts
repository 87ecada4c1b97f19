// Undoes an import from Firebase kind by kind, rows that refer to others first.
import { and, asc, count, eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '#server/db/database.ts'
import { EVERYTHING } from '#server/changes/topics.ts'
import type { CommandContext } from '#server/procedures.ts'
import { placeFreed as coursePlaceFreed } from '#studio/courses/events.ts'
import { placeFreed } from '#studio/registrations/events.ts'
import { waiting } from '#studio/waiting/tables.ts'
import { emptyTally, kinds, type Kind, type Problem, type Tally } from '../../rules.ts'
import type { Far } from '../../rules/firebase.ts'
import { importedRows } from '../../tables.ts'
import type { Noted } from '../run.ts'
import { undo } from './undo.ts'
import type { Mark } from './used.ts'

const ofMove = (moveId: string) => eq(importedRows.moveId, moveId)

/** Counts the rows of an import by kind, as the rows to undo. */
export async function takenBy(tx: Tx, moveId: string): Promise<Tally> {
  const counted = await tx
    .select({ kind: importedRows.kind, taken: count() })
    .from(importedRows)
    .where(ofMove(moveId))
    .groupBy(importedRows.kind)
  const none = emptyTally()
  return { ...none, found: { ...none.found, ...Object.fromEntries(counted.map((one) => [one.kind, one.taken])) } }
}

interface Back {
  readonly moveId: string
  /** What was undone in earlier turns. */
  readonly tally: Tally
  /** Most rows in one transaction. */
  readonly rowsAtOnce: number
  readonly inOne: <T>(work: (c: CommandContext) => Promise<T>) => Promise<T>
  /** Called for each batch, in the transaction that undoes it. */
  readonly taking: (c: CommandContext, noted: Noted) => Promise<void>
  /** Pauses between two batches. */
  readonly done: () => Promise<void>
}

/** Returns a tally in which `added` counts removed rows and `known` those that stay. */
export async function takeBack(back: Back): Promise<Tally> {
  const { moveId, rowsAtOnce, inOne } = back
  let { tally } = back
  const sum = (counts: Tally['found']) => kinds.reduce((all, kind) => all + counts[kind], 0)
  for (const kind of kinds.toReversed()) {
    const next = () =>
      inOne(async (c) => {
        const marks = await c.tx
          .select({ id: importedRows.id, at: importedRows.at, madeId: importedRows.madeId })
          .from(importedRows)
          .where(and(ofMove(moveId), eq(importedRows.kind, kind)))
          .orderBy(asc(importedRows.id))
          .limit(rowsAtOnce)
        if (marks.length === 0) return null
        const problems = await takeBackSome(c, kind, marks)
        const stays = problems.length
        const plus = (counts: Tally['found'], by: number) => ({ ...counts, [kind]: counts[kind] + by })
        const after: Tally = {
          ...tally,
          added: plus(tally.added, marks.length - stays),
          known: plus(tally.known, stays),
          left: tally.left + stays,
        }
        const far: Far = { doing: 'undoing', kind, done: sum(after.added) + after.left, of: sum(after.found) }
        await back.taking(c, { tally: after, problems, far })
        return after
      })
    for (let after = await next(); after; after = await next()) {
      tally = after
      await back.done()
    }
  }
  return tally
}

async function takeBackSome(c: CommandContext, kind: Kind, marks: readonly Mark[]): Promise<Problem[]> {
  // as in the import: report one change of everything instead of one for each row
  await c.tx.execute(sql`select set_config('studio.changed', ${EVERYTHING}, true)`)
  const stays = await undo[kind](c, new Map(marks.map((mark) => [mark.id, mark])))
  const its = (which: (id: string) => boolean) =>
    and(
      eq(importedRows.kind, kind),
      inArray(
        importedRows.id,
        marks.map(({ id }) => id).filter((id) => which(id)),
      ),
    )
  await c.tx.delete(importedRows).where(its((id) => !stays.has(id)))
  await c.tx
    .update(importedRows)
    .set({ moveId: null })
    .where(its((id) => stays.has(id)))
  return [...stays].map((id) => ({ kind, id, reason: 'usedSince' as const, detail: '' }))
}

/** Offers freed places to the people waiting. Runs last: imported people who are included in a class hold a place. */
export async function offerFreedPlaces(c: CommandContext): Promise<void> {
  const waited = await c.tx
    .selectDistinct({ scheduleId: waiting.scheduleId, courseId: waiting.courseId })
    .from(waiting)
    .where(eq(waiting.state, 'waiting'))
  for (const { scheduleId, courseId } of waited) {
    if (scheduleId !== null) await c.raise(placeFreed, { scheduleId })
    if (courseId !== null) await c.raise(coursePlaceFreed, { courseId })
  }
}
