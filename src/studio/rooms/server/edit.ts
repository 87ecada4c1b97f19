import { eq, sql } from 'drizzle-orm'
import { newId } from '#kernel/ids.ts'
import { done, refuse } from '#kernel/result.ts'
import { run, type CommandContext } from '#server/procedures.ts'
import { refuseWrong } from '#studio/accounts/rules.ts'
import { decideEdit } from '#studio/accounts/server/edits.ts'
import { logLines } from '#studio/settings/messages/log.ts'
import { checkRoom, MOST_ROOMS } from '../rules.ts'
import { rooms } from '../tables.ts'

function tell(c: CommandContext, change: 'added' | 'renamed' | 'archived' | 'offered', id: string): void {
  const metadata = { section: 'rooms', id }
  c.log({ channel: 'auth', level: 'info', message: logLines.listSaved('rooms', change), metadata })
}

/** Locks all rooms: two admins at once could give the same position or name. */
async function lockRooms(c: CommandContext) {
  await c.tx.execute(sql`lock table ${rooms} in share row exclusive mode`)
  return c.tx.select().from(rooms)
}

export const add = run(async (c, { name }: { name: string }) => {
  const all = await lockRooms(c)
  const wrong = refuseWrong(checkRoom({ name }, all))
  if (wrong) return wrong
  if (all.length >= MOST_ROOMS) return refuse('tooManyRooms')
  const id = newId()
  const position = Math.max(0, ...all.map((room) => room.position)) + 1
  await c.tx.insert(rooms).values({ id, name: name.trim(), position })
  tell(c, 'added', id)
  return done({ id })
})

interface Named {
  readonly name: string
}

export const rename = run(async (c, { id, name, before }: Named & { id: string; before: Named }) => {
  const all = await lockRooms(c)
  const room = all.find((one) => one.id === id)
  if (!room) return refuse('roomNotFound')
  const others = all.filter((one) => one !== room)
  const check = (form: Named) => checkRoom(form, others)
  const edit = { saved: { name: room.name }, before, typed: { name: name.trim() }, check }
  const decided = await decideEdit<Named>(c, { editedBy: null }, edit)
  if (!decided.ok) return decided
  await c.tx.update(rooms).set(decided.value).where(eq(rooms.id, id))
  tell(c, 'renamed', id)
  return done({})
})

export const archive = run(async (c, { id, archived }: { id: string; archived: boolean }) => {
  const found = await c.tx.update(rooms).set({ archived }).where(eq(rooms.id, id)).returning({ id: rooms.id })
  if (found.length === 0) return refuse('roomNotFound')
  tell(c, archived ? 'archived' : 'offered', id)
  return done({})
})
