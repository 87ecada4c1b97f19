import { eq } from 'drizzle-orm'
import { addDays, dateIn } from '#kernel/time.ts'
import { startOfDay } from '#kernel/zone.ts'
import { personal } from '#server/procedures.ts'
import { maySeeContacts } from '#studio/families/rules/contacts.ts'
import { contactsOf } from '#studio/families/server/photos.ts'
import { schedule } from '#studio/schedule/tables.ts'
import { registrantReads, withRegistrants } from './people.ts'

/** Of a person in a class. */
export const contacts = personal(
  { on: registrantReads },
  async (q, { scheduleId, userId }: { scheduleId: string; userId: string }) => {
    const { db, settings, now } = q
    const nobody = { contacts: null }
    const [entry] = await db.select().from(schedule).where(eq(schedule.id, scheduleId))
    if (!entry) return nobody
    const { timeZone } = settings
    const today = dateIn(timeZone, now)
    q.changesAt(startOfDay(timeZone, addDays(today, 1)))
    const days = [dateIn(timeZone, entry.startsAt)]
    if (!maySeeContacts(q, { teacherIds: entry.teacherIds, days }, today)) return nobody
    const { people } = await withRegistrants(db, settings, [entry])
    return people.some(({ id }) => id === userId) ? { contacts: await contactsOf(q, userId) } : nobody
  },
)
