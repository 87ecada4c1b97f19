import { and, eq, gt, inArray, lt, notInArray } from 'drizzle-orm'
import { newId } from '#kernel/ids.ts'
import { done, refuse, refuseFields, type Result } from '#kernel/result.ts'
import { dateIn, timeIn } from '#kernel/time.ts'
import type { CommandContext } from '#server/procedures.ts'
import { accounts } from '#studio/accounts/tables.ts'
import { switchedOn } from '#studio/settings/rules.ts'
import { pastTimesChange } from '../events.ts'
import { clashesInRoom, haveTeachers, type RoomAndTeachers, type Span } from '../rules.ts'
import { rooms, taken } from '../tables.ts'

/** As sent by a form; a form without a field leaves it out. */
interface Chosen {
  readonly roomId?: string | null | undefined
  readonly teacherIds?: readonly string[] | undefined
}

/** Columns of classes, entries and courses. */
export interface RoomColumns {
  readonly roomId: string | null
  readonly teacherIds: string[]
}

const none: RoomAndTeachers = { roomId: null, teacherIds: [] }

/** The columns to save; what the form leaves out, or what is switched off, stays as saved. */
export function chosenOf(c: CommandContext, chosen: Chosen, saved: RoomAndTeachers = none): RoomColumns {
  const on = switchedOn(c.settings.sections)
  const { roomId = saved.roomId, teacherIds = saved.teacherIds } = chosen
  return {
    roomId: on.includes('rooms') ? roomId : saved.roomId,
    teacherIds: [...new Set(haveTeachers(on) ? teacherIds : saved.teacherIds)],
  }
}

/** Adds the saved values to a form without these fields. */
export const withRoom = <Form extends object>(form: Form, { roomId, teacherIds }: RoomColumns): RoomColumns & Form => ({
  roomId,
  teacherIds,
  ...form,
})

type Refused = 'roomTaken' | 'roomNotFound' | 'invalidFields'

/**
 * Checks that the room is free and the teachers exist; locks the room, after the entry or course. `ownerIds`: owners
 * whose current times don't count as clashes. `beside`: times that the same command has decided already.
 */
export async function decideRoom(
  c: CommandContext,
  chosen: RoomColumns,
  {
    saved = none,
    times,
    ownerIds = [],
    beside = [],
  }: { saved?: RoomAndTeachers; times: readonly Span[]; ownerIds?: string[]; beside?: readonly TakenTime[] },
): Promise<Result<RoomColumns, Refused>> {
  const added = chosen.teacherIds.filter((id) => !saved.teacherIds.includes(id))
  if (!(await allTeach(c, added))) return refuseFields({ teacherIds: 'teacherNotFound' })
  if (chosen.roomId === null) return done(chosen)
  const [room] = await c.tx.select().from(rooms).where(eq(rooms.id, chosen.roomId)).for('no key update')
  if (!room || (room.archived && chosen.roomId !== saved.roomId)) return refuse('roomNotFound')
  const clash = (await firstClash(c, room.id, times, ownerIds)) ?? clashesInRoom(room.id, times, beside)[0]
  if (!clash) return done(chosen)
  // rooms are invisible while switched off, so a clash cannot be shown: drop the room instead
  if (!switchedOn(c.settings.sections).includes('rooms')) return done({ ...chosen, roomId: null })
  const zone = c.settings.timeZone
  const when = `${dateIn(zone, clash.startsAt)} ${timeIn(zone, clash.startsAt)}–${timeIn(zone, clash.endsAt)}`
  return refuse('roomTaken', { title: clash.title, room: room.name, when })
}

async function allTeach(c: CommandContext, accountIds: readonly string[]): Promise<boolean> {
  if (accountIds.length === 0) return true
  const found = await c.tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(inArray(accounts.id, [...accountIds]), inArray(accounts.role, ['teacher', 'admin'])))
  return found.length === accountIds.length
}

async function firstClash(c: CommandContext, roomId: string, times: readonly Span[], ownerIds: string[]) {
  if (times.length === 0) return undefined
  const from = Math.min(...times.map(({ startsAt }) => startsAt))
  const until = Math.max(...times.map(({ endsAt }) => endsAt))
  const others = await c.tx
    .select()
    .from(taken)
    .where(
      and(
        eq(taken.roomId, roomId),
        gt(taken.endsAt, from),
        lt(taken.startsAt, until),
        ownerIds.length > 0 ? notInArray(taken.ownerId, ownerIds) : undefined,
      ),
    )
  return clashesInRoom(roomId, times, others)[0]
}

export interface TakenTime extends RoomColumns, Span {
  readonly ownerId: string
  readonly title: string
}

/** Stores the decided times; an owner without room and teachers stores none. */
export async function takeTimes(c: CommandContext, owners: readonly TakenTime[]): Promise<void> {
  const ids = [...new Set(owners.map(({ ownerId }) => ownerId))]
  await freeTimes(c, ids)
  const needed = owners.filter(({ roomId, teacherIds }) => roomId !== null || teacherIds.length > 0)
  if (needed.length === 0) return
  const rows = needed.map(({ teacherIds, ...owner }) => ({ id: newId(), ...owner, teacherIds: [...teacherIds] }))
  await c.tx.insert(taken).values(rows)
}

/** Frees the times of what does not take place. */
export async function freeTimes(c: CommandContext, ownerIds: readonly string[]): Promise<void> {
  if (ownerIds.length === 0) return
  const freed = await c.tx
    .delete(taken)
    .where(inArray(taken.ownerId, [...ownerIds]))
    .returning()
  const times = freed.filter(({ endsAt }) => endsAt <= c.now)
  if (times.length > 0) await c.raise(pastTimesChange, { times })
}
