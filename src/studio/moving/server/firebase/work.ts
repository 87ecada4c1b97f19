// Checks and imports the uploaded files in the background, in short steps so that other work gets its turn. If the
// process ends, the next one resumes.
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { and, eq, getTableName, inArray, isNull, lt, notInArray, or } from 'drizzle-orm'
import { DAY, HOUR, type Instant } from '#kernel/time.ts'
import { databaseTrouble } from '#server/db/errors.ts'
import { errand, type Workplace } from '#server/errands/errand.ts'
import { recurring } from '#server/jobs/jobs.ts'
import type { CommandContext } from '#server/procedures.ts'
import type { Settings } from '#server/settings.ts'
import { dropUnusedKeys } from '#studio/accounts/server/firebasePasswords.ts'
import { logLines } from '../../messages/log.ts'
import { emptyTally, isLeft, kinds, type Problem, type Tally } from '../../rules.ts'
import { isRunning, runningSteps, type Far, type MoveStop, type RunningStep } from '../../rules/firebase.ts'
import { firebaseMoves, firebaseParts, firebaseProblems, type SentFiles } from '../../tables.ts'
import { ImportRefused } from '../refused.ts'
import { moveIn, type Noted } from '../run.ts'
import { sentSource } from './sent.ts'
import { offerFreedPlaces, takeBack } from './takeBack.ts'

/** Milliseconds without a sign of life after which another worker may take over a move. */
const LEASE = 10_000
/** Delay before a retry when the database is unavailable (ms). */
const WAIT = 5_000
/** Least time between two notes of the reading progress (ms). */
const NOTES = 1_000
/** After this many attempts without progress, the move stops until an admin starts it again. */
const MOST_TRIES = 5
/** Rows per transaction: few, as the embedded database runs one transaction at a time. */
const ROWS_AT_ONCE = 200

/** How long unused uploaded files are kept, and how long a report (ms). */
const FILES_LIE = DAY
const REPORT_LIES = 7 * DAY

/** The step after each running step. */
const ends = { looking: 'looked', taking: 'taken', undoing: 'undone' } as const

interface Taken {
  readonly moveId: string
  readonly step: RunningStep
  readonly turn: number
  readonly files: SentFiles
  /** What was done before this turn. */
  readonly tally: Tally | null
}

type Answer =
  | { readonly kind: 'done'; readonly tally: Tally }
  | { readonly kind: 'stopped'; readonly stop: MoveStop; readonly file: string | null }
  /** Another worker will resume: the server is stopping, or the database is unavailable until then. */
  | { readonly kind: 'left'; readonly until: Instant | null }

/** Thrown when the server is stopping, or another worker has this move now. */
class GoesOnElsewhere extends Error {}

const waits = (now: Instant) =>
  and(inArray(firebaseMoves.step, runningSteps), or(isNull(firebaseMoves.busyUntil), lt(firebaseMoves.busyUntil, now)))

export const movesFirebase = errand<Taken, Answer>({
  topic: getTableName(firebaseMoves),
  long: true,
  async due(db, now) {
    const [found] = await db.select({ id: firebaseMoves.id }).from(firebaseMoves).where(waits(now)).limit(1)
    return found !== undefined
  },
  async take(c) {
    const found = await c.tx.select().from(firebaseMoves).where(waits(c.now)).for('update', { skipLocked: true })
    if (found.length === 0) return null
    const taken: Taken[] = []
    for (const { id: moveId, step, files, tally, turn, tries } of found) {
      if (tries >= MOST_TRIES) {
        await change(c, { moveId, turn }, { step: 'stopped', stop: 'failed', busyUntil: null })
        continue
      }
      await change(c, { moveId, turn }, { busyUntil: c.now + LEASE, turn: turn + 1, tries: tries + 1 })
      // a repeated check or import judges all rows again; an undo keeps the list of rows that stay
      if (step !== 'undoing') await c.tx.delete(firebaseProblems).where(eq(firebaseProblems.moveId, moveId))
      if (isRunning(step)) taken.push({ moveId, step, files, turn: turn + 1, tally })
    }
    return taken
  },
  async call(taken, settings, place) {
    try {
      return { kind: 'done', tally: await work(taken, settings, place) }
    } catch (error) {
      if (error instanceof GoesOnElsewhere) return { kind: 'left', until: null }
      if (error instanceof ImportRefused) return { kind: 'stopped', stop: error.code, file: error.file }
      if (databaseTrouble(error)) return { kind: 'left', until: place.clock() + WAIT }
      place.report('A studio from Firebase could not be taken over.', error)
      return { kind: 'stopped', stop: 'failed', file: null }
    }
  },
  async settle(c, taken, answer) {
    const { moveId, step } = taken
    if (answer.kind === 'left') return void (await change(c, taken, { busyUntil: answer.until }))
    const ended = { busyUntil: null, touchedAt: c.now }
    if (answer.kind === 'stopped') {
      const { stop, file } = answer
      const isOurs = await change(c, taken, { ...ended, step: 'stopped', stop, stopFile: file })
      // after a failure the import can be started again, so keep the files
      if (isOurs && stop !== 'failed') await dropFiles(c, moveId)
      return
    }
    const { tally } = answer
    const isOurs = await change(c, taken, { ...ended, step: ends[step], tally })
    if (!isOurs || step === 'looking') return
    await dropFiles(c, moveId)
    const added = kinds.reduce((sum, kind) => sum + tally.added[kind], 0)
    if (step === 'taking') {
      const metadata = { added, left: tally.left, changed: tally.changed }
      c.log({ channel: 'auth', level: 'info', message: logLines.firebaseTaken, metadata })
    } else {
      await dropUnusedKeys(c.tx)
      await offerFreedPlaces(c)
      const metadata = { undone: added, stayed: tally.left }
      c.log({ channel: 'auth', level: 'warning', message: logLines.firebaseTakenBack, metadata })
    }
  },
})

