import { eq } from 'drizzle-orm'
import { addDays, dateIn } from '#kernel/time.ts'
import { instantIn } from '#kernel/zone.ts'
import { personal } from '#server/procedures.ts'
import { may } from '#studio/accounts/rules.ts'
import { contactsOf } from '#studio/families/server/photos.ts'
import { schedule } from '#studio/schedule/tables.ts'
import { registrantReads, withRegistrants } from './people.ts'

/** Teachers see phone numbers and guardians only for people in their own classes and in those of today and tomorrow. */
export const contacts = personal(
  { on: registrantReads },
  async (q, { scheduleId, userId }: { scheduleId: string; userId: string }) => {
    const { db, settings, now, kind, accountId } = q
    const nobody = { contacts: null }
    const [entry] = await db.select().from(schedule).where(eq(schedule.id, scheduleId))
    if (!entry) return nobody
    const { timeZone } = settings
    const today = dateIn(timeZone, now)
    q.changesAt(instantIn(timeZone, addDays(today, 1), '00:00'))
    const isTheirs = accountId !== null && entry.teacherIds.includes(accountId)
    const isNear = [today, addDays(today, 1)].includes(dateIn(timeZone, entry.startsAt))
    if (!may(kind, 'seeAllContacts') && !isTheirs && !isNear) return nobody
    const { people } = await withRegistrants(db, settings, [entry])
    return people.some(({ id }) => id === userId) ? { contacts: await contactsOf(q, userId) } : nobody
  },
)
