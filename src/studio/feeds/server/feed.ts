import {
  and,
  arrayContains,
  arrayOverlaps,
  asc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  or,
  type SQL,
} from 'drizzle-orm'
import type { CalendarEvent } from '#kernel/calendar.ts'
import type { Instant } from '#kernel/time.ts'
import { startOfDay } from '#kernel/zone.ts'
import type { Tx } from '#server/db/database.ts'
import type { Settings } from '#server/settings.ts'
import { accounts, guardians, people } from '#studio/accounts/tables.ts'
import { hadBy } from '#studio/bills/server/spans.ts'
import { categorySpans } from '#studio/bills/tables.ts'
import { categoriesIncluding } from '#studio/classes/rules.ts'
import { closedDays } from '#studio/closures/tables.ts'
import { eveningsFollowed } from '#studio/courses/server/evenings.ts'
import { courseEdits, courseRegistrations, courses } from '#studio/courses/tables.ts'
import { notAbsent } from '#studio/registrations/server/notAbsent.ts'
import { cancelledPlaces, registrations } from '#studio/registrations/tables.ts'
import { roomsOf } from '#studio/rooms/server/roomOf.ts'
import { eventOf } from '#studio/schedule/server/calendar.ts'
import { schedule } from '#studio/schedule/tables.ts'
import { CANCELLED_STAYS, hasFeed, PAST_STAYS, type FeedKind } from '../rules.ts'
import { feeds } from '../tables.ts'

type Person = typeof people.$inferSelect
type Entry = typeof schedule.$inferSelect
type Course = typeof courses.$inferSelect

interface At extends Pick<Settings, 'timeZone' | 'classCategories' | 'sections'> {
  readonly now: Instant
}

export interface Feed {
  readonly kind: FeedKind
  readonly language: 'en' | 'et'
  readonly events: readonly CalendarEvent[]
}

/** The current calendar behind a secret address; null if the address is unknown or no longer works. */
export async function feedOf(db: Tx, token: string, at: At): Promise<Feed | null> {
  const [found] = await db
    .select({ kind: feeds.kind, account: accounts })
    .from(feeds)
    .innerJoin(accounts, eq(accounts.id, feeds.accountId))
    .where(and(eq(feeds.token, token), eq(accounts.active, true)))
  if (!found) return null
  const { kind, account } = found
  if (!hasFeed(account.role, kind)) return null
  return { kind, language: account.language, events: await eventsIn[kind](db, account, at) }
}

type Account = typeof accounts.$inferSelect

const eventsIn: Record<FeedKind, (db: Tx, account: Account, at: At) => Promise<CalendarEvent[]>> = {
  own: ownEvents,
  teaching: taughtEvents,
  studio: (db, _, at) => entriesOn(db, at),
}

async function entriesOn(db: Tx, at: At, which?: SQL): Promise<CalendarEvent[]> {
  const roomOf = await roomsOf(db, at)
  const entries = await db
    .select()
    .from(schedule)
    .where(and(stays(at.now), which))
    .orderBy(asc(schedule.startsAt), asc(schedule.id))
  return entries.map((entry) => eventOf(entry, roomOf))
}

/** What the account teaches by the current schedule, which includes stand-ins. */
async function taughtEvents(db: Tx, account: Account, at: At): Promise<CalendarEvent[]> {
  const entries = await entriesOn(db, at, arrayContains(schedule.teacherIds, [account.id]))
  const taught = await db
    .select()
    .from(courses)
    .where(arrayContains(courses.teacherIds, [account.id]))
    .orderBy(asc(courses.startDate), asc(courses.id))
  const evenings = await eveningsIn(db, taught, at)
  return [...entries, ...evenings.flatMap(({ events }) => events)]
}

/** Entries that a calendar still shows. */
const stays = (now: Instant) =>
  and(
    gt(schedule.endsAt, now - PAST_STAYS),
    or(isNull(schedule.cancelledAt), gt(schedule.cancelledAt, now - CANCELLED_STAYS)),
  )

/** What the account's own person and the people it acts for attend. */
async function ownEvents(db: Tx, account: Account, at: At): Promise<CalendarEvent[]> {
  const linked = db.select({ id: guardians.personId }).from(guardians).where(eq(guardians.accountId, account.id))
  const family = await db
    .select()
    .from(people)
    .where(and(or(eq(people.id, account.personId ?? ''), inArray(people.id, linked)), eq(people.active, true)))
  const whose = (ids: ReadonlySet<string>) =>
    family.length > 1 ? family.filter(({ id }) => ids.has(id)).map(({ displayName }) => displayName) : []
  const [entries, evenings] = [await entriesOf(db, family, at), await coursesOf(db, family, at)]
  const roomOf = await roomsOf(db, at)
  return [
    ...entries.map(({ entry, ids }) => titled(eventOf(entry, roomOf), whose(ids))),
    ...evenings.flatMap(({ events, ids }) => events.map((event) => titled(event, whose(ids)))),
  ]
}

