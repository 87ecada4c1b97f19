import { useTexts } from '#web/language.tsx'
import { useFormats, useNow } from '#web/studio.tsx'
import { ExportList } from '#web/ui/ExportList.tsx'
import { TextLink } from '#web/ui/LinkButton.tsx'
import { standIns } from '../calls.ts'
import { texts } from '../messages.ts'
import { isActive } from '../rules/states.ts'
import { StandInState } from './StandInState.tsx'
import { useHasStandIns, useStandIns } from './useStandIns.ts'

/** All classes that need a stand-in, on the start page of staff. */
export function WantedStandIns() {
  return useHasStandIns() ? <Wanted /> : null
}

function Wanted() {
  const t = useTexts(texts)
  const formats = useFormats()
  const now = useNow()
  const wanted = useStandIns()?.filter(({ state, startsAt }) => isActive(state) && startsAt > now) ?? []
  if (wanted.length === 0) return null
  return (
    <section aria-label={t.wantedTitle} className="flex flex-col gap-3">
      <div className="flex items-center justify-between gap-3">
        <h2 className="text-lg text-brand">{t.wantedTitle}</h2>
        <ExportList
          fileName={t.exportName}
          query={standIns.list}
          input={{}}
          columns={[
            { header: t.classColumn, csv: ({ className }) => className },
            { header: t.startColumn, csv: ({ startsAt }) => formats.moment(startsAt) },
            { header: t.endColumn, csv: ({ endsAt }) => formats.moment(endsAt) },
            { header: t.teacherColumn, csv: ({ teacher }) => teacher },
            { header: t.offeredColumn, csv: ({ offeredName }) => offeredName ?? '' },
            { header: t.stateColumn, csv: ({ state }) => t.states[state] },
          ]}
        />
      </div>
      <ul className="flex flex-col gap-3">
        {wanted.map((one) => (
          <li key={one.id} className="flex flex-col items-start gap-1">
            <span className="flex max-w-full flex-wrap items-baseline gap-x-3">
              <TextLink
                to="/admin/class-details/$id"
                params={{ id: one.scheduleId }}
                className="min-w-0 font-display text-lg"
              >
                {one.className}
              </TextLink>
              <span className="tabular-nums">{formats.dayAndTimes(one.startsAt, one.endsAt)}</span>
            </span>
            <StandInState one={one} />
          </li>
        ))}
      </ul>
    </section>
  )
}
