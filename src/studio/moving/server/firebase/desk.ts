// Queries and commands of an admin who imports a studio from Firebase.
import { and, asc, count, eq, ilike, or, sql } from 'drizzle-orm'
import { newId } from '#kernel/ids.ts'
import { pageOf } from '#kernel/paging.ts'
import { done, refuse, refuseFields } from '#kernel/result.ts'
import { MINUTE, type Instant } from '#kernel/time.ts'
import { UNDO_WITHIN } from '#kernel/undo.ts'
import { contentOf } from '#server/changes/topics.ts'
import { handler, run, shared, type CommandContext } from '#server/procedures.ts'
import { fullName } from '#studio/accounts/rules.ts'
import { hasPassword, isStillTrue, provenBySelf, turnOf } from '#studio/accounts/server/ownPassword.ts'
import { accounts, people } from '#studio/accounts/tables.ts'
import type { FirebaseMove } from '../../contract.ts'
import { logLines } from '../../messages/log.ts'
import { kinds } from '../../rules.ts'
import { isRunning, type ExportFile, type ProblemList } from '../../rules/firebase.ts'
import { firebaseMoves, firebaseParts, firebaseProblems, type SentFiles } from '../../tables.ts'
import { takenBy } from './takeBack.ts'

type MoveRow = typeof firebaseMoves.$inferSelect

/** How long an upload without a new part keeps other admins from starting one (ms). */
const SENDING_HOLDS = MINUTE

export const firebase = shared([firebaseMoves, firebaseParts, people, contentOf(accounts)], async ({ db }) => {
  const [found] = await db
    .select({ move: firebaseMoves, displayName: people.displayName, familyName: people.familyName })
    .from(firebaseMoves)
    .leftJoin(accounts, eq(accounts.id, firebaseMoves.startedBy))
    .leftJoin(people, eq(people.id, accounts.personId))
  if (!found) return { move: null }
  const [part] = await db.select({ place: firebaseParts.place }).from(firebaseParts).limit(1)
  const { move, displayName, familyName } = found
  const by = fullName({ displayName: displayName ?? '', familyName: familyName ?? '' })
  return { move: shownMove(move, by, part !== undefined) }
})

/** An import that is done, or was stopped halfway by a failure, can be undone for two minutes. */
function undoableUntil({ step, stop, pressed, undoneAt, touchedAt }: MoveRow): Instant | null {
  const isTaken = step === 'taken' || (step === 'stopped' && stop === 'failed' && pressed && undoneAt === null)
  return isTaken ? touchedAt + UNDO_WITHIN : null
}

function shownMove(move: MoveRow, by: string, hasFiles: boolean): FirebaseMove {
  const { id, step, stop, stopFile, startedAt, far, tally } = move
  const found = tally ? kinds.filter((kind) => tally.found[kind] > 0) : []
  return {
    moveId: id,
    step,
    stop,
    stopFile,
    hasFiles,
    by,
    startedAt,
    undoableUntil: undoableUntil(move),
    isUndone: move.undoneAt !== null,
    far,
    rows: found.map((kind) => ({
      kind,
      found: tally?.found[kind] ?? 0,
      added: tally?.added[kind] ?? 0,
      known: tally?.known[kind] ?? 0,
    })),
    left: tally?.left ?? 0,
    changed: tally?.changed ?? 0,
  }
}

interface Asked {
  readonly which: ProblemList
  readonly search: string
  readonly page: number
}

export const problems = shared([firebaseProblems], async ({ db }, { which, search, page }: Asked) => {
  const like = `%${search.trim().replace(/[\\%_]/g, String.raw`\$&`)}%`
  const where = and(
    which === 'all' ? undefined : eq(firebaseProblems.isLeft, which === 'left'),
    search.trim() === '' ? undefined : or(ilike(firebaseProblems.rowId, like), ilike(firebaseProblems.detail, like)),
  )
  const [counted] = await db.select({ total: count() }).from(firebaseProblems).where(where)
  return pageOf(page, counted?.total, (limit, offset) =>
    db
      .select({
        id: firebaseProblems.id,
        isLeft: firebaseProblems.isLeft,
        kind: firebaseProblems.kind,
        rowId: firebaseProblems.rowId,
        reason: firebaseProblems.reason,
        detail: firebaseProblems.detail,
      })
      .from(firebaseProblems)
      .where(where)
      .orderBy(asc(firebaseProblems.id))
      .limit(limit)
      .offset(offset),
  )
})

export const begin = run(async (c, _input: Record<string, never>) => {
  // lock: of two simultaneous starts, the second sees the first
  await c.tx.execute(sql`lock table ${firebaseMoves} in share row exclusive mode`)
  const [before] = await c.tx.select().from(firebaseMoves)
  if (before && isRunning(before.step)) return refuse('importRuns')
  const isSent = before?.step === 'sending' && before.touchedAt > c.now - SENDING_HOLDS
  if (isSent && before.startedBy !== c.me.accountId) return refuse('importSending')
  await c.tx.delete(firebaseMoves)
  const moveId = newId()
  await c.tx.insert(firebaseMoves).values({
    id: moveId,
    startedBy: c.me.accountId,
    startedAt: c.now,
    touchedAt: c.now,
    step: 'sending',
    files: {},
  })
  return done({ moveId })
})

