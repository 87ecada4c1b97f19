import { and, eq, inArray } from 'drizzle-orm'
import type { InputOf } from '#kernel/procedures.ts'
import { done, refuse } from '#kernel/result.ts'
import type { Instant } from '#kernel/time.ts'
import { run, type CommandContext } from '#server/procedures.ts'
import { lockEntry, type ScheduleRow } from '#studio/schedule/server/lock.ts'
import type { attendance as contract } from '../contract.ts'
import { logLines } from '../messages/log.ts'
import { momentOf, type AttendanceValue } from '../rules.ts'
import { attendance, taps } from '../tables.ts'
import { comes, comingOf } from './coming.ts'

type Tap = InputOf<typeof contract.tap>

/**
 * A tap at the door, which may arrive long after it was made: for each person's place, the latest tap counts. Each tap
 * is logged, also one that does not count.
 */
export const tap = run(async (c, input: Tap) => {
  const { scheduleId, value, press, undoes = null, onlyUnmarked = false } = input
  const entry = await lockEntry(c.tx, scheduleId)
  if (!entry) return refuse('scheduleNotFound')
  if (entry.cancelledAt !== null && value !== null) return refuse('entryCancelled')
  const at = momentOf(input.tappedAt, c.now)
  const asked = [...new Set(input.userIds)]
  const [first = ''] = asked
  const isAlone = asked.length === 1 && value !== null
  if (isAlone && !(await comes(c, { scheduleId, userId: first }, entry))) return refuse('registrationNotFound')
  const before = await presentMarks(c, scheduleId, asked)
  const coming = new Set(isAlone ? asked : await comingOf(c, entry, asked))
  // marks can also be cleared for people who no longer come, if they have one
  const present = asked.filter((userId) => coming.has(userId) || (value === null && before.has(userId)))
  const counted = present.filter((userId) => {
    const { tappedAt = null, press: last = null, isMarked = false } = before.get(userId) ?? {}
    if (onlyUnmarked && isMarked) return false
    if (undoes !== null && last !== undoes) return false
    return tappedAt === null || tappedAt <= at
  })
  await writeMarks(c, entry, counted, { value, at, press })
  for (const userId of present) logTap(c, entry, userId, { value, at, counts: counted.includes(userId) })
  return done({ counted })
})

/** Marks a person as attended who has just got a place at the door. */
export async function markOnArrival(c: CommandContext, entry: ScheduleRow, userId: string, tappedAt: Instant) {
  const at = momentOf(tappedAt, c.now)
  await writeMarks(c, entry, [userId], { value: 'attended', at, press: null })
  logTap(c, entry, userId, { value: 'attended', at, counts: true })
}

async function presentMarks(c: CommandContext, scheduleId: string, userIds: readonly string[]) {
  if (userIds.length === 0) return new Map<string, PresentMark>()
  const [tapped, marked] = await Promise.all([
    c.tx
      .select()
      .from(taps)
      .where(and(eq(taps.scheduleId, scheduleId), inArray(taps.userId, [...userIds]))),
    c.tx
      .select({ userId: attendance.userId, markedAt: attendance.markedAt })
      .from(attendance)
      .where(and(eq(attendance.scheduleId, scheduleId), inArray(attendance.userId, [...userIds]))),
  ])
  const marks = new Map<string, PresentMark>(
    marked.map(({ userId, markedAt }) => [userId, { tappedAt: markedAt, press: null, isMarked: true }]),
  )
  for (const { userId, tappedAt, press } of tapped) {
    marks.set(userId, { tappedAt, press, isMarked: marks.has(userId) })
  }
  return marks
}

interface PresentMark {
  readonly tappedAt: Instant
  readonly press: string | null
  readonly isMarked: boolean
}

interface Marked {
  readonly value: AttendanceValue | null
  readonly at: Instant
  /** The press that the tap belonged to. */
  readonly press: string | null
}

/** Writes or clears marks of a locked entry, with the time of the tap. */
export async function writeMarks(
  c: CommandContext,
  { id: scheduleId }: ScheduleRow,
  userIds: readonly string[],
  { value, at, press }: Marked,
): Promise<void> {
  if (userIds.length === 0) return
  if (value === null) {
    await c.tx
      .delete(attendance)
      .where(and(eq(attendance.scheduleId, scheduleId), inArray(attendance.userId, [...userIds])))
  } else {
    const mark = { value, markedBy: c.me.accountId, markedAt: c.now }
    await c.tx
      .insert(attendance)
      .values(userIds.map((userId) => ({ scheduleId, userId, ...mark })))
      .onConflictDoUpdate({ target: [attendance.scheduleId, attendance.userId], set: mark })
  }
  const tapped = { tappedAt: at, press }
  await c.tx
    .insert(taps)
    .values(userIds.map((userId) => ({ scheduleId, userId, ...tapped })))
    .onConflictDoUpdate({ target: [taps.scheduleId, taps.userId], set: tapped })
}

function logTap(
  c: CommandContext,
  entry: ScheduleRow,
  user: string,
  { value, at, counts }: Pick<Marked, 'value' | 'at'> & { counts: boolean },
): void {
  const message = (counts ? logLines.marked : logLines.outdated)(entry.className, value)
  const metadata = { scheduleId: entry.id, user, tappedAt: new Date(at).toISOString() }
  c.log({ channel: 'registrations', level: 'info', message, metadata })
}