const titled = (event: CalendarEvent, names: readonly string[]): CalendarEvent =>
  names.length > 0 ? { ...event, title: `${event.title} (${names.toSorted().join(', ')})` } : event

/** Entries with a place, entries that include a person by category, and cancelled ones where a person had a place. */
async function entriesOf(db: Tx, family: readonly Person[], { now, classCategories, timeZone }: At) {
  const all = family.map(({ id }) => id)
  const spans = await db
    .select()
    .from(categorySpans)
    .where(inArray(categorySpans.personId, all))
    .orderBy(asc(categorySpans.id))
  const held = (table: typeof registrations | typeof cancelledPlaces) => {
    const owner = table === registrations ? registrations.userId : cancelledPlaces.personId
    return db
      .select({ entry: schedule, personId: owner })
      .from(table)
      .innerJoin(schedule, eq(schedule.id, table.scheduleId))
      .where(and(inArray(owner, all), stays(now)))
  }
  const found = [...(await held(registrations)), ...(await held(cancelledPlaces))]
  for (const person of family) {
    const { id } = person
    const had = hadBy(
      person,
      spans.filter(({ personId }) => personId === id),
    )
    for (const { categoryId, since, until } of had) {
      const categories = categoriesIncluding(classCategories, categoryId)
      if (categories.length === 0) continue
      const whileHeld = and(
        since === null ? undefined : gte(schedule.startsAt, startOfDay(timeZone, since)),
        until === null ? undefined : lt(schedule.startsAt, startOfDay(timeZone, until)),
      )
      const included = await db
        .select()
        .from(schedule)
        .where(and(arrayOverlaps(schedule.categories, categories), stays(now), whileHeld, notAbsent(schedule.id, id)))
      found.push(...included.map((entry) => ({ entry, personId: id })))
    }
  }
  const merged = new Map<string, { entry: Entry; ids: Set<string> }>()
  for (const { entry, personId } of found) {
    const known = merged.get(entry.id) ?? { entry, ids: new Set() }
    merged.set(entry.id, known)
    known.ids.add(personId)
  }
  return [...merged.values()].toSorted(
    (a, b) => a.entry.startsAt - b.entry.startsAt || (a.entry.id < b.entry.id ? -1 : 1),
  )
}

/** All dates of the courses that these people have joined. */
async function coursesOf(db: Tx, family: readonly Person[], at: At) {
  const found = await db
    .select({ course: courses, personId: courseRegistrations.userId, since: courseRegistrations.createdAt })
    .from(courseRegistrations)
    .innerJoin(courses, eq(courses.id, courseRegistrations.courseId))
    .where(
      inArray(
        courseRegistrations.userId,
        family.map(({ id }) => id),
      ),
    )
    .orderBy(asc(courses.startDate), asc(courses.id))
  const placesIn = (courseId: string) => found.filter(({ course }) => course.id === courseId)
  const joined = new Map(found.map(({ course }) => [course.id, course]))
  const since = ({ id }: Course) => Math.min(...placesIn(id).map((place) => place.since))
  const evenings = await eveningsIn(db, [...joined.values()], at, since)
  return evenings.map(({ course, events }) => ({
    events,
    ids: new Set(placesIn(course.id).map(({ personId }) => personId)),
  }))
}

/** Course evenings that a calendar still shows; cancelled ones only if cancelled after the person joined. */
async function eveningsIn(
  db: Tx,
  all: readonly Course[],
  at: At,
  since: (course: Course) => Instant = () => -Infinity,
) {
  const { now, timeZone } = at
  const ids = all.map(({ id }) => id)
  const [closed, edits] = [
    await db.select().from(closedDays).where(isNotNull(closedDays.coursesOffAt)),
    await db.select().from(courseEdits).where(inArray(courseEdits.courseId, ids)).orderBy(asc(courseEdits.id)),
  ]
  const roomOf = await roomsOf(db, at)
  return all.map((course) => {
    const known = edits.filter(({ courseId, at }) => courseId === course.id && at > since(course))
    const events = eveningsFollowed(course, timeZone, closed, { since: now - CANCELLED_STAYS, edits: known })
    const shown = events.filter(({ endsAt }) => endsAt > now - PAST_STAYS)
    return { course, events: shown.map((event) => ({ ...event, ...roomOf(course) })) }
  })
}
