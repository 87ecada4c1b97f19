import { useState } from 'react'
import type { AnswerOf } from '#kernel/procedures.ts'
import { capital } from '#kernel/messages.ts'
import type { LocalDate } from '#kernel/time.ts'
import { closures } from '#studio/closures/calls.ts'
import { WhereAndWho } from '#studio/rooms/parts/WhereAndWho.tsx'
import { useCommand } from '#web/commands.ts'
import { FormProblem } from '#web/FormProblem.tsx'
import { useLanguage, useTexts } from '#web/language.tsx'
import { LiveAnswer } from '#web/live/LiveAnswer.tsx'
import { useLive } from '#web/live/useLive.ts'
import { useMay } from '#web/me.ts'
import { words } from '#web/messages.ts'
import { useRefusalText } from '#web/refusals.ts'
import { useFormats, useToday } from '#web/studio.tsx'
import { useForm } from '#web/useForm.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { CheckboxField } from '#web/ui/CheckboxField.tsx'
import { DateField } from '#web/ui/DateField.tsx'
import { FieldRow, Form, FormActions } from '#web/ui/Form.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { Page, PageHeader, Section } from '#web/ui/Page.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { schedule } from '../calls.ts'
import type { schedule as contract } from '../contract.ts'
import { formTexts, refusals } from '../messages.ts'
import { repeatRefusals, repeatTexts } from '../messages/repeat.ts'
import { UndoPlans } from '../parts/UndoPlans.tsx'
import { alreadyScheduled, withoutPlanned, type Existing } from '../parts/planned.ts'
import { usePlanner } from '../parts/usePlanner.ts'
import { checkSpan } from '../rules/plan.ts'
import { keyOf, plansOf, type Slot } from '../rules/slots.ts'
import { nextTerm } from '../rules/term.ts'

type Weekly = AnswerOf<typeof contract.weekly>

/** Plans a term like an earlier one, with all its classes at once. */
export function RepeatTermPage() {
  const t = useTexts(repeatTexts)
  const { title } = useTexts(formTexts)
  return (
    <Page>
      <PageHeader title={t.title} actions={<LinkButton to="/admin/add-to-schedule">{title}</LinkButton>} />
      <p className="text-muted">{t.intro}</p>
      <LiveAnswer query={schedule.weekly} input={{ span: null }} shape="text">
        {(usual) => <Term usual={usual} />}
      </LiveAnswer>
    </Page>
  )
}

