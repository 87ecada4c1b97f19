import { and, eq, inArray } from 'drizzle-orm'
import { contentOf } from '#server/changes/topics.ts'
import { shared } from '#server/procedures.ts'
import { people } from '#studio/accounts/tables.ts'
import { includedCategories } from '#studio/classes/rules.ts'
import { closedDays } from '#studio/closures/tables.ts'
import { countToExtend } from '#studio/memberships/server/extend.ts'
import { purchases } from '#studio/memberships/tables.ts'
import { schedule } from '#studio/schedule/tables.ts'
import { absences, registrations } from '../tables.ts'

/** Who would come to these classes, and which passes are valid on the closed days: for whoever is about to cancel them. */
export const concernedByClosing = shared(
  [closedDays, contentOf(schedule), registrations, absences, people, purchases],
  async (q, { closedDaysId, scheduleIds }: { closedDaysId: string; scheduleIds: string[] }) => {
    const [[days], entries, registered, absent] = await Promise.all([
      q.db.select().from(closedDays).where(eq(closedDays.id, closedDaysId)),
      q.db.select().from(schedule).where(inArray(schedule.id, scheduleIds)),
      q.db.select().from(registrations).where(inArray(registrations.scheduleId, scheduleIds)),
      q.db.select().from(absences).where(inArray(absences.scheduleId, scheduleIds)),
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
    const classes = entries.map(({ id, categories }) => {
      const at = (rows: readonly { scheduleId: string; userId: string }[]) =>
        rows.filter(({ scheduleId }) => scheduleId === id).map(({ userId }) => userId)
      const [wanted, away] = [including(categories), at(absent)]
      const included = members.filter(({ category }) => wanted.includes(category ?? '')).map((member) => member.id)
      return { id, coming: new Set([...at(registered), ...included.filter((member) => !away.includes(member))]) }
    })
    return {
      people: new Set(classes.flatMap(({ coming }) => [...coming])).size,
      classes: classes.map(({ id, coming }) => ({ id, people: coming.size })),
      passes: days ? await countToExtend(q.db, q, days) : 0,
    }
  },
)
