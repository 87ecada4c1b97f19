import { addDays, dateIn } from '#kernel/time.ts'
import { endOfDay } from '#kernel/zone.ts'
import { shared } from '#server/procedures.ts'
import { entriesBetween } from '#studio/registrations/server/places.ts'
import { shown } from '#studio/rooms/server/lists.ts'
import { freePlaces } from '#studio/schedule/rules.ts'
import { schedule } from '#studio/schedule/tables.ts'
import type { PublicClass } from '../contract.ts'
import type { Asked } from '../rules/timetable.ts'

/** The classes as visitors see them, in the terms of the embedded timetable. */
export const timetable = shared([schedule], async (q, { days, category }: Asked): Promise<PublicClass[]> => {
  const { timeZone, classCategories } = q.settings
  const until = endOfDay(timeZone, addDays(dateIn(timeZone, q.now), days - 1))
  const [{ entries }, named] = await Promise.all([
    entriesBetween(q.db, classCategories, q.now, until),
    shown.run(q, {}),
  ])
  return entries
    .filter(({ categories }) => category === null || categories.includes(category))
    .map((entry) => ({
      id: entry.id,
      name: entry.className,
      description: entry.classDescription,
      startsAt: entry.startsAt,
      endsAt: entry.endsAt,
      categories: classCategories
        .filter(({ id }) => entry.categories.includes(id))
        .map(({ id, name, nameEt }) => ({ id, name, nameEt })),
      room: named.rooms.find(({ id }) => id === entry.roomId)?.name ?? '',
      teachers: named.teachers.filter(({ id }) => entry.teacherIds.includes(id)).map(({ name }) => name),
      places: entry.maxParticipants,
      free: freePlaces(entry),
      cancelled: entry.cancelledAt !== null,
      revision: Math.floor((entry.updatedAt - entry.createdAt) / 1000),
    }))
})
