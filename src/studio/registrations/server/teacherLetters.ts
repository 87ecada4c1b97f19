// Texts of letters to teachers about their classes.
import { span, when, type Span } from '#kernel/clock.ts'
import type { Language } from '#kernel/messages.ts'
import type { Settings } from '#server/settings.ts'
import type { NoticeText } from '#studio/notices/rules.ts'
import type { Reader } from '#studio/notices/server/readers.ts'
import { besides } from '#studio/rooms/server/whereAndWho.ts'
import { letters } from '../messages/letters.ts'
import { teacherLetters } from '../messages/teachers.ts'
import { keptIn, knownAgain, type Kept, type Known } from './letters.ts'

/**
 * What happened to a class for a teacher: changed time or room, cancelled, now theirs, no longer theirs, or theirs
 * again.
 */
export type Became = 'changed' | 'cancelled' | 'theirs' | 'notTheirs' | 'restored'

/** A change of a class: as the teacher knows it, and as it is now or null if it will not take place. */
export interface Taught {
  readonly event: { readonly id: string; readonly title: string }
  /** Id of the series, or of the entry itself. */
  readonly series: string
  readonly became: Became
  readonly before: Known
  readonly now: Known | null
}

/** The same as stored in a waiting letter. */
export interface KeptTaught extends Omit<Taught, 'before' | 'now'> {
  readonly before: Kept
  readonly now: Kept | null
}

const kept = ({ before, now, ...rest }: Taught, language: Language): KeptTaught => {
  return { ...rest, before: keptIn(before, language), now: now && keptIn(now, language) }
}

export const taughtAgain = ({ before, now, ...rest }: KeptTaught): Taught => {
  return { ...rest, before: knownAgain(before), now: now && knownAgain(now) }
}

const hasNewTime = ({ before, now }: Taught): boolean =>
  now !== null && (before.startsAt !== now.startsAt || before.endsAt !== now.endsAt)

const pathOf = (all: readonly Taught[]): string => {
  const [only, ...others] = all
  // a cancelled class may be deleted by the time of reading
  const isThere = only !== undefined && others.length === 0 && only.now !== null
  return isThere ? `/admin/class-details/${only.event.id}` : '/admin/class-registrants'
}

/** One letter about all changes to a teacher's classes. */
export function taughtText(settings: Settings, told: readonly Taught[], { language }: Pick<Reader, 'language'>) {
  const [only, ...others] = told
  const text =
    only && others.length === 0 ? textOfOne(settings, only, language) : textOfSeveral(settings, told, language)
  const { seeClass, seeClasses } = teacherLetters[language]
  const path = pathOf(told)
  return {
    subject: text.subject,
    paragraphs: text.paragraphs,
    facts: text.facts,
    button: { label: path === '/admin/class-registrants' ? seeClasses : seeClass, path },
    push: { body: text.push, path },
    parts: told.map((one) => kept(one, language)),
  } satisfies NoticeText
}

interface Words {
  readonly subject: string
  readonly paragraphs: readonly string[]
  readonly facts: readonly { readonly label: string; readonly value: string }[]
  readonly push: string
}

