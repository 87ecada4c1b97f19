import { calendarFile, type CalendarEvent } from '#kernel/calendar.ts'
import type { Language } from '#kernel/messages.ts'
import { euros } from '#kernel/money.ts'
import { letter, type LetterSection } from '#server/mail/letter.ts'
import type { CommandContext, Mail } from '#server/procedures.ts'
import { letterTexts } from '../messages.ts'
import { titleAbout, type NoticeText, type ToTransfer } from '../rules.ts'
import type { Reader } from './readers.ts'

/** A notice and the name of the person it is about; null if that is the reader. */
export type Told = NoticeText & { readonly of?: string | null }

/** One letter with all notices of a reader, and a calendar file with their events. */
export function mailOf(
  { settings, now }: Pick<CommandContext, 'settings' | 'now'>,
  reader: Pick<Reader, 'email' | 'language' | 'displayName'>,
  notices: readonly Told[],
  unsubscribe: string | null,
): Mail {
  const words = letterTexts[reader.language]
  const { studioName, baseUrl } = settings
  const last = notices.findLast(({ allToPay }) => allToPay)
  const transfers = last ? [] : notices.flatMap(({ transfer }) => transfer ?? [])
  const one = transfers.length === 1
  const [first, ...more] = notices.map((notice) =>
    sectionOf(notice === last ? withAllToPay(notice) : notice, baseUrl, words.forWhom, one),
  )
  if (!first) throw new Error('A letter tells of nothing.')
  const events = newest(notices.flatMap(({ calendar = [] }) => calendar))
  const several = more.length > 0
  return {
    to: reader.email,
    subject: several ? words.several(first.heading, more.length) : first.heading,
    ...letter({
      language: reader.language,
      studio: settings,
      greeting: words.greeting(reader.displayName),
      ...first,
      heading: several ? first.heading : '',
      more: one ? more : [...more, ...together(transfers, reader.language)],
      closing: words.closing(studioName),
      ...(unsubscribe !== null && { unsubscribe }),
    }),
    ...(unsubscribe !== null && { unsubscribe }),
    ...(events.length > 0 && { calendar: calendarFile(events, { ...settings, now }) }),
  }
}

/** Of several notices about one event, keeps the one with the latest revision. */
const newest = (events: readonly CalendarEvent[]): CalendarEvent[] => [
  ...new Map(events.toSorted((one, other) => one.revision - other.revision).map((event) => [event.id, event])).values(),
]

/** Last section of a letter with several transfers: their total. */
function together(
  transfers: readonly ToTransfer[],
  language: Language,
): (LetterSection & { readonly heading: string })[] {
  const last = transfers.at(-1)
  if (!last) return []
  const sum = euros(
    transfers.reduce((total, { cents }) => total + cents, 0),
    language,
  )
  return [{ heading: last.heading, paragraphs: [], facts: [{ label: last.label, value: sum }, ...last.where] }]
}

const withAllToPay = (notice: Told): Told => ({
  ...notice,
  paragraphs: [...notice.paragraphs, ...(notice.allToPay?.paragraphs ?? [])],
  facts: [...(notice.facts ?? []), ...(notice.allToPay?.facts ?? [])],
})

function sectionOf(
  notice: Told,
  baseUrl: string,
  forWhom: string,
  withWhere: boolean,
): LetterSection & { readonly heading: string } {
  const { subject, paragraphs, facts: told = [], transfer, button, links = [], of = null } = notice
  const facts = [...told, ...(withWhere ? (transfer?.where ?? []) : [])]
  const here = ({ label, path }: { label: string; path: string }) => ({ label, url: `${baseUrl}${path}` })
  return {
    heading: titleAbout(of, subject),
    paragraphs,
    facts: of === null ? facts : [{ label: forWhom, value: of }, ...facts],
    button: button && here(button),
    links: links.map(here),
  }
}
