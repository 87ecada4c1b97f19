import { Fragment } from 'react'
import { csvMoney } from '#kernel/csv.ts'
import type { Cents } from '#kernel/money.ts'
import { moneyWays, paidItems } from '#studio/payments/rules.ts'
import { useTexts } from '#web/language.tsx'
import { LiveContent } from '#web/live/LiveContent.tsx'
import { retryLive, useLive } from '#web/live/useLive.ts'
import { useFormats } from '#web/studio.tsx'
import { DataTable } from '#web/ui/DataTable.tsx'
import { TextLink } from '#web/ui/LinkButton.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { statistics } from '../calls.ts'
import type { Received } from '../contract.ts'
import { texts } from '../messages.ts'
import { figureOf, monthsOf, sinceFirst, yearBefore, type Span } from '../rules.ts'
import { BarChart } from './BarChart.tsx'
import { Figures } from './Figures.tsx'
import { useShortMonth } from './useShortMonth.ts'

const sumOf = (rows: readonly Received[], which: (row: Received) => boolean): Cents =>
  rows.filter(which).reduce((sum, { cents }) => sum + cents, 0)

/** A column: its heading, and which receipts it adds up. */
interface Sum {
  readonly id: string
  readonly header: string
  readonly which: (row: Received) => boolean
}
interface Line {
  readonly month: string
  readonly of: readonly Received[]
  /** Total of the same month a year before, in cents; null without data. */
  readonly before: Cents | null
}

/** Receipts by month, payment method and kind, compared with the year before. */
export function MoneyPart({ span }: { span: Span }) {
  const t = useTexts(texts)
  const short = useShortMonth()
  const live = useLive(statistics.money, span)
  const earlier = useLive(statistics.money, yearBefore(span))
  const before = earlier.state === 'ready' ? earlier.answer : null
  const credit = useLive(statistics.credit, {})
  const held = credit.state === 'ready' ? credit.answer.held : 0
  const since = useLive(statistics.since, {})
  const first = since.state === 'ready' ? since.answer : null
  const sumBefore = (month = '') =>
    before &&
    figureOf(
      sumOf(before, (row) => row.month === month),
      month,
      first,
    )
  return (
    <LiveContent live={live} retry={() => retryLive(statistics.money, span)} count={4} failed={t.loadFailed}>
      {(rows) => {
        const months = monthsOf(span)
        const monthsBefore = monthsOf(yearBefore(span))
        const ways = moneyWays
          .filter((way) => rows.some((row) => row.way === way))
          .map((way): Sum => ({ id: `way ${way}`, header: t.ways[way], which: (row) => row.way === way }))
        const kinds = paidItems
          .filter((kind) => rows.some((row) => row.kind === kind))
          .map((kind): Sum => ({ id: `kind ${kind}`, header: t.kinds[kind], which: (row) => row.kind === kind }))
        const columns: readonly Sum[] = [...ways, ...kinds, { id: 'together', header: t.together, which: () => true }]
        const all = months.map((month, place) => ({
          month,
          of: rows.filter((row) => row.month === month),
          before: sumBefore(monthsBefore[place]),
        }))
        const lines = sinceFirst(all, (line) => line.of.length === 0 && !line.before)
        const inEuros = (values: readonly Cents[]) => values.map((cents) => cents / 100)
        return (
          <Figures
            title={t.money}
            hint={held > 0 ? `${t.moneyHint} ${t.creditHeld(held)}` : t.moneyHint}
            file={t.money}
            csv={[
              [t.month, ...columns.map(({ header }) => header), t.yearBefore],
              ...lines.map((line) => [
                line.month,
                ...columns.map(({ which }) => csvMoney(sumOf(line.of, which))),
                csvMoney(line.before),
              ]),
            ]}
          >
            <BarChart
              label={`${t.money}, ${t.inEuros}`}
              unit="€"
              names={lines.map(({ month }) => short(month))}
              series={[
                { label: t.yearBefore, values: inEuros(lines.map((line) => line.before ?? 0)), before: true },
                ...ways.map(({ header, which }) => ({
                  label: header,
                  values: inEuros(lines.map((line) => sumOf(line.of, which))),
                })),
              ]}
            />
            <MoneyTable lines={lines} columns={columns} ways={ways} kinds={kinds} />
          </Figures>
        )
      }}
    </LiveContent>
  )
}

/** Link to the receipts of a month. */
const toBooks = (month: string, name: string) => (
  <TextLink to="/admin/books" search={{ month }}>
    {name}
  </TextLink>
)

/** The newest month first; on a phone, one line for the methods and one for the kinds. */
function MoneyTable(props: {
  lines: readonly Line[]
  columns: readonly Sum[]
  ways: readonly Sum[]
  kinds: readonly Sum[]
}) {
  const t = useTexts(texts)
  const { monthOfYear, euros } = useFormats()
  // leave out methods without receipts
  const received = (line: Line, sums: readonly Sum[]) =>
    sums.map(({ header, which }) => [header, sumOf(line.of, which)] as const).filter(([, cents]) => cents !== 0)
  return (
    <DataTable
      caption={t.money}
      quiet
      manyColumns
      rows={props.lines.toReversed()}
      rowKey={({ month }) => month}
      columns={[
        {
          id: 'month',
          header: t.month,
          cell: ({ month }) => toBooks(month, monthOfYear(month)),
        },
        ...props.columns.map(({ id, header, which }) => ({
          id,
          header,
          align: 'end' as const,
          cell: (line: Line) => euros(sumOf(line.of, which)),
        })),
        {
          id: 'before',
          header: t.yearBefore,
          align: 'end',
          cell: (line) => (line.before === null ? '–' : euros(line.before)),
        },
      ]}
      card={(line) => ({
        line: (
          <>
            <InOneLine sums={received(line, props.ways)} />
            <InOneLine sums={received(line, props.kinds)} />
            {line.before !== null && <InOneLine sums={[[t.yearBefore, line.before]]} />}
          </>
        ),
        aside: <span className="text-base font-semibold">{euros(sumOf(line.of, () => true))}</span>,
        long: true,
      })}
      empty={<EmptyState text={t.none} hint={t.noneHint} />}
    />
  )
}

/** 'Cash 980€, Stebby 175€' for a phone; no line break between a name and its sum. */
function InOneLine({ sums }: { sums: readonly (readonly [name: string, cents: Cents])[] }) {
  const { euros } = useFormats()
  return (
    <span className="block">
      {sums.map(([name, cents], place) => (
        <Fragment key={name}>
          <span className="whitespace-nowrap">
            {name} <span className="font-medium text-ink tabular-nums">{euros(cents)}</span>
            {place < sums.length - 1 && ','}
          </span>{' '}
        </Fragment>
      ))}
    </span>
  )
}
