// Where something takes place and who teaches it, as letters say it.
import { asc, eq, inArray } from 'drizzle-orm'
import type { Language } from '#kernel/messages.ts'
import type { CommandContext } from '#server/procedures.ts'
import { fullName } from '#studio/accounts/rules.ts'
import { accounts, people } from '#studio/accounts/tables.ts'
import { switchedOn } from '#studio/settings/rules.ts'
import { haveTeachers } from '../rules.ts'
import { texts } from '../messages.ts'
import { rooms } from '../tables.ts'

interface Placed {
  readonly roomId: string | null
  readonly teacherIds: readonly string[]
}

/** The lines of a letter in a language; none where the studio doesn't say so. */
export async function whereAndWho(c: CommandContext, { roomId, teacherIds }: Placed) {
  const on = switchedOn(c.settings.sections)
  const [[room], teachers] = await Promise.all([
    c.tx
      .select({ name: rooms.name })
      .from(rooms)
      .where(eq(rooms.id, on.includes('rooms') ? (roomId ?? '') : '')),
    c.tx
      .select({ displayName: people.displayName, familyName: people.familyName })
      .from(accounts)
      .innerJoin(people, eq(people.id, accounts.personId))
      .where(inArray(accounts.id, haveTeachers(on) ? [...teacherIds] : []))
      .orderBy(asc(people.displayName)),
  ])
  return (language: Language) => {
    const { room: where, teacher: who } = texts[language]
    return [
      ...(room ? [{ label: where, value: room.name }] : []),
      ...(teachers.length > 0 ? [{ label: who, value: teachers.map(fullName).join(', ') }] : []),
    ]
  }
}

export type WhereAndWho = Awaited<ReturnType<typeof whereAndWho>>
