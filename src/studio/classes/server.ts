import { asc, count, desc, eq } from 'drizzle-orm'
import { newId } from '#kernel/ids.ts'
import { pageOf } from '#kernel/paging.ts'
import { done, refuse } from '#kernel/result.ts'
import { run, serve, shared } from '#server/procedures.ts'
import { refuseWrong } from '#studio/accounts/rules.ts'
import { decideEdit } from '#studio/accounts/server/edits.ts'
import { chosenOf, decideRoom, withRoom, type RoomColumns } from '#studio/rooms/server/take.ts'
import { classes, type ClassForm } from './contract.ts'
import { logLines } from './messages/log.ts'
import { checkClass, checkStaffClass } from './rules.ts'
import { classes as table } from './tables.ts'

export const classesServer = serve('registrations', classes, {
  list: shared([table], ({ db }) => db.select().from(table).orderBy(asc(table.name), asc(table.id))),
  overview: shared([table], async ({ db }, input: { order: 'newest' | 'oldest'; page: number }) => {
    const direction = input.order === 'newest' ? desc : asc
    const [all] = await db.select({ total: count() }).from(table)
    const inOrder = db.select().from(table).orderBy(direction(table.createdAt), direction(table.id))
    return await pageOf(input.page, all?.total, (limit, offset) => inOrder.limit(limit).offset(offset))
  }),
  create: run(async (c, input) => {
    const wrong = refuseWrong(checkClass(input, c.settings.classCategories))
    if (wrong) return wrong
    const decided = await decideRoom(c, chosenOf(c, input), { times: [] })
    if (!decided.ok) return decided
    const row = rowOf(input, decided.value)
    const id = newId()
    await c.tx.insert(table).values({ id, ...row, createdAt: c.now, updatedAt: c.now })
    const metadata = { classId: id }
    c.log({ channel: 'registrations', level: 'info', message: logLines.created(row.name), metadata })
    return done({ id })
  }),
  update: run(async (c, { classId, before, ...form }) => {
    const [saved] = await c.tx.select().from(table).where(eq(table.id, classId)).for('no key update')
    if (!saved) return refuse('classNotFound')
    const [typed, begun] = [withRoom(form, saved), withRoom(before, saved)]
    const check = (form: ClassForm) => checkStaffClass(form, c.settings.classCategories, saved.categories)
    const edit = await decideEdit<ClassForm>(c, saved, { saved, before: begun, typed, check })
    if (!edit.ok) return edit
    const decided = await decideRoom(c, chosenOf(c, edit.value, saved), { saved, times: [] })
    if (!decided.ok) return decided
    const row = rowOf(edit.value, decided.value)
    await c.tx
      .update(table)
      .set({ ...row, updatedAt: c.now, editedBy: c.actorId })
      .where(eq(table.id, classId))
    const metadata = { classId }
    c.log({ channel: 'registrations', level: 'info', message: logLines.changed(row.name), metadata })
    return done({})
  }),
  remove: run(async (c, { classId }) => {
    const [found] = await c.tx.delete(table).where(eq(table.id, classId)).returning({ name: table.name })
    if (!found) return refuse('classNotFound')
    const metadata = { classId }
    c.log({ channel: 'registrations', level: 'info', message: logLines.deleted(found.name), metadata })
    return done({})
  }),
})

const rowOf = (form: ClassForm, room: RoomColumns) => ({
  ...form,
  ...room,
  name: form.name.trim(),
  description: form.description.trim(),
})
