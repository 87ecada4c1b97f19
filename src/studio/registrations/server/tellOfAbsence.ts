// Letters to a person and their guardians when staff said for them that they can't come, or come after all.
import { dayInWords, span, when } from '#kernel/clock.ts'
import type { Instant, LocalDate } from '#kernel/time.ts'
import { UNDO_WITHIN } from '#kernel/undo.ts'
import { startOfDay } from '#kernel/zone.ts'
import type { CommandContext } from '#server/procedures.ts'
import { otherReadersOf } from '#studio/notices/server/readers.ts'
import { withdraw } from '#studio/notices/server/takeBack.ts'
import { letterKind, tell } from '#studio/notices/server/tell.ts'
import { roomsOf } from '#studio/rooms/server/roomOf.ts'
import { whereAndWho } from '#studio/rooms/server/whereAndWho.ts'
import { eventOf } from '#studio/schedule/server/calendar.ts'
import type { ScheduleRow } from '#studio/schedule/server/lock.ts'
import { absenceLetters } from '../messages/absenceLetters.ts'
import { makeUpTexts } from '../messages/makeUps.ts'
import { accountsComing } from './registrants.ts'
import { absent } from './takeBack.ts'

// of the kind 'cancelled', which always comes by e-mail, as it is about where the person should be
const comesAfterAll = letterKind('registrations.comesAfterAll', 'cancelled')

const batchOf = ({ id }: ScheduleRow, userId: string) => `absent-${id}-${userId}`

/**
 * `gives`: whether the studio gives make-up classes; `lost`: the one for this class was lost; `usable`: whether a
 * suitable class is planned.
 */
export async function tellAbsent(
  c: CommandContext,
  entry: ScheduleRow,
  userId: string,
  told: {
    readonly makeUpUntil: LocalDate | null
    readonly gives: boolean
    readonly lost: boolean
    readonly usable: boolean
  },
): Promise<void> {
  const { makeUpUntil, gives, lost, usable } = told
  const { timeZone } = c.settings
  const coming = await accountsComing(c.tx, c.settings.classCategories, entry)
  const about = { subject: entry.id, version: c.now, at: entry.startsAt, batch: batchOf(entry, userId) }
  await tell(c, absent, about, await otherReadersOf(c, [userId]), ({ accountId, language }) => {
    const [words, { got, getsNone, lostBefore, noneYet, onceThereIs }] = [
      absenceLetters[language],
      makeUpTexts[language],
    ]
    const { day, time } = when(language, timeZone, entry.startsAt)
    const path = `/my-place/${entry.id}`
    const until = makeUpUntil && dayInWords(language, timeZone, startOfDay(timeZone, makeUpUntil))
    const none = lost ? lostBefore : getsNone
    const makeUp = until === null ? none : usable ? got(until) : `${got(until)} ${noneYet} ${onceThereIs}`
    return {
      subject: words.absent.subject(entry.className, day),
      paragraphs: [words.absent.intro(entry.className, day, time), ...(gives ? [makeUp] : []), words.absent.mistake],
      button: { label: words.see, path },
      push: { body: span(language, timeZone, entry), path },
      // keep the event if the account has another child who comes
      ...(!coming.has(accountId) && { calendar: [{ ...eventOf({ ...entry, updatedAt: c.now }), cancelled: true }] }),
    }
  })
}

/** Withdraws the waiting letter about the absence; returns false if no one can have read it. */
export async function takeAbsentBack(
  c: CommandContext,
  entry: ScheduleRow,
  userId: string,
  saidAt: Instant,
): Promise<boolean> {
  const unread = await withdraw(c, batchOf(entry, userId))
  return unread === 0 || c.now >= saidAt + UNDO_WITHIN
}

export async function tellBack(c: CommandContext, entry: ScheduleRow, userId: string, makeUpGone: boolean) {
  const { timeZone } = c.settings
  const [where, roomOf] = [await whereAndWho(c, entry), await roomsOf(c.tx, c.settings)]
  const about = { subject: entry.id, version: c.now, at: entry.startsAt }
  await tell(c, comesAfterAll, about, await otherReadersOf(c, [userId]), ({ language }) => {
    const { comesAfterAll: words } = absenceLetters[language]
    const { day, time } = when(language, timeZone, entry.startsAt)
    const path = `/my-place/${entry.id}`
    return {
      subject: words.subject(entry.className, day),
      paragraphs: [words.intro(entry.className, day, time), ...(makeUpGone ? [words.makeUpGone] : []), words.mistake],
      facts: where(language),
      button: { label: absenceLetters[language].see, path },
      push: { body: span(language, timeZone, entry), path },
      // now as the revision: the calendar has a cancellation of this event with an older one
      calendar: [eventOf({ ...entry, updatedAt: c.now }, roomOf)],
    }
  })
}
