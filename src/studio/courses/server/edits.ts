// Tells registered people of edits of a course, and marks cancelled evenings in calendars.
import { and, asc, eq, gte, lte } from 'drizzle-orm'
import type { CalendarEvent } from '#kernel/calendar.ts'
import { clock, dayAndClock, dayAndMonth, span, weekdayInWords } from '#kernel/clock.ts'
import { isSame } from '#kernel/edits.ts'
import type { Language } from '#kernel/messages.ts'
import { dateIn, timeIn, type LocalDate } from '#kernel/time.ts'
import { UNDO_WITHIN } from '#kernel/undo.ts'
import { on } from '#server/events.ts'
import { does, job } from '#server/jobs/jobs.ts'
import type { CommandContext } from '#server/procedures.ts'
import { people } from '#studio/accounts/tables.ts'
import { daysOffChanged } from '#studio/closures/events.ts'
import { offDuring } from '#studio/closures/server/closedDays.ts'
import type { NoticeText } from '#studio/notices/rules.ts'
import { readersOf } from '#studio/notices/server/readers.ts'
import { tell } from '#studio/notices/server/tell.ts'
import { roomsOf } from '#studio/rooms/server/roomOf.ts'
import { besides, isElsewhere, whereAndWho } from '#studio/rooms/server/whereAndWho.ts'
import { letters } from '../messages/letters.ts'
import { concernsPeople, courseHasStarted, daysOff } from '../rules.ts'
import { courseEdits, courseRegistrations, courses } from '../tables.ts'
import { eveningsFollowed, eveningsOf, whenOf, type EditRow } from './evenings.ts'
import { changed } from './letters.ts'
import { lockCourse } from './places.ts'

type Course = typeof courses.$inferSelect

const courseEdited = job<{ courseId: string }>('courses.edited', ({ courseId }) => courseId)

/**
 * Stores the values of a locked course before an edit. People are told after two minutes, unless it is reverted; of edits
 * of an archived course once it is active again.
 */
export async function noteEdit(c: CommandContext, before: Course, after: Course): Promise<void> {
  if (concernsPeople(before, after)) await keepKnown(c, before, daysOff(before, await offDuring(c.tx, before)))
  else if (before.status !== after.status && after.status === 'active') await tellSoon(c, before.id)
}

async function keepKnown(c: CommandContext, known: Course, daysOff: LocalDate[]): Promise<void> {
  const { id: courseId, roomId, teacherIds } = known
  await c.tx.insert(courseEdits).values({ courseId, at: c.now, ...whenOf(known), roomId, teacherIds, daysOff })
  await tellSoon(c, courseId)
}

const tellSoon = (c: CommandContext, courseId: string) =>
  c.queueOrReplace(courseEdited, c.now + UNDO_WITHIN, { courseId })

/** Closed days are announced like edits: not if they are reverted within two minutes. */
export const noteDaysOff = on(daysOffChanged, async (c, { before, after }) => {
  const changed = [...before, ...after]
  const [firstDay] = changed.map((days) => days.firstDay).toSorted()
  const lastDay = changed
    .map((days) => days.lastDay)
    .toSorted()
    .at(-1)
  if (firstDay === undefined || lastDay === undefined) return
  const found = await c.tx
    .select()
    .from(courses)
    .where(and(eq(courses.status, 'active'), gte(courses.endDate, firstDay), lte(courses.startDate, lastDay)))
    .orderBy(asc(courses.id))
    .for('no key update')
  for (const course of found) {
    const off = await offDuring(c.tx, course)
    const others = off.filter(({ id }) => !after.some((days) => days.id === id))
    const known = daysOff(course, [...others, ...before])
    if (!isSame(known, daysOff(course, off))) await keepKnown(c, course, known)
  }
})

export const tellingOfEdits = does(courseEdited, async (c, { courseId }) => {
  const course = await lockCourse(c.tx, courseId)
  if (course?.status !== 'active') return
  const untold = and(eq(courseEdits.courseId, courseId), eq(courseEdits.told, false))
  const edits = await c.tx.select().from(courseEdits).where(untold).orderBy(asc(courseEdits.id))
  const [first] = edits
  if (!first) return
  await tellOf(c, course, edits)
  if (concernsPeople(first, course))
    await c.tx.update(courseEdits).set({ told: true }).where(eq(courseEdits.id, first.id))
  // values between two edits were never announced, so calendars need no cancellation
  await c.tx.delete(courseEdits).where(untold)
})

/** Each person is told of the difference since the first edit after they joined. */
async function tellOf(c: CommandContext, course: Course, edits: readonly EditRow[]): Promise<void> {
  const joined = await c.tx
    .select({ personId: people.id, at: courseRegistrations.createdAt })
    .from(courseRegistrations)
    .innerJoin(people, eq(people.id, courseRegistrations.userId))
    .where(and(eq(courseRegistrations.courseId, course.id), eq(people.active, true)))
  for (const [number, edit] of edits.entries()) {
    const from = edits[number - 1]?.at ?? -Infinity
    const personIds = joined.filter(({ at }) => at >= from && at < edit.at).map(({ personId }) => personId)
    if (personIds.length > 0) await tellThem(c, course, edit, personIds)
  }
}

