import type { LocalDate } from '#kernel/time.ts'
import { useTexts } from '#web/language.tsx'
import { useLive } from '#web/live/useLive.ts'
import { useFormats, useNow } from '#web/studio.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { schedule } from '../calls.ts'
import type { WeeklyPlan } from '../contract.ts'
import { formTexts } from '../messages.ts'
import { MOST_ENTRIES } from '../rules/plan.ts'
import type { PlannedEntry } from '../rules/weekly.ts'
import type { Planned } from './usePlanner.ts'
import { alreadyScheduled, byWeekday, clockChanges, type PlannedWeekday } from './planned.ts'

/** Every class that the plan would make, weekday by weekday, before anything is made. */
export function PlanPreview({ planned, plan }: { planned: Planned | null; plan: WeeklyPlan }) {
  const t = useTexts(formTexts)
  const formats = useFormats()
  if (planned === null) return <EmptyState small text={t.previewHint} />
  const leftOut = planned.leftOut.map(({ day, reason }) => `${formats.dateOfYear(day)} (${reason})`)
  return (
    <div className="flex flex-col gap-4">
      {leftOut.length > 0 && <Alert kind="info">{t.leftOut(leftOut.join(', '))}</Alert>}
      {planned.entries.length === 0 && leftOut.length > 0 ? (
        <Alert kind="warning">{t.allClosed}</Alert>
      ) : (
        <Entries planned={planned.entries} plan={plan} />
      )}
    </div>
  )
}

function Entries({ planned, plan }: { planned: readonly PlannedEntry[]; plan: WeeklyPlan }) {
  const t = useTexts(formTexts)
  if (planned.length === 0) return <Alert kind="warning">{t.nothingMatches}</Alert>
  if (planned.length > MOST_ENTRIES) return <Alert kind="warning">{t.tooMany(MOST_ENTRIES)}</Alert>
  if (plan.classId === '') return <Dates planned={planned} startTime={plan.startTime} already={new Set()} />
  return <DatesOfClass planned={planned} plan={plan} />
}

/** Marks what is on the schedule already; adding it again stays possible. */
function DatesOfClass({ planned, plan }: { planned: readonly PlannedEntry[]; plan: WeeklyPlan }) {
  const { classId, startDate, endDate, startTime } = plan
  const live = useLive(schedule.timesOfClass, { classId, startDate, endDate })
  const times = live.state === 'ready' ? live.answer : []
  return <Dates planned={planned} startTime={startTime} already={alreadyScheduled(planned, times)} />
}

function Dates(props: { planned: readonly PlannedEntry[]; startTime: string; already: ReadonlySet<LocalDate> }) {
  const { planned, already } = props
  const t = useTexts(formTexts)
  const formats = useFormats()
  const now = useNow()
  const past = planned.filter(({ startsAt }) => startsAt < now).length
  return (
    <div className="flex flex-col gap-4">
      <p role="status" className="font-display text-lg font-bold">
        {t.willAdd(planned.length)}
      </p>
      {clockChanges(planned, props.startTime).map((date) => (
        <Alert key={date} kind="info">
          {t.clockChange(formats.dateOfYear(date))}
        </Alert>
      ))}
      {already.size > 0 && <Alert kind="warning">{t.alreadyThere(already.size)}</Alert>}
      {past > 0 && <Alert kind="warning">{t.inPast(past)}</Alert>}
      {byWeekday(planned).map((group) => (
        <Weekday key={group.weekday} {...group} already={already} />
      ))}
    </div>
  )
}

function Weekday({ weekday, entries, already }: PlannedWeekday & { already: ReadonlySet<LocalDate> }) {
  const t = useTexts(formTexts)
  const formats = useFormats()
  const name = formats.weekday(weekday)
  return (
    <div className="flex flex-col gap-2">
      <h3 className="font-semibold first-letter:uppercase">
        {name} <span className="font-normal text-muted">{t.willAdd(entries.length)}</span>
      </h3>
      <ul aria-label={name} className="flex flex-wrap gap-2">
        {entries.map(({ date, startsAt, endsAt }) => (
          <li key={date} className="rounded-control bg-sunken px-3 py-1.5 text-sm tabular-nums">
            {formats.dateOfYear(date)} <span className="text-muted">{formats.times(startsAt, endsAt)}</span>
            {already.has(date) && (
              <>
                {' '}
                <Badge tone="warning">{t.already}</Badge>
              </>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
