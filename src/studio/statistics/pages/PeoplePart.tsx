import { useTexts } from '#web/language.tsx'
import { LiveContent } from '#web/live/LiveContent.tsx'
import { retryLive, useLive } from '#web/live/useLive.ts'
import { useFormats } from '#web/studio.tsx'
import { DataTable } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { statistics } from '../calls.ts'
import type { Active, Cohort } from '../contract.ts'
import { texts } from '../messages.ts'
import { figureOf, percentOf, sinceFirst, yearBefore, type Span } from '../rules.ts'
import { BarChart } from './BarChart.tsx'
import { Figures } from './Figures.tsx'
import { useShortMonth } from './useShortMonth.ts'

/** How many people come, how many are new, and how many of the new ones stay. */
export function PeoplePart({ span }: { span: Span }) {
  const t = useTexts(texts)
  const live = useLive(statistics.people, span)
  const earlier = useLive(statistics.people, yearBefore(span))
  const before = earlier.state === 'ready' ? earlier.answer.byMonth : []
  const since = useLive(statistics.since, {})
  const first = since.state === 'ready' ? since.answer : null
  return (
    <LiveContent live={live} retry={() => retryLive(statistics.people, span)} count={4} failed={t.loadFailed}>
      {({ byMonth, cohorts }) => (
        <>
          <WhoComes byMonth={byMonth} before={before} first={first} />
          <WhoStays cohorts={cohorts} />
        </>
      )}
    </LiveContent>
  )
}

/** By month, compared with the year before from the studio's first month on. */
function WhoComes(props: { byMonth: readonly Active[]; before: readonly Active[]; first: string | null }) {
  const t = useTexts(texts)
  const { monthOfYear } = useFormats()
  const short = useShortMonth()
  const activeIn = (one: Active | undefined) => one && figureOf(one.active, one.month, props.first)
  const all = props.byMonth.map((one, place) => ({ ...one, before: activeIn(props.before[place]) ?? null }))
  const lines = sinceFirst(all, (line) => line.active === 0 && !line.before)
  return (
    <Figures
      title={t.people}
      hint={t.peopleHint}
      file={t.people}
      csv={[
        [t.month, t.active, t.fresh, t.yearBefore],
        ...lines.map((line) => [line.month, line.active, line.fresh, line.before]),
      ]}
    >
      <BarChart
        label={t.people}
        names={lines.map(({ month }) => short(month))}
        series={[
          { label: t.yearBefore, values: lines.map((line) => line.before ?? 0), before: true },
          { label: t.fresh, values: lines.map(({ fresh }) => fresh) },
          { label: t.cameBefore, values: lines.map(({ active, fresh }) => active - fresh) },
        ]}
      />
      <DataTable
        caption={t.people}
        quiet
        rows={lines.toReversed()}
        rowKey={({ month }) => month}
        columns={[
          { id: 'month', header: t.month, cell: ({ month }) => monthOfYear(month) },
          { id: 'active', header: t.active, align: 'end', cell: ({ active }) => active },
          { id: 'fresh', header: t.fresh, align: 'end', cell: ({ fresh }) => fresh },
          { id: 'before', header: t.yearBefore, align: 'end', cell: (line) => line.before ?? '–' },
        ]}
        card={(line) => ({
          line: [`${t.fresh}: ${line.fresh}`, line.before !== null && `${t.yearBefore}: ${line.before}`],
          aside: (
            <span className="text-muted">
              {t.active} <strong className="text-base text-ink tabular-nums">{line.active}</strong>
            </span>
          ),
        })}
        empty={<EmptyState text={t.none} hint={t.noneHint} />}
      />
    </Figures>
  )
}

/** How many of a month's new people came in each later month. */
function WhoStays({ cohorts }: { cohorts: readonly Cohort[] }) {
  const t = useTexts(texts)
  const { monthOfYear } = useFormats()
  const newcomers = cohorts.filter(({ size }) => size > 0)
  const later = Array.from({ length: Math.max(0, ...newcomers.map(({ stayed }) => stayed.length)) }, (_, n) => n)
  const shown = ({ stayed, size }: Cohort, n: number) =>
    stayed[n] === undefined ? '' : `${stayed[n]} (${percentOf(stayed[n], size)}%)`
  return (
    <Figures
      title={t.stays}
      hint={t.staysHint}
      file={t.stays}
      csv={[
        [t.firstMonth, t.fresh, ...later.map((n) => t.monthsLater(n + 1))],
        ...newcomers.map((one) => [one.month, one.size, ...later.map((n) => one.stayed[n] ?? null)]),
      ]}
    >
      <DataTable
        caption={t.stays}
        quiet
        dense
        manyColumns
        rows={newcomers.toReversed()}
        rowKey={({ month }) => month}
        columns={[
          { id: 'month', header: t.firstMonth, cell: ({ month }) => monthOfYear(month) },
          { id: 'size', header: t.fresh, align: 'end', cell: ({ size }) => size },
          ...later.map((n) => ({
            id: `after ${n}`,
            header: t.monthsLater(n + 1),
            align: 'end' as const,
            cell: (one: Cohort) => shown(one, n),
          })),
        ]}
        card={(one) => ({
          line: one.stayed.map((_, n) => `${t.monthsLater(n + 1)}: ${shown(one, n)}`),
          aside: (
            <span className="text-muted">
              {t.fresh} <strong className="text-base text-ink tabular-nums">{one.size}</strong>
            </span>
          ),
        })}
        empty={<EmptyState text={t.none} hint={t.noneHint} />}
      />
    </Figures>
  )
}
