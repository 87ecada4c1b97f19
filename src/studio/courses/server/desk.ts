import { count, desc, eq } from 'drizzle-orm'
import type { InputOf } from '#kernel/procedures.ts'
import { newId } from '#kernel/ids.ts'
import { pageOf } from '#kernel/paging.ts'
import { done, refuse } from '#kernel/result.ts'
import { run, shared, type CommandContext } from '#server/procedures.ts'
import { refuseWrong } from '#studio/accounts/rules.ts'
import { decideEdit } from '#studio/accounts/server/edits.ts'
import type { courses as contract, CourseEdit, CourseForm } from '../contract.ts'
import { cannotDelete, checkCourse, checkCourseEdit } from '../rules.ts'
import { courses } from '../tables.ts'
import { lockCourse, raiseFreed } from './places.ts'

type Status = 'active' | 'archived'

export const overview = shared([courses], async ({ db }, input: { status: Status; page: number }) => {
  const wanted = eq(courses.status, input.status)
  const newest = db.select().from(courses).where(wanted).orderBy(desc(courses.createdAt), desc(courses.id))
  const [all] = await db.select({ total: count() }).from(courses).where(wanted)
  return await pageOf(input.page, all?.total, (limit, offset) => newest.limit(limit).offset(offset))
})

export const one = shared([courses], async ({ db }, { courseId }: { courseId: string }) => {
  const [course] = await db.select().from(courses).where(eq(courses.id, courseId))
  return course ?? null
})

export const create = run(async (c, form: CourseForm) => {
  const wrong = refuseWrong(checkCourse(form))
  if (wrong) return wrong
  const id = newId()
  const row = rowOf(form)
  await c.tx.insert(courses).values({ id, ...row, createdAt: c.now, updatedAt: c.now })
  log(c, id, `Course created: ${row.name}.`)
  return done({ id })
})

export const update = run(async (c, input: InputOf<typeof contract.update>) => {
  const { courseId, before, ...typed } = input
  const saved = await lockCourse(c.tx, courseId)
  if (!saved) return refuse('courseNotFound')
  const check = (form: CourseForm) => checkCourseEdit(form, saved)
  const edit = await decideEdit<CourseEdit>(c, saved, { saved, before, typed, check })
  if (!edit.ok) return edit
  const row = rowOf(edit.value)
  await c.tx
    .update(courses)
    .set({ ...row, updatedAt: c.now, editedBy: c.actorId })
    .where(eq(courses.id, courseId))
  log(c, courseId, `Course changed: ${row.name}.`)
  await raiseFreed(c, saved, { ...saved, ...row })
  return done({})
})

export const setStatus = run(async (c, { courseId, status }: { courseId: string; status: Status }) => {
  const course = await lockCourse(c.tx, courseId)
  if (!course) return refuse('courseNotFound')
  // who comes second finds it done
  if (course.status === status) return done({})
  const changed = { status, updatedAt: c.now, editedBy: c.actorId }
  await c.tx.update(courses).set(changed).where(eq(courses.id, courseId))
  log(c, courseId, `Course ${status === 'archived' ? 'archived' : 'activated'}: ${course.name}.`)
  await raiseFreed(c, course, { ...course, status })
  return done({})
})

export const remove = run(async (c, { courseId }: { courseId: string }) => {
  // a full lock: nobody may be registering while it goes
  const [course] = await c.tx.select().from(courses).where(eq(courses.id, courseId)).for('update')
  if (!course) return refuse('courseNotFound')
  const refusal = cannotDelete(course)
  if (refusal) return refuse(refusal)
  await c.tx.delete(courses).where(eq(courses.id, courseId))
  log(c, courseId, `Course deleted: ${course.name}.`)
  return done({})
})

function log(c: CommandContext, courseId: string, message: string) {
  c.log({ channel: 'courses', level: 'info', message, metadata: { courseId } })
}

/** A form that has passed its check, as columns. A member price of zero means none. */
function rowOf<Form extends CourseForm>(form: Form) {
  const { standardPrice, weekday } = form
  if (standardPrice === null || weekday === null) throw new Error('The course form was not checked.')
  const [name, description] = [form.name.trim(), form.description.trim()]
  return { ...form, name, description, standardPrice, memberPrice: form.memberPrice || null, weekday }
}
