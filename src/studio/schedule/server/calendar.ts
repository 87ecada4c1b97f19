import type { CalendarEvent } from '#kernel/calendar.ts'
import type { RoomOf } from '#studio/rooms/server/roomOf.ts'
import type { ScheduleRow } from './lock.ts'

/** An entry as calendars have it, with the same id for ever. */
export const eventOf = (entry: ScheduleRow, roomOf: RoomOf = () => ({})): CalendarEvent => ({
  id: entry.id,
  title: entry.className,
  description: entry.classDescription,
  startsAt: entry.startsAt,
  endsAt: entry.endsAt,
  revision: Math.floor((entry.updatedAt - entry.createdAt) / 1000),
  cancelled: entry.cancelledAt !== null,
  ...roomOf(entry),
})
