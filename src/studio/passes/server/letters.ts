import { dayInWords } from '#kernel/clock.ts'
import type { Language } from '#kernel/messages.ts'
import type { LocalDate } from '#kernel/time.ts'
import { startOfDay } from '#kernel/zone.ts'
import type { CommandContext } from '#server/procedures.ts'
import { readersOf } from '#studio/notices/server/readers.ts'
import { letterKind, tell } from '#studio/notices/server/tell.ts'
import { accountsComing } from '#studio/registrations/server/registrants.ts'
import { eventOf } from '#studio/schedule/server/calendar.ts'
import type { ScheduleRow } from '#studio/schedule/server/lock.ts'
import { letters } from '../messages/letters.ts'
import type { Freeze, Pass } from './lock.ts'

// uses the kind 'cancelled', which always comes by e-mail, as classes are given back
const frozen = letterKind('passes.frozen', 'cancelled')
const refused = letterKind('passes.refused', 'bookings')

type Days = { readonly firstDay: LocalDate; readonly lastDay: LocalDate }

const spanOf = (c: CommandContext, language: Language, { firstDay, lastDay }: Days) => {
  const zone = c.settings.timeZone
  const day = (date: LocalDate) => dayInWords(language, zone, startOfDay(zone, date))
  return firstDay === lastDay ? day(firstDay) : `${day(firstDay)} – ${day(lastDay)}`
}

const button = (language: Language, { id, userId }: Pass, of: string | null) => ({
  label: letters[language].see,
  path: `/pass/${id}${of === null ? '' : `?of=${userId}`}`,
})

/** Tells the pass's owner the frozen days, the new end of validity, and the classes given back. */
export async function tellOfFreeze(
  c: CommandContext,
  pass: Pass,
  days: Days,
  given: readonly ScheduleRow[],
): Promise<void> {
  const { timeZone } = c.settings
  const readers = await readersOf(c.tx, [pass.userId])
  const coming = await Promise.all(
    given.map(async (entry) => ({ entry, by: await accountsComing(c.tx, c.settings.classCategories, entry) })),
  )
  await tell(c, frozen, { subject: pass.id, version: c.now }, readers, ({ language, of, accountId }) => {
    const words = letters[language]
    const gone = coming.filter(({ by }) => !by.has(accountId))
    const classes = given.map(({ className, startsAt }) => ({
      label: dayInWords(language, timeZone, startsAt),
      value: className,
    }))
    return {
      subject: words.frozen.subject(pass.membershipName),
      paragraphs: [words.frozen.intro(pass.membershipName), ...(given.length > 0 ? [words.frozen.given] : [])],
      facts: [
        { label: words.days, value: spanOf(c, language, days) },
        { label: words.validUntil, value: dayInWords(language, timeZone, pass.validUntil) },
        ...classes,
      ],
      button: button(language, pass, of),
      push: { body: '', path: '/dashboard' },
      calendar: gone.map(({ entry }) => ({ ...eventOf(entry), cancelled: true })),
    }
  })
}

/** Tells the pass's owner that the freeze was refused, and why. */
export async function tellOfRefusal(c: CommandContext, pass: Pass, freeze: Freeze): Promise<void> {
  const readers = await readersOf(c.tx, [pass.userId])
  await tell(c, refused, { subject: freeze.id, version: 1 }, readers, ({ language, of }) => {
    const words = letters[language]
    return {
      subject: words.refused.subject(pass.membershipName),
      paragraphs: [words.refused.intro(pass.membershipName, spanOf(c, language, freeze)), freeze.answer],
      button: button(language, pass, of),
      push: { body: '', path: '/dashboard' },
    }
  })
}
