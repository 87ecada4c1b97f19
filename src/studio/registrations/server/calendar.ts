import { eq } from 'drizzle-orm'
import { personal } from '#server/procedures.ts'
import { people } from '#studio/accounts/tables.ts'
import { isIncluded } from '#studio/classes/rules.ts'
import { roomsOf } from '#studio/rooms/server/roomOf.ts'
import { rooms } from '#studio/rooms/tables.ts'
import { eventOf } from '#studio/schedule/server/calendar.ts'
import { schedule } from '#studio/schedule/tables.ts'
import { absences, registrations } from '../tables.ts'
import { isAbsent } from './absences.ts'
import { findRegistration } from './registrants.ts'

export const calendar = personal(
  { on: [schedule, rooms], ownOn: [registrations.userId, absences.userId, people.id] },
  async (q, { id }: { id: string }) => {
    const [entry] = await q.db.select().from(schedule).where(eq(schedule.id, id))
    const [person] = await q.db.select().from(people).where(eq(people.id, q.subjectId))
    if (!entry || !person) return []
    const included = isIncluded(q.settings.classCategories, person.membershipCategory, entry.categories)
    const comes =
      (await findRegistration(q.db, id, q.subjectId)) !== null ||
      (included && !(await isAbsent(q.db, { scheduleId: id, userId: q.subjectId })))
    if (!comes) return []
    return [eventOf(entry, await roomsOf(q.db, q.settings))]
  },
)
