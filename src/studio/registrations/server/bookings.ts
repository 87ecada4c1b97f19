// Letters about a booked place, and reminders of a class.
import { and, asc, eq, gt, isNull, lte } from 'drizzle-orm'
import { span, when } from '#kernel/clock.ts'
import type { Language } from '#kernel/messages.ts'
import { HOUR, MINUTE } from '#kernel/time.ts'
import { does, job, recurring } from '#server/jobs/jobs.ts'
import type { CommandContext } from '#server/procedures.ts'
import { accounts, people } from '#studio/accounts/tables.ts'
import { purchases } from '#studio/memberships/tables.ts'
import type { NoticeText } from '#studio/notices/rules.ts'
import { readersOf, type Reader } from '#studio/notices/server/readers.ts'
import { forgetWaiting, saidWhenWritten, type SaidTo } from '#studio/notices/server/takeBack.ts'
import { letterKind, tell } from '#studio/notices/server/tell.ts'
import { soldTo } from '#studio/payments/server/howToPay.ts'
import { paymentColumns, paymentOf } from '#studio/payments/server/rows.ts'
import { payments } from '#studio/payments/tables.ts'
import { roomsOf } from '#studio/rooms/server/roomOf.ts'
import { whereAndWho, type WhereAndWho } from '#studio/rooms/server/whereAndWho.ts'
import { eventOf } from '#studio/schedule/server/calendar.ts'
import type { ScheduleRow } from '#studio/schedule/server/lock.ts'
import { schedule } from '#studio/schedule/tables.ts'
import { lateTexts } from '../messages/late.ts'
import { letters } from '../messages/letters.ts'
import { isLate } from '../rules/lateness.ts'
import { registrations } from '../tables.ts'
import { comingTo } from './registrants.ts'

const booked = letterKind('registrations.booked', 'bookings')
export const reminder = letterKind('registrations.reminder', 'reminders')

/** `by`: the account that booked; null if the studio did. */
export const placeBooked = job<{ registrationId: string; by?: string | null }>(
  'registrations.booked',
  ({ registrationId }) => registrationId,
)

const factsOf = (c: CommandContext, language: Language, entry: ScheduleRow, where: WhereAndWho) => [
  { label: letters[language].time, value: span(language, c.settings.timeZone, entry) },
  ...where(language),
]

/** Tells the person of a booked place, and the payer how to pay for it; nothing if it was cancelled meanwhile. */
export const tellingOfPlace = does(placeBooked, async (c, { registrationId, by = null }) => {
  const letter = await bookedLetter(c, registrationId, by)
  if (letter)
    await tell(c, booked, { subject: registrationId, version: 1, at: letter.at }, letter.readers, letter.words)
})

export const bookedWhenWritten = saidWhenWritten(
  booked,
  async (c, { subject, content: { parts: [by] = [] } }) =>
    (await bookedLetter(c, subject, typeof by === 'string' ? by : null))?.words ?? null,
)

async function bookedLetter(c: CommandContext, registrationId: string, by: string | null) {
  const [found] = await c.tx
    .select({
      entry: schedule,
      person: people,
      membershipName: purchases.membershipName,
      makeUpId: registrations.makeUpId,
      bookedAt: registrations.createdAt,
    })
    .from(registrations)
    .innerJoin(schedule, eq(schedule.id, registrations.scheduleId))
    .innerJoin(people, eq(people.id, registrations.userId))
    .leftJoin(purchases, eq(purchases.id, registrations.userMembershipId))
    .where(eq(registrations.id, registrationId))
  if (!found) return null
  const { entry, person, membershipName, makeUpId, bookedAt } = found
  const [row] = await c.tx
    .select(paymentColumns)
    .from(payments)
    .innerJoin(registrations, eq(registrations.dropInPaymentId, payments.id))
    .where(eq(registrations.id, registrationId))
  const payment = row ? paymentOf(row) : null
  const [where, roomOf] = [await whereAndWho(c, entry), await roomsOf(c.tx, c.settings)]
  const { readers, howToPay } = await soldTo(c, person, payment)
  const late = isLate(entry, c.settings.sections.registration.lateHours, bookedAt)
  const booker = by === null ? null : await bookerOf(c, by, person)
  const wordsTo = (reader: SaidTo): NoticeText => {
    const { language, of } = reader
    const words = letters[language].booked
    const { see, paidBy, comesBy, makeUp } = letters[language]
    const pay = howToPay(reader)
    return {
      subject: words.subject(entry.className, when(language, c.settings.timeZone, entry.startsAt).day),
      paragraphs: [
        of === null ? words.intro(entry.className) : words.introOf(of, entry.className),
        ...(late ? [lateTexts[language].bookedLate] : []),
        ...pay.paragraphs,
      ],
      facts: [
        ...factsOf(c, language, entry, where),
        ...(membershipName === null ? [] : [{ label: paidBy, value: membershipName }]),
        ...(makeUpId === null ? [] : [{ label: comesBy, value: makeUp }]),
        ...(booker === null || by === reader.accountId ? [] : [{ label: words.by, value: booker(language) }]),
        ...pay.facts,
      ],
      transfer: pay.transfer,
      button: { label: see, path: '/dashboard' },
      push: { body: span(language, c.settings.timeZone, entry), path: '/dashboard' },
      calendar: [eventOf(entry, roomOf)],
      parts: by === null ? [] : [by],
    }
  }
  return { readers, at: entry.startsAt, words: wordsTo }
}