function textOfOne({ timeZone }: Settings, told: Taught, language: Language): Words {
  const { event, became, before, now } = told
  const { moved, cancelled, time } = letters[language]
  const words = teacherLetters[language]
  const name = event.title
  const is = now ?? before
  // the new time, or the old one if the teacher need not come
  const at = became === 'cancelled' || became === 'notTheirs' ? before : is
  const { day, time: clock } = when(language, timeZone, at.startsAt)
  const said = (one: Span) => span(language, timeZone, one)
  const facts = [{ label: time, value: said(at) }, ...is.where(language)]
  const push = said(at)
  switch (became) {
    case 'changed': {
      const isMoved = hasNewTime(told)
      return {
        subject: isMoved ? moved.subject(name, day) : moved.subjectElsewhere(name, day),
        paragraphs: [isMoved ? moved.intro(name) : words.otherRoom(name), words.youTeach],
        facts: [
          ...(isMoved ? [{ label: moved.before, value: said(before) }] : []),
          { label: isMoved ? moved.now : time, value: said(is) },
          ...besides(is.where, before.where, language),
        ],
        push,
      }
    }
    case 'cancelled':
      return {
        subject: cancelled.subject(name, day),
        paragraphs: [words.cancelled(name, day, clock), words.youNeedNotCome],
        facts: [],
        push,
      }
    case 'theirs':
      return { subject: words.theirs.subject(name, day), paragraphs: [words.theirs.intro(name)], facts, push }
    case 'notTheirs': {
      const paragraphs = [words.notTheirs.intro(name), words.youNeedNotCome]
      return { subject: words.notTheirs.subject(name, day), paragraphs, facts, push }
    }
    case 'restored': {
      const paragraphs = [words.restored.intro(name), words.youTeach]
      return { subject: words.restored.subject(name, day), paragraphs, facts, push }
    }
    default:
      return became satisfies never
  }
}

function textOfSeveral({ timeZone }: Settings, told: readonly Taught[], language: Language): Words {
  const { together: shared } = letters[language]
  const { together: words, youNeedNotCome } = teacherLetters[language]
  const names = [...new Set(told.map(({ event }) => event.title))].join(', ')
  const those = (became: Became) => told.filter((one) => one.became === became)
  const moved = told.filter((one) => one.became === 'changed' && hasNewTime(one))
  const elsewhere = those('changed').filter((one) => !moved.includes(one))
  const count = {
    moved: moved.length,
    elsewhere: elsewhere.length,
    cancelled: those('cancelled').length,
    theirs: those('theirs').length,
    notTheirs: those('notTheirs').length,
    restored: those('restored').length,
  }
  const subject = () => {
    if (count.moved === told.length) return shared.movedSubject(names)
    if (count.cancelled === told.length) return shared.cancelledSubject(names, told.length)
    if (count.theirs === told.length) return words.theirsSubject(names, told.length)
    if (count.notTheirs === told.length) return words.notTheirsSubject(names, told.length)
    return shared.changedSubject(names)
  }
  return {
    subject: subject(),
    paragraphs: [
      ...(count.moved > 0 ? [shared.moved(count.moved)] : []),
      ...(count.elsewhere > 0 ? [words.otherRoom(count.elsewhere)] : []),
      ...(count.restored > 0 ? [words.restored(count.restored)] : []),
      ...(count.moved + count.elsewhere + count.restored === told.length ? [words.youTeach] : []),
      ...(count.theirs > 0 ? [words.theirs(count.theirs)] : []),
      ...(count.notTheirs > 0 ? [words.notTheirs(count.notTheirs)] : []),
      ...(count.cancelled > 0 ? [words.cancelled(count.cancelled)] : []),
      ...(count.cancelled + count.notTheirs === told.length ? [youNeedNotCome] : []),
    ],
    facts: told.map((one) => ({
      label: named(one, names, span(language, timeZone, one.before)),
      value: becameText(one, language, timeZone),
    })),
    push: shared.push(told.length),
  }
}

const named = ({ event: { title } }: Taught, names: string, time: string): string =>
  names === title ? time : `${title}, ${time}`

function becameText(one: Taught, language: Language, timeZone: string): string {
  const { isCancelled, now: nowIs } = letters[language].together
  const { isTheirs, isNotTheirs, isRestored } = teacherLetters[language].together
  const { became, before, now } = one
  if (became === 'cancelled' || now === null) return isCancelled
  if (became === 'notTheirs') return isNotTheirs
  const status = { changed: [], theirs: [isTheirs], restored: [isRestored] }[became]
  const time = hasNewTime(one) ? [nowIs(span(language, timeZone, now))] : []
  const lines = besides(now.where, before.where, language).map(({ label, value }) => `${label}: ${value}`)
  return [...status, ...time, ...lines].join(' · ')
}
