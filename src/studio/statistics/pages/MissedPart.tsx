import { useTexts } from '#web/language.tsx'
import { LiveContent } from '#web/live/LiveContent.tsx'
import { retryLive, useLive } from '#web/live/useLive.ts'
import { useFormats, useStudio } from '#web/studio.tsx'
import { DataTable } from '#web/ui/DataTable.tsx'
import { Dotted } from '#web/ui/Dotted.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { statistics } from '../calls.ts'
import { texts } from '../messages.ts'
import { percentOf, sinceFirst, yearBefore, type Span } from '../rules.ts'
import { BarChart } from './BarChart.tsx'
import { Figures } from './Figures.tsx'
import { useShortMonth } from './useShortMonth.ts'

const always = ['expected', 'noShows', 'share', 'late'] as const
/** Columns on a phone; the share is shown beside the month there. */
const onPhone = ['expected', 'noShows', 'late'] as const
const ofWaiting = ['waited', 'placed'] as const

const missed = (one: { readonly noShows: number; readonly late: number } | undefined): number =>
  one ? one.noShows + one.late : 0

/** Booked places that stayed empty, and people on waiting lists. */
export function MissedPart({ span }: { span: Span }) {
  const t = useTexts(texts)
  const waits = useStudio().features.includes('waitingLists')
  const figures = waits ? [...always, ...ofWaiting] : always
  const { monthOfYear } = useFormats()
  const short = useShortMonth()
  const live = useLive(statistics.missed, span)
  const earlier = useLive(statistics.missed, yearBefore(span))
  const before = earlier.state === 'ready' ? earlier.answer : []
  return (
    <LiveContent live={live} retry={() => retryLive(statistics.missed, span)} count={4} failed={t.loadFailed}>
      {(answer) => {
        const all = answer.map((row, place) => {
          const share = percentOf(row.noShows, row.expected)
          return { ...row, share: share === null ? '–' : t.percent(share), before: missed(before[place]) }
        })
        const rows = sinceFirst(
          all,
          (row) => row.before === 0 && figures.every((name) => row[name] === 0 || name === 'share'),
        )
        return (
          <Figures
            title={t.missed}
            hint={t.missedHint(waits)}
            file={t.missed}
            csv={[
              [t.month, ...figures.map((name) => t[name])],
              ...rows.map((row) => [row.month, ...figures.map((name) => row[name])]),
            ]}
          >
            <BarChart
              label={t.missed}
              names={rows.map(({ month }) => short(month))}
              series={[
                { label: t.yearBefore, values: rows.map((row) => row.before), before: true },
                { label: t.noShows, values: rows.map(({ noShows }) => noShows) },
                { label: t.late, values: rows.map(({ late }) => late) },
              ]}
            />
            <DataTable
              caption={t.missed}
              quiet
              manyColumns
              rows={rows.toReversed()}
              rowKey={({ month }) => month}
              columns={[
                { id: 'month', header: t.month, cell: ({ month }) => monthOfYear(month) },
                ...figures.map((name) => ({
                  id: name,
                  header: t[name],
                  align: 'end' as const,
                  cell: (row: (typeof rows)[number]) => row[name],
                })),
              ]}
              card={(row) => ({
                line: (
                  <>
                    <Few row={row} names={onPhone} />
                    {waits && <Few row={row} names={ofWaiting} />}
                  </>
                ),
                aside: <Few row={row} names={['share']} />,
                long: true,
              })}
              empty={<EmptyState text={t.none} hint={t.noneHint} />}
            />
          </Figures>
        )
      }}
    </LiveContent>
  )
}

/** 'No-shows 18 · Late cancellations 2' for a phone; no line break between a name and its figure. */
function Few<Name extends (typeof always)[number] | (typeof ofWaiting)[number]>({
  row,
  names,
}: {
  row: Readonly<Record<Name, number | string>>
  names: readonly Name[]
}) {
  const t = useTexts(texts)
  return (
    <Dotted>
      {names.map((name) => (
        <span key={name} className="whitespace-nowrap text-muted">
          {t[name]} <span className="font-medium text-ink tabular-nums">{row[name]}</span>
        </span>
      ))}
    </Dotted>
  )
}
