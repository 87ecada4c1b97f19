import { and, eq, inArray } from 'drizzle-orm'
import type { Language } from '#kernel/messages.ts'
import type { CommandContext } from '#server/procedures.ts'
import type { Role } from '#studio/accounts/rules.ts'
import { namesOfAccounts } from '#studio/accounts/server/names.ts'
import { accounts } from '#studio/accounts/tables.ts'
import { accountReaders, readersOf, type Reader } from '#studio/notices/server/readers.ts'
import { letterKind, tell, type LetterKind } from '#studio/notices/server/tell.ts'
import { span, when } from '#kernel/clock.ts'
import { comingTo } from '#studio/registrations/server/registrants.ts'
import { letters } from '../messages/letters.ts'
import type { Found } from './rows.ts'

// all of it is about where somebody should be
const kinds = {
  asked: letterKind('standIns.asked', 'moved'),
  offered: letterKind('standIns.offered', 'moved'),
  taken: letterKind('standIns.taken', 'moved'),
  newTeacher: letterKind('standIns.newTeacher', 'moved'),
  fallen: letterKind('standIns.fallen', 'moved'),
  over: letterKind('standIns.over', 'moved'),
  begun: letterKind('standIns.begun', 'moved'),
}

type Words = (typeof letters)[Language]
interface Written {
  readonly subject: string
  readonly paragraphs: readonly string[]
  readonly button?: string
  readonly path?: string
}

/** Tells these accounts; nobody is told of what they have just done themselves. */
async function write(
  c: CommandContext,
  kind: LetterKind,
  found: Found,
  readers: readonly Reader[],
  text: (words: Words, what: string, day: string, reader: Reader) => Written,
  subject = found.row.id,
): Promise<number> {
  const { timeZone } = c.settings
  const { entry } = found
  // one that begins is told of as long as it runs
  const at = entry.startsAt > c.now ? entry.startsAt : entry.endsAt
  const others = readers.filter(({ accountId }) => accountId !== c.actorId)
  // a push shows on a locked phone: what and when, but nobody's name
  return await tell(c, kind, { subject, version: c.now, at }, others, (reader) => {
    const { language } = reader
    const words = letters[language]
    const what = `${entry.className} (${span(language, timeZone, entry)})`
    const { day } = when(language, timeZone, entry.startsAt)
    const { button = words.see, path = `/admin/class-details/${entry.id}`, ...rest } = text(words, what, day, reader)
    return { ...rest, button: { label: button, path }, push: { body: what, path } }
  })
}

async function staffWith(c: CommandContext, roles: readonly Role[]): Promise<Reader[]> {
  const found = await c.tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.active, true), inArray(accounts.role, [...roles])))
  return await accountReaders(
    c.tx,
    found.map(({ id }) => id),
  )
}

/** Of who is gone it is empty. */
async function namesOf(c: CommandContext, ...ids: (string | null)[]): Promise<string[]> {
  const names = await namesOfAccounts(c.tx, ids)
  return ids.map((id) => names.get(id) ?? '')
}

export async function tellAsked(c: CommandContext, found: Found): Promise<number> {
  const [teacher = ''] = await namesOf(c, found.row.teacherId)
  const others = (await staffWith(c, ['teacher', 'admin'])).filter(
    ({ accountId }) => !found.entry.teacherIds.includes(accountId),
  )
  return await write(c, kinds.asked, found, others, ({ asked }, what, day) => ({
    subject: asked.subject(found.entry.className, day),
    paragraphs: [asked.intro(teacher, what)],
    button: asked.button,
  }))
}

export async function tellOffered(c: CommandContext, found: Found, offeredBy: string): Promise<void> {
  const { className } = found.entry
  const [teacher = '', name = ''] = await namesOf(c, found.row.teacherId, offeredBy)
  const admins = (await staffWith(c, ['admin'])).filter(({ accountId }) => accountId !== found.row.teacherId)
  await write(c, kinds.offered, found, admins, ({ offered }, what, day) => ({
    subject: offered.subject(className, day),
    paragraphs: [offered.toAdmins(name, teacher, what)],
    button: offered.button,
  }))
  const their = await accountReaders(c.tx, [found.row.teacherId])
  await write(c, kinds.offered, found, their, ({ offered }, what, day) => ({
    subject: offered.toTeacherSubject(className, day),
    paragraphs: [offered.toTeacher(name, what)],
  }))
}

/** Both teachers, and the admins. */
export async function tellTaken(c: CommandContext, found: Found, offeredBy: string): Promise<void> {
  const { row, entry } = found
  const [teacher = '', name = ''] = await namesOf(c, row.teacherId, offeredBy)
  const two = await accountReaders(c.tx, [row.teacherId, offeredBy])
  const admins = (await staffWith(c, ['admin'])).filter(
    ({ accountId }) => accountId !== row.teacherId && accountId !== offeredBy,
  )
  await write(c, kinds.taken, found, [...two, ...admins], ({ taken }, what, day, { accountId }) => ({
    subject: taken.subject(entry.className, day),
    paragraphs: [
      accountId === offeredBy
        ? taken.toNew(what, teacher)
        : accountId === row.teacherId
          ? taken.toTeacher(name, what)
          : taken.toAdmins(name, teacher, what),
    ],
  }))
}

