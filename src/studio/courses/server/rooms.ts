import { eq, sql } from 'drizzle-orm'
import { done, refuse } from '#kernel/result.ts'
import { rows, type Tx } from '#server/db/database.ts'
import { contentOf } from '#server/changes/topics.ts'
import { run, shared } from '#server/procedures.ts'
import { classes } from '#studio/classes/tables.ts'
import { rooms, taken } from '#studio/rooms/tables.ts'
import { schedule } from '#studio/schedule/tables.ts'
import { logLines } from '#studio/settings/messages/log.ts'
import { courses } from '../tables.ts'

/** Ids of all rooms in use, also by things in the past. */
async function used(db: Tx): Promise<string[]> {
  const each = [classes.roomId, schedule.roomId, courses.roomId, taken.roomId].map(
    (room) => sql`select ${room} as id from ${room.table} where ${room} is not null`,
  )
  const found = rows<{ id: string }>(await db.execute(sql.join(each, sql` union `)))
  return found.map(({ id }) => id)
}

export const usedRooms = shared([classes, contentOf(schedule), contentOf(courses), taken], ({ db }) => used(db))

export const removeRoom = run(async (c, { id }: { id: string }) => {
  // whoever assigns this room locks it too
  const [found] = await c.tx.select().from(rooms).where(eq(rooms.id, id)).for('update')
  if (!found) return refuse('roomNotFound')
  if ((await used(c.tx)).includes(id)) return refuse('roomInUse')
  await c.tx.delete(rooms).where(eq(rooms.id, id))
  const metadata = { section: 'rooms', id }
  c.log({ channel: 'auth', level: 'info', message: logLines.listSaved('rooms', 'deleted'), metadata })
  return done({})
})
