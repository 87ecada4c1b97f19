import type { LocalDate, LocalTime, Weekday } from '#kernel/time.ts'
import { useTexts } from '#web/language.tsx'
import { useFormats } from '#web/studio.tsx'
import { texts } from '../messages.ts'

interface Dates {
  readonly startDate: LocalDate
  readonly endDate: LocalDate
}

/** 'Thursdays 18:00–19:30', 'neljapäeviti 18.00–19.30', or of one day 'Thursday'; it never breaks within the times. */
export function WeeklyTime(props: { course: Dates & { weekday: Weekday; startTime: LocalTime; endTime: LocalTime } }) {
  const { weekday, startTime, endTime, startDate, endDate } = props.course
  const formats = useFormats()
  return (
    <>
      {startDate === endDate ? formats.weekday(weekday) : formats.weekly(weekday)}{' '}
      <span className="whitespace-nowrap">{formats.clocks(startTime, endTime)}</span>
    </>
  )
}

/** '30 Nov – 4 Jan', or the one day of a course that has only one; it never breaks within a date. */
export function CourseDates(props: { course: Dates }) {
  const { startDate, endDate } = props.course
  const { date } = useFormats()
  const start = <span className="whitespace-nowrap">{date(startDate)}</span>
  if (startDate === endDate) return start
  return (
    <>
      {start} – <span className="whitespace-nowrap">{date(endDate)}</span>
    </>
  )
}

/** 'Not on 24 Dec, 31 Dec': days when the studio is closed; renders nothing if there are none. */
export function DaysOff({ days }: { days: readonly LocalDate[] }) {
  const t = useTexts(texts)
  const { date } = useFormats()
  return days.length > 0 && <p className="text-sm font-semibold text-warn">{t.daysOff(days.map(date).join(', '))}</p>
}
