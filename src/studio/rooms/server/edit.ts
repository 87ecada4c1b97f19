import { count, eq, max, sql } from 'drizzle-orm'
import { newId } from '#kernel/ids.ts'
import { done, refuse } from '#kernel/result.ts'
import { run, type CommandContext } from '#server/procedures.ts'
import { refuseWrong } from '#studio/accounts/rules.ts'
import { decideEdit } from '#studio/accounts/server/edits.ts'
import { checkRoom, MOST_ROOMS } from '../rules.ts'
import { rooms } from '../tables.ts'

function tell(c: CommandContext, what: string, id: string): void {
  const metadata = { section: 'rooms', id }
  c.log({ channel: 'auth', level: 'info', message: `Settings saved: rooms (${what}).`, metadata })
}

export const add = run(async (c, { name }: { name: string }) => {
  const wrong = refuseWrong(checkRoom({ name }))
  if (wrong) return wrong
  // two admins at once would have the same position
  await c.tx.execute(sql`lock table ${rooms} in share row exclusive mode`)
  const [all] = await c.tx.select({ count: count(), last: max(rooms.position) }).from(rooms)
  if ((all?.count ?? 0) >= MOST_ROOMS) return refuse('tooManyRooms')
  const id = newId()
  await c.tx.insert(rooms).values({ id, name: name.trim(), position: (all?.last ?? 0) + 1 })
  tell(c, 'added', id)
  return done({ id })
})

interface Named {
  readonly name: string
}

export const rename = run(async (c, { id, name, before }: Named & { id: string; before: Named }) => {
  const [room] = await c.tx.select().from(rooms).where(eq(rooms.id, id)).for('update')
  if (!room) return refuse('roomNotFound')
  const edit = { saved: { name: room.name }, before, typed: { name: name.trim() }, check: checkRoom }
  const decided = await decideEdit<Named>(c, { editedBy: null }, edit)
  if (!decided.ok) return decided
  await c.tx.update(rooms).set(decided.value).where(eq(rooms.id, id))
  tell(c, 'renamed', id)
  return done({})
})

export const archive = run(async (c, { id, archived }: { id: string; archived: boolean }) => {
  const found = await c.tx.update(rooms).set({ archived }).where(eq(rooms.id, id)).returning({ id: rooms.id })
  if (found.length === 0) return refuse('roomNotFound')
  tell(c, archived ? 'archived' : 'offered again', id)
  return done({})
})
