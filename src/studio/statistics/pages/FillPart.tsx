import { useTexts } from '#web/language.tsx'
import { LiveContent } from '#web/live/LiveContent.tsx'
import { retryLive, useLive } from '#web/live/useLive.ts'
import { DataTable } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { statistics } from '../calls.ts'
import type { OfClass } from '../contract.ts'
import { texts } from '../messages.ts'
import { percentOf, yearBefore, type Span } from '../rules.ts'
import { Figures } from './Figures.tsx'
import { HeatMap } from './HeatMap.tsx'

/** How full classes are, by name and by weekday and hour. */
export function FillPart({ span }: { span: Span }) {
  const t = useTexts(texts)
  const live = useLive(statistics.fill, span)
  const earlier = useLive(statistics.fill, yearBefore(span))
  const before = earlier.state === 'ready' ? earlier.answer.byClass : []
  const percent = (one: Pick<OfClass, 'taken' | 'places'> | undefined) => {
    const value = one ? percentOf(one.taken, one.places) : null
    return value === null ? '–' : t.percent(value)
  }
  const earlierOf = (name: string) => before.find((one) => one.name === name)
  return (
    <LiveContent live={live} retry={() => retryLive(statistics.fill, span)} count={4} failed={t.loadFailed}>
      {({ byClass, byHour }) => (
        <Figures
          title={t.fill}
          hint={t.fillHint}
          file={t.fill}
          csv={[
            [t.className, t.classes, t.places, t.taken, t.full, t.yearBefore],
            ...byClass.map((one) => [
              one.name,
              one.classes,
              one.places,
              one.taken,
              percent(one),
              percent(earlierOf(one.name)),
            ]),
          ]}
        >
          {byHour.length > 0 && <HeatMap rows={byHour} />}
          <DataTable
            caption={t.fill}
            quiet
            rows={byClass}
            rowKey={({ name }) => name}
            columns={[
              { id: 'name', header: t.className, cell: ({ name }) => name },
              { id: 'classes', header: t.classes, align: 'end', cell: ({ classes }) => classes },
              { id: 'places', header: t.places, align: 'end', cell: ({ places }) => places },
              { id: 'taken', header: t.taken, align: 'end', cell: ({ taken }) => taken },
              { id: 'full', header: t.full, align: 'end', cell: percent },
              { id: 'before', header: t.yearBefore, align: 'end', cell: ({ name }) => percent(earlierOf(name)) },
            ]}
            card={(one) => ({
              line: [
                t.times(one.classes),
                `${one.taken}/${one.places}`,
                earlierOf(one.name) && `${t.yearBefore}: ${percent(earlierOf(one.name))}`,
              ],
              aside: <span className="text-base font-semibold tabular-nums">{percent(one)}</span>,
            })}
            empty={<EmptyState text={t.none} hint={t.noneHint} />}
          />
        </Figures>
      )}
    </LiveContent>
  )
}
