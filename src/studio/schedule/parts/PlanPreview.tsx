import { useTexts } from '#web/language.tsx'
import { useFormats, useNow } from '#web/studio.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { formTexts } from '../messages.ts'
import { MOST_ENTRIES } from '../rules/plan.ts'
import type { PlannedEntry } from '../rules/weekly.ts'
import { byWeekday, clockChanges, type PlannedWeekday } from './planned.ts'

/** Every class that the plan would make, weekday by weekday, before anything is made. */
export function PlanPreview({ planned, startTime }: { planned: readonly PlannedEntry[] | null; startTime: string }) {
  const t = useTexts(formTexts)
  const formats = useFormats()
  const now = useNow()
  if (planned === null) return <EmptyState small text={t.previewHint} />
  if (planned.length === 0) return <Alert kind="warning">{t.nothingMatches}</Alert>
  if (planned.length > MOST_ENTRIES) return <Alert kind="warning">{t.tooMany(MOST_ENTRIES)}</Alert>
  const past = planned.filter(({ startsAt }) => startsAt < now).length
  return (
    <div className="flex flex-col gap-4">
      <p role="status" className="font-display text-lg font-bold">
        {t.willAdd(planned.length)}
      </p>
      {clockChanges(planned, startTime).map((date) => (
        <Alert key={date} kind="info">
          {t.clockChange(formats.dateOfYear(date))}
        </Alert>
      ))}
      {past > 0 && <Alert kind="warning">{t.inPast(past)}</Alert>}
      {byWeekday(planned).map((group) => (
        <Weekday key={group.weekday} {...group} />
      ))}
    </div>
  )
}

function Weekday({ weekday, entries }: PlannedWeekday) {
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
          </li>
        ))}
      </ul>
    </div>
  )
}
