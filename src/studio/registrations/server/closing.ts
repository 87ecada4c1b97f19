import { and, eq, inArray } from 'drizzle-orm'
import type { LocalDate } from '#kernel/time.ts'
import { contentOf } from '#server/changes/topics.ts'
import { shared } from '#server/procedures.ts'
import { people } from '#studio/accounts/tables.ts'
import { includedCategories } from '#studio/classes/rules.ts'
import { closedDays } from '#studio/closures/tables.ts'
import { eveningsOnClosedDays } from '#studio/courses/server/daysOff.ts'
import { courseRegistrations, courses } from '#studio/courses/tables.ts'
import { countToExtend } from '#studio/memberships/server/extend.ts'
import { purchases } from '#studio/memberships/tables.ts'
import { entriesOnClosedDays } from '#studio/schedule/server/onClosedDays.ts'
import { schedule } from '#studio/schedule/tables.ts'
import { absences, registrations } from '../tables.ts'

type Days = { readonly firstDay: LocalDate; readonly lastDay: LocalDate }

/** Classes and course days on days to be closed, and the people concerned, shown before cancelling. */
export const concernedByClosing = shared(
  [closedDays, courses, courseRegistrations, contentOf(schedule), registrations, absences, people, purchases],
  async (q, { days }: { days: readonly Days[] }) => {
    const closed = days.map((one) => ({ ...one, id: '', reason: '' }))
    const concerned = await entriesOnClosedDays(q.db, closed, q)
    const evenings = await eveningsOnClosedDays(q.db, closed, q)
    for (const { startsAt } of [...concerned, ...evenings]) q.changesAt(startsAt)
    const [scheduleIds, courseIds] = [concerned.map(({ id }) => id), evenings.map(({ id }) => id)]
    const [entries, registered, absent, joined] = await Promise.all([
      q.db.select().from(schedule).where(inArray(schedule.id, scheduleIds)),
      q.db.select().from(registrations).where(inArray(registrations.scheduleId, scheduleIds)),
      q.db.select().from(absences).where(inArray(absences.scheduleId, scheduleIds)),
      q.db.select().from(courseRegistrations).where(inArray(courseRegistrations.courseId, courseIds)),
    ])
    const all = q.settings.classCategories
    const including = (categories: string[]) => includedCategories(all, categories)
    const members = await q.db
      .select({ id: people.id, category: people.membershipCategory })
      .from(people)
      .where(
        and(
          eq(people.active, true),
          inArray(people.membershipCategory, [...new Set(entries.flatMap((entry) => including(entry.categories)))]),
        ),
      )
    const comingTo = (id: string) => {
      const at = (rows: readonly { scheduleId: string; userId: string }[]) =>
        rows.filter(({ scheduleId }) => scheduleId === id).map(({ userId }) => userId)
      const wanted = including(entries.find((entry) => entry.id === id)?.categories ?? [])
      const [away, included] = [at(absent), members.filter(({ category }) => wanted.includes(category ?? ''))]
      return new Set([...at(registered), ...included.map((one) => one.id).filter((member) => !away.includes(member))])
    }
    const inCourse = (id: string) => joined.filter(({ courseId }) => courseId === id).map(({ userId }) => userId)
    const classes = concerned.map(({ id, className, startsAt, endsAt }) => {
      return { id, className, startsAt, endsAt, coming: comingTo(id) }
    })
    const [only, ...more] = days
    return {
      people: new Set([...classes.flatMap(({ coming }) => [...coming]), ...joined.map(({ userId }) => userId)]).size,
      classes: classes.map(({ coming, ...one }) => ({ ...one, people: coming.size })),
      evenings: evenings.map((evening) => ({ ...evening, people: inCourse(evening.id).length })),
      passes: only && more.length === 0 ? await countToExtend(q.db, q, { ...only, reason: '' }) : 0,
    }
  },
)