function Term({ usual }: { usual: Weekly }) {
  const t = useTexts(repeatTexts)
  const { adminOnly } = useTexts(words)
  const { language } = useLanguage()
  const formats = useFormats()
  const explain = useRefusalText(repeatRefusals, refusals)
  const mayManage = useMay('manageSchedule')
  const { run, pending } = useCommand(schedule.addAll)
  const [own, setOwn] = useState<readonly string[]>([])
  // remember what was planned, as sending it again would plan it twice
  const [plannedLast, setPlannedLast] = useState<string | null>(null)
  const [withoutHolidays, setWithoutHolidays] = useState(false)
  const [turned, setTurned] = useState<Readonly<Record<string, boolean>>>({})
  const today = useToday()
  const next = usual.term && nextTerm(usual.term, today)
  const form = useForm({
    start: {
      from: usual.startDate,
      until: usual.endDate,
      startDate: next?.startDate ?? '',
      endDate: next?.endDate ?? '',
    },
    check: ({ from, until, startDate, endDate }) => {
      const copied = checkSpan({ startDate: from, endDate: until })
      return { from: copied.startDate, until: copied.endDate, ...checkSpan({ startDate, endDate }) }
    },
    send: async () => {
      const outcome = await run({ plans })
      if (outcome?.ok) {
        setOwn(outcome.value.seriesIds)
        setPlannedLast(JSON.stringify(plans))
      }
      return outcome
    },
    explain,
    onDone: () => {},
  })
  const { from, until, startDate, endDate } = form.fields
  const isSpan = Object.keys(checkSpan({ startDate: from, endDate: until })).length === 0
  const span = isSpan ? { startDate: from, endDate: until } : null
  const live = useLive(schedule.weekly, { span })
  const slots = live.state === 'ready' ? live.answer.slots : usual.slots
  const isChosen = (slot: Slot) => turned[keyOf(slot)] ?? slot.times > 1
  const { chosen, coming, existing, already, onHolidays, plans, total } = useTermPlan(
    slots.filter(isChosen),
    { startDate, endDate },
    withoutHolidays,
  )
  const countOf = (slot: Slot) => chosen.find((one) => one.slot === slot)?.planned?.entries.length
  function whyNot() {
    if (!mayManage) return adminOnly
    if (slots.length > 0 && chosen.length === 0) return t.chooseSome
    if (total === 0) return already.length > 0 ? t.plannedAlready : t.datesFirst
    return JSON.stringify(plans) === plannedLast ? t.plannedAlready : undefined
  }
  return (
    <div className="flex flex-col gap-6">
      <UndoPlans own={own} onUndone={() => setPlannedLast(null)} />
      <Card>
        <Form {...form.props} pending={pending}>
          <fieldset>
            <legend className="mb-2 font-semibold">{t.copied}</legend>
            <FieldRow short>
              <DateField label={t.from} required {...form.field('from')} />
              <DateField label={t.until} required {...form.field('until')} />
            </FieldRow>
          </fieldset>
          <fieldset>
            <legend className="mb-2 font-semibold">{t.term}</legend>
            <FieldRow short>
              <DateField label={t.startDate} required {...form.field('startDate')} />
              <DateField label={t.endDate} required {...form.field('endDate')} />
            </FieldRow>
          </fieldset>
          <Section title={t.slots}>
            <Slots
              slots={slots}
              isChosen={isChosen}
              countOf={countOf}
              onTurn={(slot, on) => setTurned((before) => ({ ...before, [keyOf(slot)]: on }))}
            />
          </Section>
          {onHolidays.length > 0 && (
            <CheckboxField
              label={t.withoutHolidays}
              description={onHolidays
                .map((holiday) => `${formats.dateOfYear(holiday.day)} (${holiday[language]})`)
                .join(', ')}
              checked={withoutHolidays}
              onChange={setWithoutHolidays}
            />
          )}
          <Notes
            chosen={coming}
            existing={existing}
            already={already}
            closed={chosen.flatMap(({ planned }) => planned?.leftOut ?? [])}
          />
          <FormProblem form={form} />
          <FormActions>
            <Button type="submit" variant="primary" whyDisabled={whyNot()} pending={pending} pendingLabel={t.planning}>
              {total === 0 ? t.planNone : t.plan(total)}
            </Button>
          </FormActions>
        </Form>
      </Card>
    </div>
  )
}

/** What the chosen slots would add in a term, and the public holidays in it that may be left out. */
function useTermPlan(
  slots: readonly Slot[],
  term: { readonly startDate: string; readonly endDate: string },
  withoutHolidays: boolean,
) {
  const plannedBy = usePlanner()
  const liveHolidays = useLive(closures.holidays, {})
  const holidays = liveHolidays.state === 'ready' ? liveHolidays.answer : []
  const existing = useExisting(term)
  const onHoliday = withoutHolidays ? holidays.map(({ day }) => day) : []
  const whole = slots.map((slot) => {
    const planned = existing && plannedBy({ ...slot, weekdays: [slot.weekday], ...term })
    return { slot, planned: planned && { ...planned, ...withoutPlanned(planned.entries, existing, slot.classId) } }
  })
  const days = new Set(whole.flatMap(({ planned }) => planned?.entries.map(({ date }) => date) ?? []))
  const chosen = whole.map(({ slot, planned }) => ({
    slot,
    planned: planned && { ...planned, entries: planned.entries.filter(({ date }) => !onHoliday.includes(date)) },
  }))
  const coming = chosen.filter(({ planned }) => (planned?.entries.length ?? 0) > 0)
  const plans = plansOf(
    coming.map(({ slot }) => slot),
    term,
  ).map((plan) => {
    const same = coming.filter(({ slot }) => timesOf(slot) === timesOf(plan))
    const already = same.flatMap(({ planned }) => planned?.already ?? [])
    return { ...plan, leaveOut: [...new Set([...onHoliday, ...already])] }
  })
  return {
    chosen,
    /** Plans with at least one day in the term. */
    coming,
    existing: existing ?? [],
    /** Dates on which the same class is scheduled already. */
    already: chosen.flatMap(({ planned }) => planned?.already ?? []),
    onHolidays: holidays.filter(({ day }) => days.has(day)),
    plans,
    total: coming.reduce((sum, { planned }) => sum + (planned?.entries.length ?? 0), 0),
  }
}

