import { addDays, isDate, type LocalDate } from '#kernel/time.ts'
import { isBlank, isMisleading } from '#kernel/visible.ts'

/** Days on which the studio is closed: the first and the last of them, both included. */
export interface ClosedDays {
  readonly firstDay: LocalDate
  readonly lastDay: LocalDate
  readonly reason: string
}

/** The closed days that contain a day; undefined if the studio is open. */
export const closedOn = <Closed extends ClosedDays>(all: readonly Closed[], day: LocalDate): Closed | undefined =>
  all.find(({ firstDay, lastDay }) => firstDay <= day && day <= lastDay)

/** The form as saved: an empty last day becomes the first day. */
export const spanOf = ({ firstDay, lastDay, reason }: ClosedDays): ClosedDays => {
  return { firstDay, lastDay: lastDay === '' ? firstDay : lastDay, reason: reason.trim() }
}

/** Maximum number of coming closed days, since each page of the planner loads all of them. */
export const MOST_CLOSED = 200
/** Maximum extension of passes at once, in days. */
export const LONGEST_EXTENSION = 60

/** Which fields are wrong. An empty last day means the first day. */
export function checkClosedDays({ firstDay, lastDay, reason }: ClosedDays): Partial<Record<keyof ClosedDays, string>> {
  return {
    ...(!isDate(firstDay) && { firstDay: 'fieldMissing' }),
    ...(lastDay !== '' && !isDate(lastDay)
      ? { lastDay: 'fieldMissing' }
      : isDate(firstDay) && lastDay !== '' && checkLast(firstDay, lastDay)),
    ...(isBlank(reason)
      ? { reason: 'fieldMissing' }
      : reason.trim().length > 80
        ? { reason: 'tooLong' }
        : isMisleading(reason) && { reason: 'nameMisleading' }),
  }
}

function checkLast(firstDay: LocalDate, lastDay: LocalDate) {
  if (lastDay < firstDay) return { lastDay: 'endDateBeforeStart' }
  return lastDay > addDays(firstDay, 366) && { lastDay: 'closedTooLong' }
}