/** The booker's name in letters. Other guardians stay unnamed, as parents may live apart; staff are the studio. */
async function bookerOf(c: CommandContext, accountId: string, person: { id: string; displayName: string }) {
  const [found] = await c.tx
    .select({ role: accounts.role, personId: accounts.personId })
    .from(accounts)
    .where(eq(accounts.id, accountId))
  if (!found) return null
  return (language: Language): string => {
    if (found.personId === person.id) return person.displayName
    return found.role === 'user' ? letters[language].booked.otherGuardian : c.settings.studioName
  }
}

/** Withdraws waiting letters about cancelled places. */
export const forgetBooked = (c: CommandContext, ids: readonly string[]) =>
  forgetWaiting(c, { subjects: ids, kinds: [booked] })

/** A place booked less than this before the reminder needs none (ms). */
const JUST_BOOKED = HOUR

/**
 * Reminds everyone who comes to a class within the configured hours. Once for each class and start time: a moved class
 * is reminded of again.
 */
export const remindOfClasses = recurring('registrations.remindOfClasses', 5 * MINUTE, async (c) => {
  const { classHours } = c.settings.sections.notices
  if (classHours === 0) return false
  const coming = await c.tx
    .select()
    .from(schedule)
    .where(
      and(
        gt(schedule.startsAt, c.now),
        lte(schedule.startsAt, c.now + classHours * HOUR),
        isNull(schedule.cancelledAt),
      ),
    )
    .orderBy(asc(schedule.startsAt), asc(schedule.id))
  for (const entry of coming) await remindOf(c, entry, classHours)
  return false
})

async function remindOf(c: CommandContext, entry: ScheduleRow, classHours: number): Promise<void> {
  const { registered, included } = await comingTo(c.tx, c.settings.classCategories, entry)
  const since = entry.startsAt - classHours * HOUR - JUST_BOOKED
  const late = await c.tx
    .select({ userId: registrations.userId })
    .from(registrations)
    .where(and(eq(registrations.scheduleId, entry.id), gt(registrations.createdAt, since)))
  const knows = new Set(late.map(({ userId }) => userId))
  const readers = await readersOf(
    c.tx,
    [...registered, ...included].filter((id) => !knows.has(id)),
  )
  const where = await whereAndWho(c, entry)
  const comes = new Set(registered)
  const about = { subject: entry.id, version: entry.startsAt, at: entry.startsAt }
  await tell(c, reminder, about, readers, (reader) => reminderText(c, entry, where, reader, comes.has(reader.personId)))
}

function reminderText(
  c: CommandContext,
  entry: ScheduleRow,
  where: WhereAndWho,
  { language, of }: Reader,
  registered: boolean,
): NoticeText {
  const { timeZone } = c.settings
  const { reminder: words } = letters[language]
  const path = `/my-place/${entry.id}`
  const late = isLate(entry, c.settings.sections.registration.lateHours, c.now)
  const cancel = late ? lateTexts[language].cancelLate : words.cancel
  const label = registered ? cancel : of === null ? words.cantCome : words.cantComeOf(of)
  return {
    subject: words.subject(entry.className, when(language, timeZone, entry.startsAt).day),
    paragraphs: [words.intro(entry.className)],
    facts: factsOf(c, language, entry, where),
    links: [{ label, path }],
    push: { body: span(language, timeZone, entry), path },
  }
}