async function coming(c: CommandContext, entry: Found['entry']) {
  const { registered, included } = await comingTo(c.tx, c.settings.classCategories, entry)
  return { comes: new Set(registered), readers: await readersOf(c.tx, [...registered, ...included]) }
}

/** How many come, and hear of the new teacher together with something else. */
export const countComing = async (c: CommandContext, entry: Found['entry']): Promise<number> =>
  (await coming(c, entry)).readers.length

/** Whoever comes. Answers how many. */
export async function tellComing(c: CommandContext, found: Found, offeredBy: string): Promise<number> {
  const { row, entry } = found
  const [teacher = '', name = ''] = await namesOf(c, row.teacherId, offeredBy)
  const { comes, readers } = await coming(c, entry)
  const text = ({ newTeacher }: Words, what: string, day: string, { personId }: Reader): Written => ({
    subject: newTeacher.subject(entry.className, day),
    paragraphs: [
      newTeacher.intro(name, teacher, what),
      comes.has(personId) ? newTeacher.registered : newTeacher.included,
    ],
    button: newTeacher.button,
    path: '/classes',
  })
  // about the class: who leaves it before hears nothing of it
  return await write(c, kinds.newTeacher, found, readers, text, entry.id)
}

/** Whoever can't take it, and whoever would have. */
async function tellBoth(
  c: CommandContext,
  { row, entry }: Found,
  text: (words: Words, what: string, toTeacher: boolean) => string,
): Promise<void> {
  const readers = await accountReaders(c.tx, [row.teacherId, ...(row.offeredBy === null ? [] : [row.offeredBy])])
  await write(c, kinds.fallen, { row, entry }, readers, (words, what, day, { accountId }) => ({
    subject: words.fallen.subject(entry.className, day),
    paragraphs: [text(words, what, accountId === row.teacherId)],
  }))
}

export async function tellRefused(c: CommandContext, found: Found): Promise<void> {
  const [name = ''] = await namesOf(c, found.row.offeredBy)
  await tellBoth(c, found, ({ fallen }, what, toTeacher) =>
    toTeacher ? fallen.refusedToTeacher(name, what) : fallen.refusedToNew(what),
  )
}

export async function tellTakenBack(c: CommandContext, found: Found): Promise<void> {
  const [name = ''] = await namesOf(c, found.row.offeredBy)
  await tellBoth(c, found, ({ fallen }, what) => fallen.takenBack(name, what))
}

export async function tellMoved(c: CommandContext, found: Found): Promise<void> {
  const [name = ''] = await namesOf(c, found.row.offeredBy)
  await tellBoth(c, found, ({ fallen }, what, toTeacher) =>
    toTeacher ? fallen.movedToTeacher(name, what) : fallen.movedToNew(what),
  )
}

/** All who were asked. */
export async function tellWithdrawn(c: CommandContext, found: Found): Promise<void> {
  const [teacher = ''] = await namesOf(c, found.row.teacherId)
  const staff = await staffWith(c, ['teacher', 'admin'])
  await write(c, kinds.over, found, staff, ({ over }, what, day) => ({
    subject: over.subject(found.entry.className, day),
    paragraphs: [over.withdrawn(teacher, what)],
  }))
}

export const tellCancelled = (c: CommandContext, found: Found): Promise<void> =>
  tellOther(c, found, ({ over }, what) => over.cancelled(what))

export const tellReplaced = (c: CommandContext, found: Found): Promise<void> =>
  tellOther(c, found, ({ over }, what) => over.replaced(what))

/** Whoever would have taken it. What becomes of the class itself its teacher is told by registrations/server/tellTeachers.ts. */
async function tellOther(c: CommandContext, { row, entry }: Found, text: (words: Words, what: string) => string) {
  // the studio may have put them
  const other = row.offeredBy === null || entry.teacherIds.includes(row.offeredBy) ? [] : [row.offeredBy]
  const readers = await accountReaders(c.tx, other)
  await write(c, kinds.over, { row, entry }, readers, (words, what, day) => ({
    subject: words.over.subject(entry.className, day),
    paragraphs: [text(words, what)],
  }))
}

export async function tellBegun(c: CommandContext, found: Found): Promise<void> {
  const [teacher = ''] = await namesOf(c, found.row.teacherId)
  await write(c, kinds.begun, found, await staffWith(c, ['admin']), ({ begun }, what) => ({
    subject: begun.subject(found.entry.className),
    paragraphs: [begun.intro(teacher, what)],
  }))
}
