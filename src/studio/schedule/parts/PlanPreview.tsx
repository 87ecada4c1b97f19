import { Plus, X } from 'lucide-react'
import type { LocalDate } from '#kernel/time.ts'
import { closures } from '#studio/closures/calls.ts'
import { useLanguage, useTexts } from '#web/language.tsx'
import { useLive } from '#web/live/useLive.ts'
import { useFormats, useNow } from '#web/studio.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { schedule } from '../calls.ts'
import type { WeeklyPlan } from '../contract.ts'
import { formTexts } from '../messages.ts'
import { MOST_ENTRIES } from '../rules/plan.ts'
import type { PlannedEntry } from '../rules/weekly.ts'
import type { Planned } from './usePlanner.ts'
import { alreadyScheduled, byWeekday, clockChanges, type PlannedWeekday, type Existing } from './planned.ts'

interface PreviewProps {
  readonly plan: WeeklyPlan
  /** Entries of the other classes in the same plan. */
  readonly beside: readonly Existing[]
  /** Name of the class, if there are several. */
  readonly title: string | null
  /** Includes these days of the plan, or leaves them out. */
  readonly onChoose: (days: readonly LocalDate[], wanted: boolean) => void
}

/** Every entry that the plan would add, by weekday. */
export function PlanPreview({ planned, ...props }: PreviewProps & { planned: Planned | null }) {
  const t = useTexts(formTexts)
  const formats = useFormats()
  const closed = planned?.leftOut.map(({ day, reason }) => `${formats.dateOfYear(day)} (${reason})`) ?? []
  return (
    <div className="flex flex-col gap-4">
      {props.title !== null && <h3 className="text-lg">{props.title}</h3>}
      {closed.length > 0 && <Alert kind="info">{t.leftOut(closed.join(', '))}</Alert>}
      {planned === null ? (
        <EmptyState small text={t.previewHint} />
      ) : planned.entries.length === 0 && closed.length > 0 ? (
        <Alert kind="warning">{t.allClosed}</Alert>
      ) : (
        <Entries planned={planned.entries} {...props} />
      )}
    </div>
  )
}

function Entries({ planned, ...props }: PreviewProps & { planned: readonly PlannedEntry[] }) {
  const t = useTexts(formTexts)
  const { classId, startDate, endDate } = props.plan
  const live = useLive(schedule.between, { startDate, endDate })
  if (planned.length === 0) return <Alert kind="warning">{t.nothingMatches}</Alert>
  if (planned.length > MOST_ENTRIES) return <Alert kind="warning">{t.tooMany(MOST_ENTRIES)}</Alert>
  const existing = [...(live.state === 'ready' ? live.answer : []), ...props.beside]
  return <Dates planned={planned} already={alreadyScheduled(planned, existing, classId)} {...props} />
}

type Already = ReturnType<typeof alreadyScheduled>

/** Marks entries that are on the schedule already; they can still be added again. */
function Dates(props: PreviewProps & { planned: readonly PlannedEntry[]; already: Already }) {
  const { planned, plan, already } = props
  const t = useTexts(formTexts)
  const formats = useFormats()
  const now = useNow()
  const wanted = planned.filter(({ date }) => !plan.leaveOut?.includes(date))
  const count = (days: { has: (day: LocalDate) => boolean }) => wanted.filter(({ date }) => days.has(date)).length
  const [twice, beside] = [count(already.same), count(already.others)]
  const past = wanted.filter(({ startsAt }) => startsAt < now).length
  return (
    <div className="flex flex-col gap-4">
      <p role="status" className="font-display text-lg font-bold">
        {t.willAdd(wanted.length)}
      </p>
      {clockChanges(wanted, plan.startTime).map((date) => (
        <Alert key={date} kind="info">
          {t.clockChange(formats.dateOfYear(date))}
        </Alert>
      ))}
      {twice > 0 && <Alert kind="warning">{t.alreadyThere(twice)}</Alert>}
      {beside > 0 && <Alert kind="info">{t.besideOthers(beside)}</Alert>}
      {past > 0 && <Alert kind="warning">{t.inPast(past)}</Alert>}
      <OnHolidays days={wanted.map(({ date }) => date)} onLeaveOut={(days) => props.onChoose(days, false)} />
      {byWeekday(planned).map((group) => (
        <Weekday key={group.weekday} {...group} {...props} Heading={props.title === null ? 'h3' : 'h4'} />
      ))}
    </div>
  )
}

/** Public holidays in the plan, with a button that leaves them out. */
function OnHolidays(props: { days: readonly LocalDate[]; onLeaveOut: (days: LocalDate[]) => void }) {
  const t = useTexts(formTexts)
  const formats = useFormats()
  const { language } = useLanguage()
  const live = useLive(closures.holidays, {})
  const found = live.state === 'ready' ? live.answer.filter(({ day }) => props.days.includes(day)) : []
  if (found.length === 0) return null
  const named = found.map((holiday) => `${formats.dateOfYear(holiday.day)} (${holiday[language]})`)
  return (
    <Alert
      kind="warning"
      action={
        <Button size="small" onPress={() => props.onLeaveOut(found.map(({ day }) => day))}>
          {t.leaveHolidaysOut}
        </Button>
      }
    >
      {t.onHolidays(named.join(', '))}
    </Alert>
  )
}

function Weekday({
  weekday,
  entries,
  Heading,
  ...props
}: PlannedWeekday & PreviewProps & { already: Already; Heading: 'h3' | 'h4' }) {
  const t = useTexts(formTexts)
  const formats = useFormats()
  const name = formats.weekday(weekday)
  const wanted = entries.filter(({ date }) => !props.plan.leaveOut?.includes(date))
  return (
    <div className="flex flex-col gap-2">
      <Heading className="font-semibold first-letter:uppercase">
        {name} <span className="font-normal text-muted">{t.willAdd(wanted.length)}</span>
      </Heading>
      <ul aria-label={name} className="flex flex-wrap gap-2">
        {entries.map((entry) => (
          <Day key={entry.date} entry={entry} {...props} />
        ))}
      </ul>
    </div>
  )
}

/** One date, which can be left out. */
function Day({ entry, plan, already, onChoose }: PreviewProps & { entry: PlannedEntry; already: Already }) {
  const { date, startsAt, endsAt } = entry
  const t = useTexts(formTexts)
  const formats = useFormats()
  const day = formats.dateOfYear(date)
  const leftOut = plan.leaveOut?.includes(date) ?? false
  const other = already.others.get(date)
  const Icon = leftOut ? Plus : X
  return (
    <li className="flex items-center rounded-control bg-sunken pl-3 text-sm tabular-nums">
      <span className={leftOut ? 'text-muted line-through' : undefined}>
        {day} <span className="text-muted">{formats.times(startsAt, endsAt)}</span>
      </span>
      {!leftOut && already.same.has(date) && (
        <span className="ml-2">
          <Badge tone="warning">{t.already}</Badge>
        </span>
      )}
      {!leftOut && other && <span className="ml-2 text-xs text-muted">{t.beside(other)}</span>}
      <IconButton
        label={leftOut ? t.takeIn(day) : t.leaveOut(day)}
        icon={<Icon aria-hidden="true" className="size-4" />}
        onPress={() => onChoose([date], leftOut)}
      />
    </li>
  )
}
