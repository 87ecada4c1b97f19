import { eq } from 'drizzle-orm'
import { personal } from '#server/procedures.ts'
import { users } from '#studio/accounts/tables.ts'
import { isIncluded } from '#studio/classes/rules.ts'
import { schedule } from '#studio/schedule/tables.ts'
import { findRegistration } from './take.ts'

export const calendar = personal(
  { on: ['schedule'], ownOn: ['registrations', 'users'] },
  async (q, { id }: { id: string }) => {
    const [entry] = await q.db.select().from(schedule).where(eq(schedule.id, id))
    const [user] = await q.db.select().from(users).where(eq(users.id, q.userId))
    if (!entry || !user) return []
    const comes =
      isIncluded(user.membershipCategory, entry.categories) || (await findRegistration(q.db, id, q.userId)) !== null
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
