import type { Cents } from '#kernel/money.ts'
import { useTexts } from '#web/language.tsx'
import { LiveAnswer } from '#web/live/LiveAnswer.tsx'
import { useFormats } from '#web/studio.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Section } from '#web/ui/Page.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { payments } from '../calls.ts'
import { texts } from '../messages.ts'
import { deskTexts } from '../messages/desk.ts'
import { moneyWays, type MoneyWay } from '../rules.ts'
import { scaleOf, waysShown, yearRows, type YearMonth } from './yearRows.ts'

/** Money confirmed in each month of a year, by way: a bar chart, and the same as a table for screen readers. */
export function YearPicture({ year }: { year: number }) {
  const t = useTexts(deskTexts)
  return (
    <Section title={t.yearTitle(year)}>
      <LiveAnswer query={payments.year} input={{ year }} steady count={3} failed={t.yearFailed}>
        {(answer) => {
          const months = yearRows(answer)
          const ways = waysShown(answer)
          if (answer.length === 0) return <EmptyState text={t.noneInYear(year)} small />
          return (
            <Card>
              <Legend ways={ways} />
              <Bars months={months} />
              <YearTable year={year} months={months} ways={ways} />
            </Card>
          )
        }}
      </LiveAnswer>
    </Section>
  )
}

/** As in the chart of the statistics. */
const fills: Record<MoneyWay, string> = {
  cash: 'fill-brand',
  bankTransfer: 'fill-coral',
  stebby: 'fill-sun',
  credit: 'fill-muted',
}
const HEIGHT = 200
/** Height in pixels: above the bars for the highest amount, and below them for the months. */
const [TOP, BOTTOM] = [20, 24]
/** Width in percent, so that the bars grow with the screen and the letters do not. */
const COLUMN = 100 / 12

function Bars({ months }: { months: readonly YearMonth[] }) {
  const { month, euros } = useFormats()
  const scale = scaleOf(Math.max(...months.map(({ total }) => total)))
  const heightOf = (amount: Cents) => (amount / scale) * (HEIGHT - TOP - BOTTOM)
  const floor = HEIGHT - BOTTOM
  return (
    <svg aria-hidden="true" width="100%" height={HEIGHT} className="overflow-visible text-xs">
      {[1, 0.5, 0].map((part) => (
        <g key={part}>
          <line
            x1="0"
            x2="100%"
            y1={floor - heightOf(scale * part)}
            y2={floor - heightOf(scale * part)}
            className="stroke-line"
          />
          <text x="0" y={floor - heightOf(scale * part) - 4} className="fill-muted">
            {part > 0 && euros(scale * part)}
          </text>
        </g>
      ))}
      {months.map((row, index) => (
        <g key={row.month}>
          <title>{`${month(row.month)}: ${euros(row.total)}`}</title>
          {stack(row).map(({ way, below }) => (
            <rect
              key={way}
              x={`${(index + 0.2) * COLUMN}%`}
              width={`${0.6 * COLUMN}%`}
              y={floor - heightOf(below + row.byWay[way])}
              height={heightOf(row.byWay[way])}
              className={`${fills[way]} stroke-surface`}
            />
          ))}
          <text x={`${(index + 0.5) * COLUMN}%`} y={HEIGHT - 6} textAnchor="middle" className="fill-muted">
            <tspan className="sm:hidden">{month(row.month).slice(0, 1).toUpperCase()}</tspan>
            <tspan className="hidden sm:inline">{month(row.month)}</tspan>
          </text>
        </g>
      ))}
    </svg>
  )
}

/** The ways of a month stacked on each other: each with the sum below it (cents). */
function stack(row: YearMonth): { way: MoneyWay; below: Cents }[] {
  let below = 0
  return moneyWays.map((way) => {
    const here = { way, below }
    below += row.byWay[way]
    return here
  })
}

function Legend({ ways }: { ways: readonly MoneyWay[] }) {
  const nameOf = useWayName()
  return (
    <ul aria-hidden="true" className="flex flex-wrap gap-x-5 gap-y-2 text-sm">
      {ways.map((way) => (
        <li key={way} className="flex items-center gap-2">
          <svg width="12" height="12">
            <rect width="12" height="12" rx="3" className={fills[way]} />
          </svg>
          {nameOf(way)}
        </li>
      ))}
    </ul>
  )
}

function useWayName(): (way: MoneyWay) => string {
  const { methods, credit } = useTexts(texts)
  return (way) => (way === 'credit' ? credit : methods[way])
}

/** The chart's data for screen readers. */
function YearTable(props: { year: number; months: readonly YearMonth[]; ways: readonly MoneyWay[] }) {
  const { year, months, ways } = props
  const t = useTexts(deskTexts)
  const nameOf = useWayName()
  const { monthOfYear, euros } = useFormats()
  return (
    <div className="sr-only">
      <table>
        <caption>{t.yearOfMonths(year)}</caption>
        <thead>
          <tr>
            <th scope="col">{t.month}</th>
            {ways.map((way) => (
              <th key={way} scope="col">
                {nameOf(way)}
              </th>
            ))}
            <th scope="col">{t.total}</th>
          </tr>
        </thead>
        <tbody>
          {months.map(({ month, byWay, total }) => (
            <tr key={month}>
              <th scope="row">{monthOfYear(`${year}-${String(month).padStart(2, '0')}`)}</th>
              {ways.map((way) => (
                <td key={way}>{euros(byWay[way])}</td>
              ))}
              <td>{euros(total)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
