import { and, asc, gte, inArray, lt } from 'drizzle-orm'
import { addDays, ageOn, dateIn } from '#kernel/time.ts'
import { startOfDay } from '#kernel/zone.ts'
import { shared } from '#server/procedures.ts'
import { fullName } from '#studio/accounts/rules.ts'
import { people } from '#studio/accounts/tables.ts'
import { registrantReads, withRegistrants } from '#studio/attendance/server/people.ts'
import { isDue, restOf } from '#studio/payments/rules.ts'
import { absentPeople } from '#studio/registrations/server/absences.ts'
import { schedule } from '#studio/schedule/tables.ts'
import type { Registrant } from '#studio/attendance/contract.ts'
import { GROWN_UP } from '#studio/families/rules.ts'
import { listedFacts } from '#studio/families/server/photos.ts'
import { DOOR_DAYS } from '../rules.ts'
import { overdueOf } from './overdue.ts'

/** Refreshed at midnight. */
export const days = shared(registrantReads, async (q) => {
  const zone = q.settings.timeZone
  const today = dateIn(zone, q.now)
  q.changesAt(startOfDay(zone, addDays(today, 1)))
  const found = await q.db
    .select()
    .from(schedule)
    .where(
      and(
        gte(schedule.startsAt, startOfDay(zone, today)),
        lt(schedule.startsAt, startOfDay(zone, addDays(today, DOOR_DAYS))),
      ),
    )
    .orderBy(asc(schedule.startsAt), asc(schedule.id))
  const { people: all, entries } = await withRegistrants(q.db, q.settings, found)
  const absent = await absentPeople(
    q.db,
    q.settings.classCategories,
    found.map(({ id }) => id),
  )
  const ids = all.map(({ id }) => id)
  const born =
    ids.length === 0
      ? []
      : await q.db.select({ id: people.id, dob: people.dob }).from(people).where(inArray(people.id, ids))
  const ages = new Map(born.map(({ id, dob }) => [id, dob === null ? null : ageOn(today, dob)]))
  const facts = await listedFacts(q, ids)
  const overdue = await overdueOf(q, ids)
  const names = new Map(all.map((person) => [person.id, fullName(person)]))
  return {
    entries: entries.map(({ registrants, ...entry }) => ({
      ...entry,
      absent: absent
        .filter(({ scheduleId }) => scheduleId === entry.id)
        .map((person) => ({ userId: person.userId, name: fullName(person) })),
      rows: registrants.map((registrant) => {
        const age = ages.get(registrant.userId) ?? null
        const { userId, method, membershipName, attendance } = registrant
        const under = age !== null && age < GROWN_UP ? age : null
        const name = names.get(userId) ?? ''
        const place = owedFor(registrant)
        const others = (overdue.get(userId) ?? []).filter(({ paymentId }) => paymentId !== place?.paymentId)
        const [owes = null, ...alsoOwes] = place ? [place, ...others] : others
        return {
          userId,
          name,
          age: under,
          photos: facts(userId).photos,
          method,
          membershipName,
          owes,
          alsoOwes,
          attendance,
        }
      }),
    })),
  }
})

/** What is owed for the drop-in, or for the pass that pays for the place. */
function owedFor({ payment, passPayment }: Registrant) {
  const owed = payment ?? passPayment
  if (!owed || !isDue(owed)) return null
  const cents = restOf(owed)
  return cents > 0 ? { paymentId: owed.id, cents, other: null } : null
}
