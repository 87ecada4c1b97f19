import { eq } from 'drizzle-orm'
import { personal } from '#server/procedures.ts'
import { people } from '#studio/accounts/tables.ts'
import { isIncluded } from '#studio/classes/rules.ts'
import { schedule } from '#studio/schedule/tables.ts'
import { registrations } from '../tables.ts'
import { findRegistration } from './take.ts'

export const calendar = personal(
  { on: [schedule], ownOn: [registrations.userId, people.id] },
  async (q, { id }: { id: string }) => {
    const [entry] = await q.db.select().from(schedule).where(eq(schedule.id, id))
    const [person] = await q.db.select().from(people).where(eq(people.id, q.subjectId))
    if (!entry || !person) return []
    const comes =
      isIncluded(q.settings.classCategories, person.membershipCategory, entry.categories) ||
      (await findRegistration(q.db, id, q.subjectId)) !== null
    if (!comes) return []
    return [
      {
        id: entry.id,
        title: entry.className,
        description: entry.classDescription,
        startsAt: entry.startsAt,
        endsAt: entry.endsAt,
        revision: Math.floor((entry.updatedAt - entry.createdAt) / 1000),
        cancelled: entry.cancelledAt !== null,
      },
    ]
  },
)