interface Part {
  readonly moveId: string
  readonly file: ExportFile
  readonly place: number
  readonly part: string
}

export const part = run(async (c, { moveId, file, place, part: packed }: Part) => {
  const move = await locked(c, moveId)
  if (move?.step !== 'sending') return refuse('importGone')
  await c.tx.insert(firebaseParts).values({ moveId, file, place, part: packed }).onConflictDoNothing()
  await change(c, moveId, { touchedAt: c.now })
  return done({})
})

export const look = run(async (c, { moveId, files }: { moveId: string; files: SentFiles }) => {
  const move = await locked(c, moveId)
  if (move?.step !== 'sending') return refuse('importGone')
  const came = await c.tx
    .select({ file: firebaseParts.file, parts: count() })
    .from(firebaseParts)
    .where(eq(firebaseParts.moveId, moveId))
    .groupBy(firebaseParts.file)
  const parts = new Map(came.map((one) => [one.file, one.parts]))
  const said = Object.entries(files) as [ExportFile, SentFiles[ExportFile]][]
  if (said.some(([file, sent]) => sent && parts.get(file) !== sent.parts)) return refuse('importGone')
  await change(c, moveId, { step: 'looking', files, far: null, tally: null, touchedAt: c.now, tries: 0 })
  return done({})
})

/** Needs the password, as giving a role does: an export may bring admins with passwords that its sender knows. */
export const take = handler({
  turn: turnOf('admin'),
  limits: () => [{ key: 'firebaseTake', max: 20, per: 15 * MINUTE, perCaller: true }],
  prepare: provenBySelf('admin'),
  run: async (c, { moveId, password }: { moveId: string; password: string }, proven) => {
    const move = await locked(c, moveId)
    if (!move) return refuse('importGone')
    // another admin has already started it
    if (move.step === 'taking' || move.step === 'taken') return done({})
    const again = move.step === 'stopped' && move.stop === 'failed' && move.undoneAt === null
    if (move.step !== 'looked' && !again) return refuse('importGone')
    if (!(await hasPassword(c.tx, c.me.accountId))) return refuse('noPassword')
    if (password === '') return refuseFields({ password: 'passwordRequired' })
    if (proven?.accountId !== c.me.accountId || !(await isStillTrue(c.tx, proven))) {
      c.log({ channel: 'auth', level: 'warning', message: logLines.firebaseNotBegun })
      return refuseFields({ password: 'wrongPassword' })
    }
    const fresh = { stop: null, stopFile: null, far: null, touchedAt: c.now, tries: 0 }
    // if it stopped while checking, check it again
    if (again && !move.pressed) await change(c, moveId, { ...fresh, step: 'looking', tally: null })
    // keep the counts of the earlier, stopped run
    else await change(c, moveId, { ...fresh, step: 'taking', pressed: true, tally: again ? move.tally : null })
    c.log({ channel: 'auth', level: 'info', message: logLines.firebaseBegins })
    return done({})
  },
})

export const undo = run(async (c, { moveId }: { moveId: string }) => {
  const move = await locked(c, moveId)
  if (!move) return refuse('importGone')
  // another admin has already started it
  if (move.step === 'undoing' || move.step === 'undone') return done({})
  const fresh = { step: 'undoing', stop: null, stopFile: null, touchedAt: c.now, tries: 0 } as const
  if (move.undoneAt === null) {
    if (c.now >= (undoableUntil(move) ?? 0)) return refuse('undoOver')
    const tally = await takenBy(c.tx, moveId)
    await change(c, moveId, { ...fresh, undoneAt: c.now, far: null, tally })
    await c.tx.delete(firebaseProblems).where(eq(firebaseProblems.moveId, moveId))
    await c.tx.delete(firebaseParts).where(eq(firebaseParts.moveId, moveId))
  } else await change(c, moveId, fresh)
  c.log({ channel: 'auth', level: 'warning', message: logLines.firebaseGoesBack })
  return done({})
})

export const forget = run(async (c, { moveId }: { moveId: string }) => {
  const move = await locked(c, moveId)
  if (!move) return done({})
  if (move.step === 'taking' || move.step === 'undoing') return refuse('importRuns')
  await c.tx.delete(firebaseMoves).where(eq(firebaseMoves.id, moveId))
  return done({})
})

const change = (c: CommandContext, moveId: string, set: Partial<MoveRow>) =>
  c.tx.update(firebaseMoves).set(set).where(eq(firebaseMoves.id, moveId))

async function locked(c: CommandContext, moveId: string): Promise<MoveRow | undefined> {
  const [found] = await c.tx.select().from(firebaseMoves).where(eq(firebaseMoves.id, moveId)).for('update')
  return found
}
