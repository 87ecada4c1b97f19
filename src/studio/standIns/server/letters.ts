import { and, eq, inArray } from 'drizzle-orm'
import type { Language } from '#kernel/messages.ts'
import type { CommandContext } from '#server/procedures.ts'
import type { Role } from '#studio/accounts/rules.ts'
import { namesOfAccounts } from '#studio/accounts/server/names.ts'
import { accounts } from '#studio/accounts/tables.ts'
import { accountReaders, readersOf, type Reader } from '#studio/notices/server/readers.ts'
import { withdraw } from '#studio/notices/server/takeBack.ts'
import { lastTold, letterKind, tell, type LetterKind } from '#studio/notices/server/tell.ts'
import { span, when, type Span } from '#kernel/clock.ts'
import { UNDO_WITHIN } from '#kernel/undo.ts'
import { comingTo } from '#studio/registrations/server/registrants.ts'
import { letters } from '../messages/letters.ts'
import type { Found } from './rows.ts'

// of the kind 'moved', which always comes by e-mail, as it is about where a teacher should be
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

/** Tells these accounts, except the acting one. */
async function write(
  c: CommandContext,
  kind: LetterKind,
  found: Found,
  readers: readonly Reader[],
  text: (words: Words, what: string, day: string, reader: Reader) => Written,
  { subject = found.row.id, batch }: { readonly subject?: string; readonly batch?: string | undefined } = {},
): Promise<number> {
  const { timeZone } = c.settings
  const { entry } = found
  // a running class is told about until its end
  const at = entry.startsAt > c.now ? entry.startsAt : entry.endsAt
  const others = readers.filter(({ accountId }) => accountId !== c.actorId)
  // a push is shown on a locked phone: what and when, but no names
  return await tell(c, kind, { subject, version: c.now, at, batch }, others, (reader) => {
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

/** Names of accounts; empty for a deleted one. */
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

/** Tells both teachers and the admins. */
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

/** Number of participants who will be told about the new teacher together with another change. */
export const countComing = async (c: CommandContext, entry: Found['entry']): Promise<number> =>
  (await coming(c, entry)).readers.length

/** Tells the participants. Returns how many. */
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
  // with the class as its subject, so that it is withdrawn for a person who leaves the class
  return await write(c, kinds.newTeacher, found, readers, text, { subject: entry.id })
}

/** Tells the teacher who can't take it, and the one who offered. */
async function tellBoth(
  c: CommandContext,
  { row, entry }: Found,
  text: (words: Words, what: string, toTeacher: boolean) => string,
  batch?: string,
): Promise<void> {
  const readers = await accountReaders(c.tx, [row.teacherId, ...(row.offeredBy === null ? [] : [row.offeredBy])])
  const written = (words: Words, what: string, day: string, { accountId }: Reader): Written => ({
    subject: words.fallen.subject(entry.className, day),
    paragraphs: [text(words, what, accountId === row.teacherId)],
  })
  await write(c, kinds.fallen, { row, entry }, readers, written, { batch })
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

/** Batch of the letters about an offer that ended because its class was changed. `offered`: the time it was for. */
const batchOf = ({ id }: Found['row'], offered: Span): string => `standIn ${id} ${offered.startsAt} ${offered.endsAt}`

/** Waits, as the change may be undone: see `untell`. */
export async function tellMoved(c: CommandContext, found: Found, offered: Span): Promise<void> {
  const [name = ''] = await namesOf(c, found.row.offeredBy)
  await tellBoth(
    c,
    found,
    ({ fallen }, what, toTeacher) => (toTeacher ? fallen.movedToTeacher(name, what) : fallen.movedToNew(what)),
    batchOf(found.row, offered),
  )
}

/**
 * Withdraws what was told about an offer that ended because its class was changed, if the class is again when it was;
 * returns whether nobody has read that.
 */
export async function untell(c: CommandContext, row: Found['row'], now: Span): Promise<boolean> {
  const kind = row.state === 'replaced' ? kinds.over : kinds.fallen
  const last = await lastTold(c.tx, kind, row.id)
  if (!last || last.at + UNDO_WITHIN <= c.now) return false
  return (await withdraw(c, batchOf(row, now))) > 0
}

/** Tells everybody who was asked. */
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

/** Waits, as the change may be undone: see `untell`. */
export const tellReplaced = (c: CommandContext, found: Found, offered: Span): Promise<void> =>
  tellOther(c, found, ({ over }, what) => over.replaced(what), batchOf(found.row, offered))

/** Tells the teacher who offered. The class's own teacher is told by registrations/server/tellTeachers.ts. */
async function tellOther(
  c: CommandContext,
  { row, entry }: Found,
  text: (words: Words, what: string) => string,
  batch?: string,
) {
  // not if the studio has assigned them to the class anyway
  const other = row.offeredBy === null || entry.teacherIds.includes(row.offeredBy) ? [] : [row.offeredBy]
  const readers = await accountReaders(c.tx, other)
  const written = (words: Words, what: string, day: string): Written => ({
    subject: words.over.subject(entry.className, day),
    paragraphs: [text(words, what)],
  })
  await write(c, kinds.over, { row, entry }, readers, written, { batch })
}

export async function tellBegun(c: CommandContext, found: Found): Promise<void> {
  const [teacher = ''] = await namesOf(c, found.row.teacherId)
  await write(c, kinds.begun, found, await staffWith(c, ['admin']), ({ begun }, what) => ({
    subject: begun.subject(found.entry.className),
    paragraphs: [begun.intro(teacher, what)],
  }))
}