async function work(taken: Taken, settings: Settings, place: Workplace): Promise<Tally> {
  const { moveId, step, files } = taken
  const { clock, inOne, stopping } = place
  const note = async (c: CommandContext, { far, tally, problems }: Partial<Noted> & { far: Far }) => {
    const known = tally ? { tally, tries: 0 } : {}
    if (stopping() || !(await change(c, taken, { far, busyUntil: c.now + LEASE, ...known })))
      throw new GoesOnElsewhere()
    await tellProblems(c, moveId, problems ?? [])
  }
  // leave time for other work between batches
  const rest = () => pause(1)
  if (step === 'undoing') {
    const tally = taken.tally ?? emptyTally()
    return takeBack({ moveId, tally, rowsAtOnce: ROWS_AT_ONCE, inOne, taking: note, done: rest })
  }
  // files that a killed process left behind
  const folder = join(settings.dataDir, 'moving-in')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const apply = step === 'taking'
  let notedAt = clock()
  try {
    return await moveIn({
      source: sentSource(place.db, moveId, files),
      work: folder,
      apply,
      db: place.db,
      timeZone: settings.timeZone,
      now: clock(),
      rowsAtOnce: ROWS_AT_ONCE,
      moveId,
      before: apply ? taken.tally?.added : undefined,
      inOne,
      async reading(far) {
        if (clock() < notedAt + NOTES && !stopping()) return
        notedAt = clock()
        await inOne((c) => note(c, { far }))
      },
      taking: note,
      async done(noted) {
        if (!apply) await inOne((c) => note(c, noted))
        await rest()
      },
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Updates the move if this turn still owns it; returns whether it does. */
async function change(
  c: CommandContext,
  { moveId, turn }: Pick<Taken, 'moveId' | 'turn'>,
  set: Partial<typeof firebaseMoves.$inferInsert>,
): Promise<boolean> {
  const changed = await c.tx
    .update(firebaseMoves)
    .set(set)
    .where(and(eq(firebaseMoves.id, moveId), eq(firebaseMoves.turn, turn)))
    .returning({ id: firebaseMoves.id })
  return changed.length > 0
}

async function tellProblems(c: CommandContext, moveId: string, problems: readonly Problem[]): Promise<void> {
  if (problems.length === 0) return
  await c.tx.insert(firebaseProblems).values(
    problems.map((one) => ({
      moveId,
      isLeft: isLeft(one),
      kind: one.kind,
      rowId: one.id,
      reason: one.reason,
      detail: one.detail,
    })),
  )
}

const dropFiles = (c: CommandContext, moveId: string) =>
  c.tx.delete(firebaseParts).where(eq(firebaseParts.moveId, moveId))

/** Deletes unused files after a day, and reports after a week. */
export const forgetsMoves = recurring('moving.forget', HOUR, async ({ tx, now }) => {
  const still = notInArray(firebaseMoves.step, [...runningSteps])
  await tx.delete(firebaseMoves).where(and(still, lt(firebaseMoves.touchedAt, now - REPORT_LIES)))
  const old = await tx
    .select({ id: firebaseMoves.id })
    .from(firebaseMoves)
    .where(and(still, lt(firebaseMoves.touchedAt, now - FILES_LIE)))
  for (const { id } of old) {
    const gone = await tx
      .delete(firebaseParts)
      .where(eq(firebaseParts.moveId, id))
      .returning({ at: firebaseParts.place })
    if (gone.length > 0)
      await tx.update(firebaseMoves).set({ step: 'stopped', stop: 'filesGone' }).where(eq(firebaseMoves.id, id))
  }
  return false
})