/** One e-mail per person, or none if nothing visible to them changed. */
async function tellThem(c: CommandContext, course: Course, edit: EditRow, personIds: readonly string[]) {
  const { timeZone } = c.settings
  const days = [course.startDate, edit.startDate, course.endDate, edit.endDate].toSorted()
  const closed = await offDuring(c.tx, { startDate: days[0] ?? '', endDate: days.at(-1) ?? '' })
  const toCome = ({ startsAt }: CalendarEvent) => startsAt > c.now
  const known = edit.daysOff.map((day) => ({ firstDay: day, lastDay: day, reason: '' }))
  const before = eveningsOf({ ...course, ...whenOf(edit) }, timeZone, known).filter(toCome)
  const now = eveningsOf(course, timeZone, closed).filter(toCome)
  const [whereBefore, where] = [await whereAndWho(c, edit), await whereAndWho(c, course)]
  const elsewhere = isElsewhere(whereBefore, where)
  const [gone, added] = [without(before, now), without(now, before)]
  const moved = [...gone, ...added]
  const concerned = [...moved, ...(elsewhere ? now : [])].map(({ startsAt }) => startsAt)
  if (concerned.length === 0) return
  // the evenings as if the studio had no closed days
  const everyEvening = [eveningsOf({ ...course, ...whenOf(edit) }, timeZone), eveningsOf(course, timeZone)] as const
  const onlyDaysOff = without(...everyEvening).length + without(everyEvening[1], everyEvening[0]).length === 0
  const roomOf = await roomsOf(c.tx, c.settings)
  const calendar = eveningsFollowed(course, timeZone, closed, { since: -Infinity, edits: [edit] })
    .filter(toCome)
    .map((event) => ({ ...event, ...roomOf(course) }))
  const isMoved = moved.length > 0 && !onlyDaysOff
  // a push message has room for one evening
  const [first] = moved.length > 0 && onlyDaysOff ? (gone.length > 0 ? gone : added) : now
  const mayLeave = !courseHasStarted(course, dateIn(timeZone, c.now))
  const about = { subject: course.id, version: c.now, at: Math.min(...concerned), until: Math.max(...concerned) }
  await tell(c, changed, about, await readersOf(c.tx, personIds), ({ language }): NoticeText => {
    const { changed: words, see } = letters[language]
    const dates = (evenings: readonly CalendarEvent[]) => datesInWords(language, timeZone, evenings)
    const daysSay = [
      ...(gone.length > 0 ? [words.leftOut(course.name, dates(gone))] : []),
      ...(added.length > 0 ? [words.afterAll(course.name, dates(added))] : []),
    ]
    const said = isMoved
      ? { subject: words.subjectMoved(course.name), paragraphs: [words.moved(course.name)] }
      : moved.length > 0
        ? {
            subject: gone.length > 0 ? words.subjectLeftOut(course.name) : words.subjectAfterAll(course.name),
            paragraphs: daysSay,
          }
        : { subject: words.subject(course.name), paragraphs: [words.intro(course.name)] }
    return {
      subject: said.subject,
      paragraphs: [...said.paragraphs, mayLeave ? words.leave : words.write],
      facts: [
        ...(isMoved ? [{ label: words.before, value: inWords(language, timeZone, before) }] : []),
        { label: isMoved ? words.now : words.evenings, value: inWords(language, timeZone, now) },
        ...besides(where, whereBefore, language),
      ],
      button: { label: see, path: '/dashboard' },
      push: { body: first ? span(language, timeZone, first) : '', path: '/dashboard' },
      calendar,
    }
  })
}

const without = (all: readonly CalendarEvent[], others: readonly CalendarEvent[]) =>
  all.filter((one) => !others.some(({ startsAt, endsAt }) => startsAt === one.startsAt && endsAt === one.endsAt))

/** 'Friday, 18:00–19:30: 20 March, 27 March': the evenings of a course have one weekday and one time. */
function inWords(language: Language, timeZone: string, evenings: readonly CalendarEvent[]): string {
  const [first] = evenings
  if (!first) return letters[language].changed.noEvenings
  const [from, until] = [first.startsAt, first.endsAt].map((at) => clock(language, timeIn(timeZone, at)))
  const weekly = dayAndClock(language, weekdayInWords(language, timeZone, first.startsAt), `${from}–${until}`)
  return `${weekly}: ${datesInWords(language, timeZone, evenings)}`
}

const datesInWords = (language: Language, timeZone: string, evenings: readonly CalendarEvent[]): string =>
  evenings.map(({ startsAt }) => dayAndMonth(language, timeZone, startsAt)).join(', ')
