import { dateIn, timeIn, weekdayOf, type Instant, type LocalDate, type LocalTime, type Weekday } from '#kernel/time.ts'
import type { Cents } from '#kernel/money.ts'
import type { RoomAndTeachers } from '#studio/rooms/rules.ts'

/** Most plans in one command. */
export const MOST_PLANS = 100

interface Existing extends RoomAndTeachers {
  readonly classId: string | null
  readonly className: string
  readonly startsAt: Instant
  readonly endsAt: Instant
  readonly standardPrice: Cents | null
  readonly memberPrice: Cents | null
}

/** A class at one time of one weekday. */
export interface Slot {
  readonly classId: string
  readonly className: string
  readonly weekday: Weekday
  readonly startTime: LocalTime
  readonly endTime: LocalTime
  readonly standardPrice: Cents | null
  readonly memberPrice: Cents | null
  readonly roomId: string | null
  readonly teacherIds: string[]
  /** Number of entries found at this time. */
  readonly times: number
}

export const keyOf = ({ classId, weekday, startTime, endTime }: Omit<Slot, 'times'>): string =>
  [weekday, startTime, endTime, classId].join(' ')

/**
 * The weekly slots of these entries, Monday first, with the room, teachers and prices of the latest one. Skips what
 * can't be planned: deleted classes, and classes past midnight.
 */
export function slotsOf(entries: readonly Existing[], zone: string): Slot[] {
  const found = new Map<string, Slot>()
  for (const entry of entries.toSorted((a, b) => a.startsAt - b.startsAt)) {
    const { classId, className, standardPrice, memberPrice, roomId } = entry
    const teacherIds = [...entry.teacherIds]
    const [startTime, endTime] = [timeIn(zone, entry.startsAt), timeIn(zone, entry.endsAt)]
    if (classId === null || endTime <= startTime) continue
    const weekday = weekdayOf(dateIn(zone, entry.startsAt))
    const slot = { classId, className, weekday, startTime, endTime, standardPrice, memberPrice, roomId, teacherIds }
    const key = keyOf(slot)
    found.set(key, { ...slot, times: (found.get(key)?.times ?? 0) + 1 })
  }
  return [...found.values()].toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
}

type Planned = Omit<Slot, 'className' | 'weekday' | 'times'> & { weekdays: Weekday[] }

/** Plans that repeat these slots between two days; slots that differ only in the weekday become one series. */
export function plansOf(
  slots: readonly Slot[],
  dates: { readonly startDate: LocalDate; readonly endDate: LocalDate },
): (Planned & typeof dates)[] {
  const plans = new Map<string, Planned & typeof dates>()
  for (const { className: _name, times: _times, weekday, ...slot } of slots) {
    const key = JSON.stringify(slot)
    const weekdays = [...(plans.get(key)?.weekdays ?? []), weekday]
    plans.set(key, { ...slot, ...dates, weekdays })
  }
  return [...plans.values()]
}
