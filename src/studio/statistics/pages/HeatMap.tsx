import { useRef } from 'react'
import { useLanguage, useTexts } from '#web/language.tsx'
import { useFormats } from '#web/studio.tsx'
import { useOverflows } from '#web/ui/useOverflows.ts'
import type { OfHour } from '../contract.ts'
import { texts } from '../messages.ts'
import { percentOf } from '../rules.ts'

/** Darker is fuller, in steps that also tell a half-empty studio's classes apart; each cell shows the number. */
const shades = [
  { below: 10, look: 'bg-brand/5' },
  { below: 25, look: 'bg-brand/15' },
  { below: 50, look: 'bg-brand/30' },
  { below: 75, look: 'bg-brand/45' },
]

const shadeOf = (percent: number): string =>
  shades.find(({ below }) => percent < below)?.look ?? 'bg-brand text-on-brand'

/** Weekdays in columns, hours in rows, each cell with its fill rate. */
export function HeatMap({ rows }: { rows: readonly OfHour[] }) {
  const t = useTexts(texts)
  const { weekday, clock } = useFormats()
  const { language } = useLanguage()
  const frame = useRef<HTMLDivElement>(null)
  const overflows = useOverflows(frame)
  // short weekdays as on wall calendars: 'Mo', and in Estonian 'E'
  const shortly = (name: string) => (language === 'et' ? name.slice(0, 1).toUpperCase() : name.slice(0, 2))
  const days = [1, 2, 3, 4, 5, 6, 7].filter((day) => rows.some((row) => row.weekday === day))
  const hours = [...new Set(rows.map(({ hour }) => hour))].toSorted((a, b) => a - b)
  return (
    <div
      ref={frame}
      {...(overflows ? { role: 'group', 'aria-label': t.byHour, tabIndex: 0 } : {})}
      className="overflow-x-auto"
    >
      <table className="border-separate border-spacing-0.5 sm:border-spacing-1 text-center text-sm tabular-nums">
        <caption className="pb-2 text-left font-semibold">{t.byHour}</caption>
        <thead>
          <tr>
            <td />
            {days.map((day) => (
              <th key={day} scope="col" className="min-w-9 font-medium text-muted sm:min-w-14 sm:px-1">
                <span className="sm:hidden">{shortly(weekday(day))}</span>
                <span className="max-sm:hidden">{weekday(day)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {hours.map((hour) => (
            <tr key={hour}>
              <th scope="row" className="pr-2 text-right font-medium text-muted">
                {clock(`${String(hour).padStart(2, '0')}:00`)}
              </th>
              {days.map((day) => {
                const found = rows.find((row) => row.weekday === day && row.hour === hour)
                const percent = found ? percentOf(found.taken, found.places) : null
                if (percent === null)
                  return (
                    <td key={day}>
                      <span className="sr-only">{t.noClass}</span>
                    </td>
                  )
                return (
                  <td key={day} className={`h-10 rounded-control ${shadeOf(percent)}`}>
                    {t.percent(percent)}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
