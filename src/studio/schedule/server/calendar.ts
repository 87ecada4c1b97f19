import type { CalendarEvent } from '#kernel/calendar.ts'
import type { RoomOf } from '#studio/rooms/server/roomOf.ts'
import type { ScheduleRow } from './lock.ts'

/** The calendar event of an entry; its id never changes. */
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
