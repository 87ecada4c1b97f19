import { count, desc, eq } from 'drizzle-orm'
import type { InputOf } from '#kernel/procedures.ts'
import { newId } from '#kernel/ids.ts'
import type { InBoth } from '#kernel/messages.ts'
import { pageOf } from '#kernel/paging.ts'
import { done, refuse } from '#kernel/result.ts'
import { run, shared, type CommandContext } from '#server/procedures.ts'
import { refuseWrong } from '#studio/accounts/rules.ts'
import { decideEdit } from '#studio/accounts/server/edits.ts'
import { closedDays } from '#studio/closures/tables.ts'
import { chosenOf, decideRoom, freeTimes, takeTimes, withRoom, type RoomColumns } from '#studio/rooms/server/take.ts'
import type { courses as contract, CourseEdit, CourseForm } from '../contract.ts'
import { cannotDelete, checkCourse, checkCourseEdit } from '../rules.ts'
import { courses } from '../tables.ts'
import { courseChanged, courseDeleted } from '../events.ts'
import { logLines } from '../messages/log.ts'
import { withDaysOff } from './daysOff.ts'
import { noteEdit } from './edits.ts'
import { eveningsOf } from './evenings.ts'
import { lockCourse, raiseFreed } from './places.ts'
import { followCourse } from './running.ts'

type Status = 'active' | 'archived'

export const overview = shared([courses, closedDays], async ({ db }, input: { status: Status; page: number }) => {
  const wanted = eq(courses.status, input.status)
  const newest = db.select().from(courses).where(wanted).orderBy(desc(courses.createdAt), desc(courses.id))
  const [all] = await db.select({ total: count() }).from(courses).where(wanted)
  const found = await pageOf(input.page, all?.total, (limit, offset) => newest.limit(limit).offset(offset))
  return { ...found, rows: await withDaysOff(db, found.rows) }
})

export const one = shared([courses], async ({ db }, { courseId }: { courseId: string }) => {
  const [course] = await db.select().from(courses).where(eq(courses.id, courseId))
  return course ?? null
})

export const create = run(async (c, form: CourseForm) => {
  const wrong = refuseWrong(checkCourse(form))
  if (wrong) return wrong
  const id = newId()
  const course = { id, ...rowOf(form), createdAt: c.now, updatedAt: c.now, status: 'active' as const }
  const decided = await decideEvenings(c, { ...course, ...chosenOf(c, form) })
  if (!decided.ok) return decided
  const row = { ...course, ...decided.value }
  await c.tx.insert(courses).values(row)
  await takeEvenings(c, row)
  log(c, id, logLines.created(row.name))
  return done({ id })
})

export const update = run(async (c, input: InputOf<typeof contract.update>) => {
  const { courseId, before, ...form } = input
  const saved = await lockCourse(c.tx, courseId)
  if (!saved) return refuse('courseNotFound')
  const [typed, begun] = [withRoom(form, saved), withRoom(before, saved)]
  const check = (form: CourseForm) => checkCourseEdit(form, saved)
  const edit = await decideEdit<CourseEdit>(c, saved, { saved, before: begun, typed, check })
  if (!edit.ok) return edit
  const changed = { ...saved, ...rowOf(edit.value), ...chosenOf(c, edit.value, saved) }
  const decided = await decideEvenings(c, changed, saved)
  if (!decided.ok) return decided
  const row = { ...rowOf(edit.value), ...decided.value }
  await takeEvenings(c, { ...changed, ...row })
  await c.tx
    .update(courses)
    .set({ ...row, updatedAt: c.now, editedBy: c.actorId })
    .where(eq(courses.id, courseId))
  await noteEdit(c, saved, { ...saved, ...row })
  if (row.endDate !== saved.endDate || row.status !== saved.status) await followCourse(c, { ...saved, ...row })
  log(c, courseId, logLines.changed(row.name))
  await raiseFreed(c, saved, { ...saved, ...row })
  await c.raise(courseChanged, { courseId: saved.id })
  return done({})
})

export const setStatus = run(async (c, { courseId, status }: { courseId: string; status: Status }) => {
  const course = await lockCourse(c.tx, courseId)
  if (!course) return refuse('courseNotFound')
  // another person has already set this status
  if (course.status === status) return done({})
  const decided = await decideEvenings(c, { ...course, status }, course)
  if (!decided.ok) return decided
  const changed = { status, ...decided.value, updatedAt: c.now, editedBy: c.actorId }
  await takeEvenings(c, { ...course, ...changed })
  await c.tx.update(courses).set(changed).where(eq(courses.id, courseId))
  await noteEdit(c, course, { ...course, status })
  await followCourse(c, { ...course, status })
  log(c, courseId, logLines[status === 'archived' ? 'archived' : 'activated'](course.name))
  await raiseFreed(c, course, { ...course, status })
  await c.raise(courseChanged, { courseId })
  return done({})
})

export const remove = run(async (c, { courseId }: { courseId: string }) => {
  // exclusive lock: nobody may register while the course is deleted
  const [course] = await c.tx.select().from(courses).where(eq(courses.id, courseId)).for('update')
  if (!course) return refuse('courseNotFound')
  const refusal = cannotDelete(course)
  if (refusal) return refuse(refusal)
  await freeTimes(c, [courseId])
  await c.raise(courseDeleted, { courseId })
  await c.tx.delete(courses).where(eq(courses.id, courseId))
  log(c, courseId, logLines.deleted(course.name))
  return done({})
})

type Held = Parameters<typeof eveningsOf>[0] & RoomColumns & { readonly status: Status }

/** An archived course has no times. */
const timesOf = (c: CommandContext, course: Held) =>
  course.status === 'active' ? eveningsOf(course, c.settings.timeZone) : []

/** Whether the room is free on every evening; `saved` is the course before the edit. */
function decideEvenings(c: CommandContext, course: Held, saved?: RoomColumns) {
  const { id, roomId, teacherIds } = course
  const asked = { times: timesOf(c, course), ownerIds: [id], ...(saved && { saved }) }
  return decideRoom(c, { roomId, teacherIds }, asked)
}

async function takeEvenings(c: CommandContext, course: Held): Promise<void> {
  const { id: ownerId, name: title, roomId, teacherIds } = course
  const times = timesOf(c, course)
  if (times.length === 0) await freeTimes(c, [ownerId])
  const evenings = times.map(({ startsAt, endsAt }) => ({ ownerId, title, roomId, teacherIds, startsAt, endsAt }))
  await takeTimes(c, evenings)
}

function log(c: CommandContext, courseId: string, message: InBoth) {
  c.log({ channel: 'courses', level: 'info', message, metadata: { courseId } })
}

/** A validated form as columns. A member price of zero means none. */
function rowOf<Form extends CourseForm>(form: Form) {
  const { standardPrice, weekday } = form
  if (standardPrice === null || weekday === null) throw new Error('The course form was not checked.')
  const [name, description] = [form.name.trim(), form.description.trim()]
  return { ...form, name, description, standardPrice, memberPrice: form.memberPrice || null, weekday }
}
