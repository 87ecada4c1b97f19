// What an edit of a course changes for those who have joined: they are told, and calendars say what fell away.
import { and, asc, eq } from 'drizzle-orm'
import type { CalendarEvent } from '#kernel/calendar.ts'
import { clock, dayAndClock, dayAndMonth, span, weekdayInWords } from '#kernel/clock.ts'
import type { Language } from '#kernel/messages.ts'
import { dateIn, timeIn } from '#kernel/time.ts'
import { UNDO_WITHIN } from '#kernel/undo.ts'
import { does, job } from '#server/jobs/jobs.ts'
import type { CommandContext } from '#server/procedures.ts'
import { people } from '#studio/accounts/tables.ts'
import { closedDuring } from '#studio/closures/server/standing.ts'
import type { NoticeText } from '#studio/notices/rules.ts'
import { readersOf } from '#studio/notices/server/readers.ts'
import { tell } from '#studio/notices/server/tell.ts'
import { roomsOf } from '#studio/rooms/server/roomOf.ts'
import { besides, isElsewhere, whereAndWho } from '#studio/rooms/server/whereAndWho.ts'
import { letters } from '../messages/letters.ts'
import { concernsPeople, courseHasStarted } from '../rules.ts'
import { courseEdits, courseRegistrations, type courses } from '../tables.ts'
import { eveningsFollowed, eveningsOf, whenOf, type EditRow } from './evenings.ts'
import { changed } from './letters.ts'
import { lockCourse } from './places.ts'

type Course = typeof courses.$inferSelect

const courseEdited = job<{ courseId: string }>('courses.edited', ({ courseId }) => courseId)

/** Keeps what is known of a locked course. They are told in two minutes: what is set back until then, nobody hears of. */
export async function noteEdit(c: CommandContext, before: Course, after: Course): Promise<void> {
  if (!concernsPeople(before, after)) return
  const { id: courseId, roomId, teacherIds } = before
  await c.tx.insert(courseEdits).values({ courseId, at: c.now, ...whenOf(before), roomId, teacherIds })
  await c.later(courseEdited, c.now + UNDO_WITHIN, { courseId })
}

export const tellingOfEdits = does(courseEdited, async (c, { courseId }) => {
  const course = await lockCourse(c.tx, courseId)
  if (!course) return
  const untold = and(eq(courseEdits.courseId, courseId), eq(courseEdits.told, false))
  const edits = await c.tx.select().from(courseEdits).where(untold).orderBy(asc(courseEdits.id))
  const [first] = edits
  if (!first) return
  if (course.status === 'active') await tellOf(c, course, edits)
  if (concernsPeople(first, course))
    await c.tx.update(courseEdits).set({ told: true }).where(eq(courseEdits.id, first.id))
  // what stood for a moment between two edits fell away from nobody's calendar
  await c.tx.delete(courseEdits).where(untold)
})

/** Each knows the course as it was before the first edit since they joined it. */
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

/** One letter for each of them, or none where nothing is new that they see. */
async function tellThem(c: CommandContext, course: Course, edit: EditRow, personIds: readonly string[]) {
  const { timeZone } = c.settings
  const days = [course.startDate, edit.startDate, course.endDate, edit.endDate].toSorted()
  const closed = await closedDuring(c.tx, { startDate: days[0] ?? '', endDate: days.at(-1) ?? '' })
  const toCome = ({ startsAt }: CalendarEvent) => startsAt > c.now
  const before = eveningsOf({ ...course, ...whenOf(edit) }, timeZone, closed).filter(toCome)
  const now = eveningsOf(course, timeZone, closed).filter(toCome)
  const [placeBefore, place] = [await whereAndWho(c, edit), await whereAndWho(c, course)]
  const elsewhere = isElsewhere(placeBefore, place)
  const moved = [...without(before, now), ...without(now, before)]
  const concerned = [...moved, ...(elsewhere ? now : [])].map(({ startsAt }) => startsAt)
  if (concerned.length === 0) return
  const roomOf = await roomsOf(c.tx, c.settings)
  const calendar = eveningsFollowed(course, timeZone, closed, { since: -Infinity, edits: [edit] })
    .filter(toCome)
    .map((event) => ({ ...event, ...roomOf(course) }))
  const mayLeave = !courseHasStarted(course, dateIn(timeZone, c.now))
  const about = { subject: course.id, version: c.now, at: Math.min(...concerned), until: Math.max(...concerned) }
  await tell(c, changed, about, await readersOf(c.tx, personIds), ({ language }): NoticeText => {
    const { changed: words, see } = letters[language]
    const times = moved.length > 0
    return {
      subject: times ? words.subjectTimes(course.name) : words.subject(course.name),
      paragraphs: [times ? words.times(course.name) : words.intro(course.name), mayLeave ? words.leave : words.write],
      facts: [
        ...(times ? [{ label: words.before, value: inWords(language, timeZone, before) }] : []),
        { label: times ? words.now : words.evenings, value: inWords(language, timeZone, now) },
        ...besides(place, placeBefore, language),
      ],
      button: { label: see, path: '/dashboard' },
      push: { body: now[0] ? span(language, timeZone, now[0]) : '', path: '/dashboard' },
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
  const days = evenings.map(({ startsAt }) => dayAndMonth(language, timeZone, startsAt))
  return `${dayAndClock(language, weekdayInWords(language, timeZone, first.startsAt), `${from}–${until}`)}: ${days.join(', ')}`
}
