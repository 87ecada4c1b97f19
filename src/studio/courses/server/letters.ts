// E-mails about a place in a course, with how to pay for it.
import { eq } from 'drizzle-orm'
import { span } from '#kernel/clock.ts'
import type { LocalTime } from '#kernel/time.ts'
import { instantIn } from '#kernel/zone.ts'
import { does, job } from '#server/jobs/jobs.ts'
import type { CommandContext } from '#server/procedures.ts'
import { people } from '#studio/accounts/tables.ts'
import { offDuring } from '#studio/closures/server/closedDays.ts'
import { otherReadersOf, readersOf } from '#studio/notices/server/readers.ts'
import type { NoticeText } from '#studio/notices/rules.ts'
import { forgetWaiting, saidWhenWritten, type SaidTo } from '#studio/notices/server/takeBack.ts'
import { letterKind, tell } from '#studio/notices/server/tell.ts'
import { moneyOfEnded, type MoneyBefore } from '#studio/payments/server/moneyOfEnded.ts'
import { soldTo } from '#studio/payments/server/howToPay.ts'
import { paymentColumns, paymentOf } from '#studio/payments/server/rows.ts'
import { payments } from '#studio/payments/tables.ts'
import { roomsOf } from '#studio/rooms/server/roomOf.ts'
import { whereAndWho } from '#studio/rooms/server/whereAndWho.ts'
import { letters } from '../messages/letters.ts'
import { courseRegistrations, courses } from '../tables.ts'
import { eveningsOf } from './evenings.ts'

const joined = letterKind('courses.joined', 'bookings')
export const changed = letterKind('courses.changed', 'moved')

const removed = letterKind('courses.removed', 'cancelled')

export const courseJoined = job<{ placeId: string }>('courses.joined', ({ placeId }) => placeId)

/** Not sent if the person has left the course meanwhile. */
export const tellingOfCourse = does(courseJoined, async (c, { placeId }) => {
  const letter = await joinedLetter(c, placeId)
  if (letter) await tell(c, joined, { subject: placeId, version: 1, at: letter.at }, letter.readers, letter.words)
})

export const joinedWhenWritten = saidWhenWritten(
  joined,
  async (c, { subject }) => (await joinedLetter(c, subject))?.words ?? null,
)

async function joinedLetter(c: CommandContext, placeId: string) {
  const [found] = await c.tx
    .select({ course: courses, person: people, payment: paymentColumns })
    .from(courseRegistrations)
    .innerJoin(courses, eq(courses.id, courseRegistrations.courseId))
    .innerJoin(people, eq(people.id, courseRegistrations.userId))
    .innerJoin(payments, eq(payments.id, courseRegistrations.paymentId))
    .where(eq(courseRegistrations.id, placeId))
  if (!found) return null
  const { course, person } = found
  const { readers, howToPay } = await soldTo(c, person, paymentOf(found.payment))
  const [where, roomOf] = [await whereAndWho(c, course), await roomsOf(c.tx, c.settings)]
  const { timeZone } = c.settings
  const evenings = eveningsOf(course, timeZone, await offDuring(c.tx, course))
  // a course's start date may be before its first weekday
  const at = (time: LocalTime) => instantIn(timeZone, course.startDate, time)
  const first = evenings[0] ?? { startsAt: at(course.startTime), endsAt: at(course.endTime) }
  const ends = instantIn(timeZone, course.endDate, course.endTime)
  const wordsTo = (reader: SaidTo): NoticeText => {
    const { language } = reader
    const words = letters[language]
    const pay = howToPay(reader)
    return {
      subject: words.subject(course.name),
      paragraphs: [
        reader.of === null ? words.intro(course.name) : words.introOf(reader.of, course.name),
        ...pay.paragraphs,
      ],
      facts: [{ label: words.first, value: span(language, timeZone, first) }, ...where(language), ...pay.facts],
      transfer: pay.transfer,
      button: { label: words.see, path: '/dashboard' },
      push: { body: '', path: '/dashboard' },
      calendar: evenings.map((evening) => ({ ...evening, ...roomOf(course) })),
    }
  }
  return { readers, at: ends, words: wordsTo }
}

/** A place was given back: cancels pending e-mails about it and about edits of its course. */
export async function forgetPlace(c: CommandContext, place: typeof courseRegistrations.$inferSelect): Promise<void> {
  await forgetWaiting(c, { subjects: [place.id] })
  await forgetWaiting(c, { subjects: [place.courseId], personId: place.userId })
}

type CourseRegistration = typeof courseRegistrations.$inferSelect

/** Tells the person whose place staff have ended; `payment` is its state before that. */
export async function tellOfRemoval(
  c: CommandContext,
  course: typeof courses.$inferSelect,
  place: CourseRegistration,
  money: MoneyBefore | null,
): Promise<void> {
  const readers = await otherReadersOf(c, [place.userId])
  const staying = c.tx.select({ id: courseRegistrations.userId }).from(courseRegistrations)
  const stay = await staying.where(eq(courseRegistrations.courseId, course.id))
  const hearing = await readersOf(
    c.tx,
    stay.map(({ id }) => id),
  )
  const { timeZone } = c.settings
  const evenings = eveningsOf(course, timeZone, await offDuring(c.tx, course))
  const coming = evenings.filter(({ startsAt }) => startsAt > c.now)
  const at = instantIn(timeZone, course.endDate, course.endTime)
  await tell(c, removed, { subject: place.id, version: 1, at }, readers, (reader) => {
    const { removed: words } = letters[reader.language]
    // the evenings stay in the calendar of a reader with another child in the course
    const stays = hearing.some((one) => one.accountId === reader.accountId)
    return {
      subject: words.subject(course.name),
      paragraphs: [words.intro(course.name), ...moneyOfEnded(money, reader), words.mistake],
      button: { label: words.courses, path: '/courses' },
      push: { body: '', path: '/courses' },
      ...(!stays && { calendar: coming.map((evening) => ({ ...evening, cancelled: true })) }),
    }
  })
}
