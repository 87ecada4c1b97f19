// Letters to waiting people. An offer is sent at once, alone, and at any hour, as it expires.
import { and, asc, eq } from 'drizzle-orm'
import { clock, dayAndClock, span, when } from '#kernel/clock.ts'
import type { Language } from '#kernel/messages.ts'
import { euros } from '#kernel/money.ts'
import { dateIn, timeIn, type Instant } from '#kernel/time.ts'
import { instantIn } from '#kernel/zone.ts'
import type { CommandContext } from '#server/procedures.ts'
import type { Settings } from '#server/settings.ts'
import type { NoticeText } from '#studio/notices/rules.ts'
import { readersOf, type Reader } from '#studio/notices/server/readers.ts'
import { people } from '#studio/accounts/tables.ts'
import { isIncluded } from '#studio/classes/rules.ts'
import { letterKind, tell, type LetterKind } from '#studio/notices/server/tell.ts'
import { coursePrice } from '#studio/courses/rules.ts'
import { misfit } from '#studio/memberships/rules.ts'
import { purchases } from '#studio/memberships/tables.ts'
import { priceFor } from '#studio/payments/rules.ts'
import { dropInPrice } from '#studio/registrations/rules.ts'
import { roomsOf } from '#studio/rooms/server/roomOf.ts'
import { whereAndWho } from '#studio/rooms/server/whereAndWho.ts'
import { eventOf } from '#studio/schedule/server/calendar.ts'
import { schedule } from '#studio/schedule/tables.ts'
import { letters } from '../messages/letters.ts'
import { forgetNewTime, newTime } from './newTime.ts'
import type { Bookable } from './bookable.ts'
import type { Row } from './rows.ts'

const offered = letterKind('waiting.offered', 'offers', { atOnce: true })
const open = letterKind('waiting.open', 'offers', { atOnce: true })
const taken = letterKind('waiting.taken', 'offers', { atOnce: true })
const closed = letterKind('waiting.closed', 'cancelled')

type Entry = typeof schedule.$inferSelect
type Words = (typeof letters)[Language]
type Waits = Pick<Row, 'id' | 'userId'>
/** `of`: name of the person, if not the reader. */
type Reads = Pick<Reader, 'language' | 'of'>

/** Writes one letter for each event of a waiting person. */
async function write(
  c: CommandContext,
  kind: LetterKind,
  { id, userId }: Waits,
  { version, at }: { readonly version: number; readonly at?: Instant },
  text: (
    words: Words,
    reader: Reads,
  ) => Pick<NoticeText, 'subject' | 'paragraphs' | 'facts' | 'calendar'> & { readonly button: string },
  path = '/dashboard#waiting',
): Promise<void> {
  const about = { subject: id, version, ...(at !== undefined && { at }) }
  await tell(c, kind, about, await readersOf(c.tx, [userId]), (reader): NoticeText => {
    const { button, ...told } = text(letters[reader.language], reader)
    return { ...told, button: { label: button, path }, push: { body: told.paragraphs[0] ?? '', path } }
  })
}

/** 'Girls beginners (Thursday 26 November, 18:00)'; a course only by its name. */
function named({ timeZone }: Settings, { name, entry }: Pick<Bookable, 'name' | 'entry'>, language: Language): string {
  return entry ? `${name} (${moment(timeZone, language, entry.startsAt)})` : name
}

const moment = (timeZone: string, language: Language, at: Instant): string => {
  const { day, time } = when(language, timeZone, at)
  return dayAndClock(language, day, time)
}

/** '18:20' for today, else with the day. */
const untilWhen = (zone: string, language: Language, now: Instant, until: Instant): string =>
  dateIn(zone, now) === dateIn(zone, until) ? clock(language, timeIn(zone, until)) : moment(zone, language, until)

/** Whether the person does not pay for the place. */
async function isIncludedIn(c: CommandContext, { entry }: Bookable, userId: string): Promise<boolean> {
  const [person] = await c.tx.select().from(people).where(eq(people.id, userId))
  return isIncluded(c.settings.classCategories, person?.membershipCategory ?? null, entry?.categories ?? [])
}

/** The pass that can pay for the place, the one that ends first; null if there is none. */
async function passFor(c: CommandContext, { entry }: Bookable, userId: string) {
  if (!entry) return null
  const passes = await c.tx
    .select()
    .from(purchases)
    .where(and(eq(purchases.userId, userId), eq(purchases.status, 'active')))
    .orderBy(asc(purchases.validUntil), asc(purchases.id))
  return passes.find((pass) => misfit(pass, entry, c.now) === null) ?? null
}

