// The readers of a message: people of the audience, and the accounts that read for them, each once.
import { and, eq, inArray } from 'drizzle-orm'
import type { Instant } from '#kernel/time.ts'
import type { Tx } from '#server/db/database.ts'
import type { Settings } from '#server/settings.ts'
import { fullName } from '#studio/accounts/rules.ts'
import { peopleFound } from '#studio/accounts/server/search.ts'
import { accounts, membershipCategories, people } from '#studio/accounts/tables.ts'
import { offDuring } from '#studio/closures/server/closedDays.ts'
import { eveningsOf } from '#studio/courses/server/evenings.ts'
import { courseRegistrations, courses } from '#studio/courses/tables.ts'
import { readersOf, type Reader } from '#studio/notices/server/readers.ts'
import { chosenWays } from '#studio/notices/tables.ts'
import { comingTo } from '#studio/registrations/server/registrants.ts'
import { schedule } from '#studio/schedule/tables.ts'
import { isOptional, type Audience } from '../rules.ts'

interface Times {
  readonly startsAt: Instant
  readonly endsAt: Instant
}

/** The audience of a message, if it exists. */
export interface Target {
  readonly title: string
  /** Only for a class. */
  readonly times: Times | null
  /** When it takes place, in order: the class, or the evenings of the course. */
  readonly dates: readonly Times[]
  /** Accounts that may write to it besides admins. */
  readonly teacherIds: readonly string[]
  /** The people in it now. */
  readonly people: () => Promise<string[]>
}

type Studio = Pick<Settings, 'classCategories' | 'timeZone'>

export async function targetOf(tx: Tx, studio: Studio, { kind, id }: Audience): Promise<Target | null> {
  const none = { times: null, dates: [], teacherIds: [] }
  switch (kind) {
    case 'class': {
      const [entry] = await tx.select().from(schedule).where(eq(schedule.id, id))
      if (!entry) return null
      const coming = async () => {
        const { registered, included } = await comingTo(tx, studio.classCategories, entry)
        return [...registered, ...included]
      }
      return { title: entry.className, times: entry, dates: [entry], teacherIds: entry.teacherIds, people: coming }
    }
    case 'course': {
      const [course] = await tx.select().from(courses).where(eq(courses.id, id))
      if (!course) return null
      const joined = async () =>
        await idsOf(
          tx
            .select({ id: people.id })
            .from(courseRegistrations)
            .innerJoin(people, eq(people.id, courseRegistrations.userId))
            .where(and(eq(courseRegistrations.courseId, id), eq(people.active, true))),
        )
      const dates = eveningsOf(course, studio.timeZone, await offDuring(tx, course))
      return { ...none, title: course.name, dates, teacherIds: course.teacherIds, people: joined }
    }
    case 'category': {
      const [category] = await tx.select().from(membershipCategories).where(eq(membershipCategories.id, id))
      if (!category) return null
      const having = and(eq(people.membershipCategory, id), eq(people.active, true))
      const members = async () => await idsOf(tx.select({ id: people.id }).from(people).where(having))
      return { ...none, title: category.name, people: members }
    }
    case 'people': {
      const listed = async () => {
        const found = await peopleFound(tx, id)
        return await idsOf(
          tx
            .select({ id: people.id })
            .from(people)
            .where(and(eq(people.active, true), found)),
        )
      }
      return { ...none, title: id.trim(), people: listed }
    }
    default:
      return kind satisfies never
  }
}

/** When it next begins after `from`, or ends if it has begun; null if it is over. */
export function nextOf({ dates }: Pick<Target, 'dates'>, from: Instant): Instant | null {
  const next = dates.find(({ endsAt }) => endsAt > from)
  return next ? (next.startsAt > from ? next.startsAt : next.endsAt) : null
}

const idsOf = async (found: PromiseLike<{ id: string }[]>) => (await found).map(({ id }) => id)

/**
 * The accounts that read for these people, each once, with whom the message is about if not the account's own person.
 * `unverified` are people for whom only accounts read whose address nobody has verified, `unreachable` those for whom
 * none does.
 */
export async function readersFor(
  tx: Tx,
  audience: Pick<Audience, 'kind'>,
  personIds: readonly string[],
): Promise<{ readers: Reader[]; unverified: string[]; unreachable: string[] }> {
  const all: Reader[] = []
  for (let from = 0; from < personIds.length; from += PEOPLE_AT_ONCE) {
    all.push(...(await readersOf(tx, personIds.slice(from, from + PEOPLE_AT_ONCE))))
  }
  const active = await activeAccounts(tx)
  const byAccount = new Map<string, { reader: Reader; own: boolean; of: string[] }>()
  const reached = new Set<string>()
  const known = new Set<string>()
  for (const reader of all) {
    const verified = active.get(reader.accountId)
    if (verified === undefined) continue
    known.add(reader.personId)
    // optional messages go to verified addresses only; messages about a booking to any account
    if (isOptional(audience) && !verified) continue
    reached.add(reader.personId)
    const found = byAccount.get(reader.accountId) ?? { reader, own: false, of: [] }
    if (reader.of === null) found.own = true
    else found.of.push(reader.of)
    byAccount.set(reader.accountId, found)
  }
  const readers = [...byAccount.values()].map(({ reader, own, of }) => ({
    ...reader,
    personId: '',
    of: of.length === 0 ? null : [...(own ? [reader.displayName] : []), ...of].join(', '),
  }))
  const missed = personIds.filter((id) => !reached.has(id))
  return {
    readers,
    unverified: missed.filter((id) => known.has(id)),
    unreachable: missed.filter((id) => !known.has(id)),
  }
}

/** Ids and names of some of these people. */
export async function someNamed(tx: Tx, personIds: readonly string[]): Promise<{ id: string; name: string }[]> {
  if (personIds.length === 0) return []
  const found = await tx
    .select()
    .from(people)
    .where(inArray(people.id, personIds.slice(0, MOST_NAMED)))
    .orderBy(people.displayName, people.familyName, people.id)
  return found.map((person) => ({ id: person.id, name: fullName(person) }))
}

const MOST_NAMED = 5

/** People per query. */
const PEOPLE_AT_ONCE = 2000

/** Whether the address of each active account is verified. */
async function activeAccounts(tx: Tx): Promise<ReadonlyMap<string, boolean>> {
  const found = await tx
    .select({ id: accounts.id, verifiedAt: accounts.emailVerifiedAt })
    .from(accounts)
    .where(eq(accounts.active, true))
  return new Map(found.map(({ id, verifiedAt }) => [id, verifiedAt !== null]))
}

/** Those of the accounts that opted out of such messages. */
export async function declinedBy(tx: Tx, audience: Pick<Audience, 'kind'>): Promise<ReadonlySet<string>> {
  if (!isOptional(audience)) return new Set()
  const { accountId: id, kind, way } = chosenWays
  const declined = and(eq(kind, 'news'), inArray(way, ['push', 'none']))
  return new Set(await idsOf(tx.select({ id }).from(chosenWays).where(declined)))
}
