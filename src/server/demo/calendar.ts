import {
  addDays,
  dateIn,
  DAY,
  weekdayOf,
  type Instant,
  type LocalDate,
  type LocalTime,
  type Weekday,
} from '#kernel/time.ts'
import { instantIn } from '#kernel/zone.ts'

/** Days counted from the day of the making: 0 is today, -7 a week ago. */
export class Calendar {
  readonly #zone: string
  readonly #today: LocalDate

  constructor(zone: string, now: Instant) {
    this.#zone = zone
    this.#today = dateIn(zone, now)
  }

  date(day: number): LocalDate {
    return addDays(this.#today, day)
  }

  at(day: number, time: LocalTime): Instant {
    return instantIn(this.#zone, this.date(day), time)
  }

  dayOf(instant: Instant): number {
    return Math.round((Date.parse(dateIn(this.#zone, instant)) - Date.parse(this.#today)) / DAY)
  }

  /** The first day from `day` on that is one of these weekdays. */
  next(day: number, ...weekdays: Weekday[]): number {
    let found = day
    while (!weekdays.includes(weekdayOf(this.date(found)))) found++
    return found
  }
}