/** Price or pass, place and teacher, so that the reader can decide without opening a page. */
async function factsOf(c: CommandContext, offered: Bookable, userId: string) {
  const { entry, course } = offered
  const placed = entry ?? course
  const where = placed && (await whereAndWho(c, placed))
  const included = await isIncludedIn(c, offered, userId)
  const price = entry ? dropInPrice(entry, c.settings.sections.payments.dropInFee) : course && coursePrice(course)
  const pass = included ? null : await passFor(c, offered, userId)
  return ({ language, of }: Reads) => {
    const words = letters[language].offered
    const cost = () => {
      if (included || !price) return []
      if (pass === null) {
        return [{ label: entry ? words.dropIn : words.price, value: euros(priceFor(price, false), language) }]
      }
      const left = words.passLeft(pass.membershipName, pass.classLimit - pass.classesUsed)
      return [{ label: of === null ? words.pass : words.passOf, value: left }]
    }
    return [...(where ? where(language) : []), ...cost()]
  }
}

export async function tellOffered(c: CommandContext, bookable: Bookable, row: Waits, until: Instant): Promise<void> {
  const facts = await factsOf(c, bookable, row.userId)
  await write(c, offered, row, { version: until, at: until }, ({ offered: words }, reader) => {
    const { language, of } = reader
    const when = untilWhen(c.settings.timeZone, language, c.now, until)
    const what = named(c.settings, bookable, language)
    return {
      subject: (of === null ? words.subject : words.subjectOf)(bookable.name, when),
      paragraphs: [(of === null ? words.intro : words.introOf)(what, when), words.otherwise],
      facts: facts(reader),
      button: words.button,
    }
  })
}

/** Leads to the page where anybody can take the place: on the dashboard it cannot be taken without an offer. */
export async function tellOpen(c: CommandContext, bookable: Bookable, row: Waits): Promise<void> {
  const { entry, target } = bookable
  const facts = await factsOf(c, bookable, row.userId)
  const about = { version: c.now, ...(entry && { at: entry.startsAt }) }
  const text = ({ open: words }: Words, reader: Reads) => ({
    subject: words.subject(bookable.name),
    paragraphs: [words.intro(named(c.settings, bookable, reader.language)), words.hint],
    facts: facts(reader),
    button: words.button,
  })
  await write(c, open, row, about, text, `/${target.kind}/${target.id}`)
}

export async function tellTaken(c: CommandContext, scheduleId: string, row: Waits, pass: string): Promise<void> {
  const [entry] = await c.tx.select().from(schedule).where(eq(schedule.id, scheduleId))
  if (!entry) return
  const [where, roomOf] = [await whereAndWho(c, entry), await roomsOf(c.tx, c.settings)]
  await write(c, taken, row, { version: c.now, at: entry.startsAt }, ({ taken: words }, { language, of }) => {
    const what = named(c.settings, { name: entry.className, entry }, language)
    return {
      subject: (of === null ? words.subject : words.subjectOf)(entry.className),
      paragraphs: [(of === null ? words.intro : words.introOf)(what, pass), words.hint],
      facts: where(language),
      button: words.button,
      calendar: [eventOf(entry, roomOf)],
    }
  })
}

/** A class for which the person waits has another time. */
export async function tellNewTime(c: CommandContext, entry: Entry, row: Row): Promise<void> {
  const { timeZone } = c.settings
  const where = await whereAndWho(c, entry)
  await forgetNewTime(c, [row.id])
  await write(c, newTime, row, { version: c.now, at: entry.startsAt }, ({ newTime: words }, { language }) => ({
    subject: words.subject(entry.className, when(language, timeZone, entry.startsAt).day),
    paragraphs: [
      words.intro(entry.className),
      [...(row.takeWith === null ? [words.asked] : []), words.leave].join(' '),
    ],
    facts: [{ label: words.now, value: span(language, timeZone, entry) }, ...where(language)],
    button: words.button,
  }))
}

/** The class or course of a wait or offer does not take place. */
export async function tellClosed(c: CommandContext, { name, entry, course }: Bookable, row: Row) {
  const { timeZone } = c.settings
  const at = course ? instantIn(timeZone, course.endDate, course.endTime) : entry?.startsAt
  // with its time, so that nothing is told about a past one
  const about = { version: c.now, ...(at !== undefined && { at }) }
  const path = entry ? '/classes' : '/courses'
  const text = ({ closed: words }: Words, { language, of }: Reads) => ({
    subject: entry ? words.ofClass(name, when(language, timeZone, entry.startsAt).day) : words.ofCourse(name),
    paragraphs: [
      (of === null ? words.intro : words.introOf)(named(c.settings, { name, entry }, language)),
      ...(row.state === 'offered' ? [words.offered] : []),
    ],
    button: entry ? words.button : words.buttonOfCourse,
  })
  await write(c, closed, row, about, text, path)
}