const timesOf = ({ classId, startTime, endTime }: Pick<Slot, 'classId' | 'startTime' | 'endTime'>) =>
  [startTime, endTime, classId].join(' ')

/** What is on the schedule in a term; null while loading. */
function useExisting(term: { readonly startDate: string; readonly endDate: string }): readonly Existing[] | null {
  const today = useToday()
  const isTerm = Object.keys(checkSpan(term)).length === 0
  const live = useLive(schedule.between, isTerm ? term : { startDate: today, endDate: today })
  if (live.state === 'loading') return null
  return live.state === 'ready' ? live.answer : []
}

function Slots(props: {
  slots: readonly Slot[]
  isChosen: (slot: Slot) => boolean
  countOf: (slot: Slot) => number | undefined
  onTurn: (slot: Slot, on: boolean) => void
}) {
  const t = useTexts(repeatTexts)
  const formats = useFormats()
  const weekdays = [...new Set(props.slots.map(({ weekday }) => weekday))]
  if (weekdays.length === 0) return <EmptyState small text={t.nothing} hint={t.nothingHint} />
  const groups = weekdays.map((weekday) => (
    <fieldset key={weekday} className="break-inside-avoid pb-3">
      <legend className="font-semibold">{capital(formats.weekday(weekday))}</legend>
      {props.slots
        .filter((slot) => slot.weekday === weekday)
        .map((slot) => {
          const count = props.countOf(slot)
          return (
            <CheckboxField
              key={keyOf(slot)}
              checked={props.isChosen(slot)}
              onChange={(on) => props.onTurn(slot, on)}
              label={
                <span className="flex flex-col py-1.5">
                  <span>
                    <span className="tabular-nums">{formats.clocks(slot.startTime, slot.endTime)}</span>{' '}
                    {slot.className}
                  </span>
                  <span className="flex flex-wrap gap-x-3 text-sm font-normal text-muted">
                    {count === undefined ? (slot.times > 1 ? t.wasOn(slot.times) : t.onceOnly) : t.willBe(count)}
                    <WhereAndWho of={slot} />
                  </span>
                </span>
              }
            />
          )
        })}
    </fieldset>
  ))
  return <div className="gap-6 sm:columns-2 lg:columns-3">{groups}</div>
}

type Planned = NonNullable<ReturnType<ReturnType<typeof usePlanner>>>
type Chosen = readonly { readonly slot: Slot; readonly planned: Planned | null }[]

/** What is on the schedule already, and on which days the studio is closed. */
function Notes(props: {
  chosen: Chosen
  existing: readonly Existing[]
  already: readonly LocalDate[]
  closed: Planned['leftOut']
}) {
  const { chosen, existing, already, closed } = props
  const t = useTexts(repeatTexts)
  const overlapping = chosen.reduce(
    (sum, { slot, planned }) => sum + alreadyScheduled(planned?.entries ?? [], existing, slot.classId).same.size,
    0,
  )
  return (
    <>
      {closed.length > 0 && <Closed days={closed} />}
      {already.length > 0 && <LeftOut days={already} />}
      {overlapping > 0 && <Alert kind="warning">{t.already(overlapping)}</Alert>}
    </>
  )
}

/** More days than this are named by the first and the last. */
const MOST_NAMED = 4

function LeftOut({ days }: { days: readonly LocalDate[] }) {
  const t = useTexts(repeatTexts)
  const formats = useFormats()
  const named = [...new Set(days)].toSorted().map(formats.dateOfYear)
  const [first = '', last = ''] = [named[0], named.at(-1)]
  const inWords = named.length > MOST_NAMED ? t.span(first, last) : named.join(', ')
  return <Alert kind="info">{t.alreadyLeftOut(days.length, inWords)}</Alert>
}

function Closed({ days }: { days: Planned['leftOut'] }) {
  const t = useTexts(repeatTexts)
  const formats = useFormats()
  const named = new Map(days.map(({ day, reason }) => [day, `${formats.dateOfYear(day)} (${reason})`]))
  const sorted = [...named].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text)
  return <Alert kind="info">{t.leftOut(sorted.join(', '))}</Alert>
}
