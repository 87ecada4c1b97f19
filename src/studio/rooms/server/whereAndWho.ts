// Room and teachers, as letters name them.
import { asc, eq, inArray } from 'drizzle-orm'
import type { Language } from '#kernel/messages.ts'
import type { CommandContext } from '#server/procedures.ts'
import { fullName } from '#studio/accounts/rules.ts'
import { accounts, people } from '#studio/accounts/tables.ts'
import { switchedOn } from '#studio/settings/rules.ts'
import { haveTeachers } from '../rules.ts'
import { texts } from '../messages.ts'
import { rooms } from '../tables.ts'

export interface Placed {
  readonly roomId: string | null
  readonly teacherIds: readonly string[]
}

interface Line {
  readonly label: string
  readonly value: string
}
/** Lines of a letter in a language; empty if the features are switched off. */
export type WhereAndWho = (language: Language) => readonly Line[]

export async function whereAndWho(c: CommandContext, placed: Placed): Promise<WhereAndWho> {
  return (await whereAndWhoOf(c, [placed]))(placed)
}

/** The same for several things, loaded together. */
export async function whereAndWhoOf(c: CommandContext, all: readonly Placed[]): Promise<(one: Placed) => WhereAndWho> {
  const on = switchedOn(c.settings.sections)
  const roomIds = on.includes('rooms') ? all.flatMap(({ roomId }) => roomId ?? []) : []
  const accountIds = haveTeachers(on) ? all.flatMap(({ teacherIds }) => teacherIds) : []
  const [where, who] = await Promise.all([
    c.tx
      .select({ id: rooms.id, name: rooms.name })
      .from(rooms)
      .where(inArray(rooms.id, [...new Set(roomIds)])),
    c.tx
      .select({ id: accounts.id, displayName: people.displayName, familyName: people.familyName })
      .from(accounts)
      .innerJoin(people, eq(people.id, accounts.personId))
      .where(inArray(accounts.id, [...new Set(accountIds)]))
      .orderBy(asc(people.displayName)),
  ])
  return ({ roomId, teacherIds }) => {
    const room = where.find(({ id }) => id === roomId)
    const teachers = who.filter(({ id }) => teacherIds.includes(id))
    return (language) => [
      ...(room ? [{ label: texts[language].room, value: room.name }] : []),
      ...(teachers.length > 0 ? [{ label: texts[language].teacher, value: teachers.map(fullName).join(', ') }] : []),
    ]
  }
}

/** Whether room or teachers changed, including to none. */
export const isElsewhere = (before: WhereAndWho, now: WhereAndWho): boolean =>
  labelsIn('en').some((label) => knownAs(before('en'), label) !== knownAs(now('en'), label))

const labelsIn = (language: Language) => [texts[language].room, texts[language].teacher]
const knownAs = (lines: readonly Line[], label: string) => lines.find((one) => one.label === label)?.value

/** Lines with room and teachers, and the former value where it changed. */
export function besides(now: WhereAndWho, before: WhereAndWho, language: Language): Line[] {
  const { instead, notKnown } = texts[language]
  return labelsIn(language).flatMap((label) => {
    const [is, was] = [knownAs(now(language), label), knownAs(before(language), label)]
    if (was === undefined || is === was) return is === undefined ? [] : [{ label, value: is }]
    return [{ label, value: instead(is ?? notKnown, was) }]
  })
}
