import { addDays, weekdayOf, type LocalDate } from '#kernel/time.ts'
import { useLanguage, useTexts } from '#web/language.tsx'
import { useFormats, useToday } from '#web/studio.tsx'
import { classes } from '#web/ui/classes.ts'
import { texts } from '../messages.ts'

/** Number of days side by side on wide screens. */
const DAYS = 14

/** Id of the day's heading in the list. */
export const dayId = (day: LocalDate) => `day-${day}`

/** Number of classes on each day of two weeks; a press scrolls to that day in the list. */
export function WeekStrip({ days }: { days: readonly LocalDate[] }) {
  const t = useTexts(texts)
  const today = useToday()
  const strip = Array.from({ length: DAYS }, (_, index) => addDays(today, index))
  return (
    <nav aria-label={t.days} className="sticky top-16 z-20 -my-2 bg-canvas/95 py-2 low:static">
      <ul className="grid grid-cols-14 overflow-hidden rounded-card border border-line bg-surface shadow-card">
        {strip.map((day) => (
          <li key={day} className="border-l border-line first:border-l-0">
            <Day day={day} count={days.filter((other) => other === day).length} isToday={day === today} />
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Day({ day, count, isToday }: { day: LocalDate; count: number; isToday: boolean }) {
  const t = useTexts(texts)
  const { language } = useLanguage()
  const { date, weekday } = useFormats()
  const name = weekday(weekdayOf(day))
  return (
    <button
      type="button"
      disabled={count === 0}
      onClick={() => {
        const heading = document.getElementById(dayId(day))
        heading?.scrollIntoView({ block: 'start' })
        heading?.focus({ preventScroll: true })
      }}
      className={classes(
        'flex min-h-control w-full flex-col items-center py-1.5 text-sm enabled:hover:bg-brand-soft disabled:text-muted',
        isToday && 'bg-brand-soft text-brand',
      )}
    >
      <span className="sr-only">{`${name}, ${date(day)}: ${t.shown(count)}`}</span>
      <span aria-hidden="true" className="text-xs text-muted">
        {language === 'et' ? name.slice(0, 1).toUpperCase() : name.slice(0, 2)}
      </span>
      <span aria-hidden="true" className={classes('tabular-nums', count > 0 && 'font-bold')}>
        {Number(day.slice(8))}
      </span>
      <span aria-hidden="true" className={classes('mt-0.5 h-1 w-5 rounded-full', count > 0 && 'bg-brand/40')} />
    </button>
  )
}
