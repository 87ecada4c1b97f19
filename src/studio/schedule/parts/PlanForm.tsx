import { useId, useState } from 'react'
import { isSame } from '#kernel/edits.ts'
import type { Refusal } from '#kernel/result.ts'
import { useCommand } from '#web/commands.ts'
import { FormProblem } from '#web/FormProblem.tsx'
import { LeaveQuestion } from '#web/LeaveQuestion.tsx'
import { useTexts } from '#web/language.tsx'
import { useMay } from '#web/me.ts'
import { words } from '#web/messages.ts'
import { isFailure, joined, useRefusalText } from '#web/refusals.ts'
import { useForm } from '#web/useForm.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { DateField } from '#web/ui/DateField.tsx'
import { FieldRow, Form, FormActions } from '#web/ui/Form.tsx'
import { OutsideLink } from '#web/ui/LinkButton.tsx'
import { Section } from '#web/ui/Page.tsx'
import { toast } from '#web/ui/toast.ts'
import { schedule } from '../calls.ts'
import type { WeeklyPlan } from '../contract.ts'
import { formTexts, refusals } from '../messages.ts'
import { checkPlan } from '../rules/plan.ts'
import { MOST_PLANS } from '../rules/slots.ts'
import { ClassFields, type KnownClass } from './ClassFields.tsx'
import { afterThat, type ClassOfPlan } from './planned.ts'
import { PlanPreview } from './PlanPreview.tsx'
import { UndoPlans } from './UndoPlans.tsx'
import { usePlanner, type Planned } from './usePlanner.ts'

interface Fields {
  readonly startDate: string
  readonly endDate: string
  readonly classes: readonly ClassOfPlan[]
}

const oneClass = { weekdays: [], startTime: '', endTime: '', standardPrice: null, memberPrice: null }

const nothingToAdd = (planned: Planned | null) =>
  planned?.entries.length === 0 && { weekdays: planned.leftOut.length > 0 ? 'allClosed' : 'noMatchingDate' }

/** Name of a field of one of several classes; the dates are common to all. */
const nameIn = (key: number, field: string) =>
  key === 0 || field === 'startDate' || field === 'endDate' ? field : `${field}.${key}`
const namedIn = (key: number, fields: object) =>
  Object.fromEntries(Object.entries(fields).map(([field, code]) => [nameIn(key, field), code as string]))

const named = (refused: Refusal | null, key: number): Refusal | null =>
  refused?.fields ? { ...refused, fields: namedIn(key, refused.fields) } : refused

/** Plans classes between two days, each with its own weekdays and times. The whole plan can be undone. */
export function PlanForm(props: {
  classes: readonly KnownClass[]
  /** Initial values of the form. */
  first?: Partial<Pick<WeeklyPlan, 'classId' | 'startDate' | 'endDate'>>
  /** Called with the planned series if the form closes after planning; the caller then offers the undo. */
  onMade?: (seriesIds: readonly string[]) => void
}) {
  const { classes: known } = props
  const t = useTexts(formTexts)
  const { adminOnly } = useTexts(words)
  const explain = useRefusalText(refusals)
  const mayManage = useMay('manageSchedule')
  const [plannedLast, setPlannedLast] = useState<Fields | null>(null)
  const [own, setOwn] = useState<readonly string[]>([])
  const { add, pending } = useAdd(known, props.onMade ?? setOwn)
  const plannedBy = usePlanner()
  const { classId = '', startDate = '', endDate = '' } = props.first ?? {}
  const form = useForm<Fields>({
    start: { startDate, endDate, classes: [{ ...oneClass, classId, key: 0 }] },
    check: (fields) =>
      Object.assign(
        {},
        ...plansOf(fields).map((plan) => namedIn(plan.key, { ...checkPlan(plan), ...nothingToAdd(plannedBy(plan)) })),
      ) as Record<string, string>,
    incomplete: t.addFailed,
    send: (fields) => add(plansOf(fields)),
    explain: (refusal) => {
      const reason = explain(refusal)
      return isFailure(refusal.code) ? joined(t.addFailed, reason) : reason
    },
    // keep all fields, as the next class often has the same times; the preview shows what is planned already
    onDone: () => setPlannedLast(form.fields),
  })
  const { fields } = form
  // entries that were just planned do not count as clashes until a field is changed
  const justPlanned = isSame(fields, plannedLast)
  const several = fields.classes.length > 1
  const planned = plansOf(fields).map((plan, index): PlannedClass => {
    const title = nameOf(known, plan.classId) || t.nthClass(index + 1)
    const made = plannedBy(plan)
    return { plan, title, made, adds: wantedOf({ plan, title, made }, known) }
  })
  const besides = ({ plan: { key } }: PlannedClass) =>
    planned.flatMap(({ plan, adds }) => (plan.key === key ? [] : adds))
  const willAdd = planned.reduce((sum, { adds }) => sum + adds.length, 0)
  const change = (key: number, changed: Partial<ClassOfPlan>) =>
    form.set({ classes: fields.classes.map((one) => (one.key === key ? { ...one, ...changed } : one)) })
  const remove = (key: number) => form.set({ classes: fields.classes.filter((one) => one.key !== key) })
  const addClass = () => {
    const last = fields.classes.at(-1)
    if (last) form.set({ classes: [...fields.classes, afterThat(last, last.key + 1)] })
  }
  const choose = ({ key, leaveOut = [] }: ClassOfPlan, days: readonly string[], wanted: boolean) => {
    const others = leaveOut.filter((left) => !days.includes(left))
    change(key, { leaveOut: wanted ? others : [...others, ...days] })
  }
  const previewId = useId()
  const field = (name: 'startDate' | 'endDate') => ({ ...form.field(name), disabled: !mayManage })
  return (
    <div className="grid items-start gap-8 lg:grid-cols-2">
      <Card>
        <Form {...form.props} pending={pending}>
          {planned.map((one) => (
            <ClassFields
              key={one.plan.key}
              of={one.plan}
              classes={known}
              onChange={(changed) => change(one.plan.key, changed)}
              name={(name) => nameIn(one.plan.key, name)}
              times={justPlanned ? undefined : one.made?.entries}
              beside={besides(one)}
              disabled={!mayManage}
              among={several ? { title: one.title, onRemove: () => remove(one.plan.key) } : null}
            />
          ))}
          {mayManage && fields.classes.length < MOST_PLANS && (
            <Button size="small" onPress={addClass}>
              {t.anotherClass}
            </Button>
          )}
          <FieldRow short {...(several && { hint: t.datesOfAll })}>
            <DateField label={t.startDate} required {...field('startDate')} />
            <DateField label={t.endDate} required {...field('endDate')} />
          </FieldRow>
          {willAdd > 0 && (
            // the full preview is below the button
            <p className="lg:hidden">
              <OutsideLink href={`#${previewId}`}>
                {t.preview}: {t.willAdd(willAdd)}
              </OutsideLink>
            </p>
          )}
          <FormProblem form={form} />
          <LeaveQuestion unsaved={form.unsaved} what={t.add} />
          <FormActions>
            <Button
              type="submit"
              variant="primary"
              whyDisabled={mayManage ? undefined : adminOnly}
              pending={pending}
              pendingLabel={t.adding}
            >
              {t.add}
            </Button>
          </FormActions>
          {!props.onMade && <UndoPlans own={own} />}
        </Form>
      </Card>
      <div id={previewId} className="scroll-mt-24">
        <Section title={t.preview} {...(several && willAdd > 0 && { subtitle: t.willAdd(willAdd) })}>
          {planned.map((one) => (
            <PlanPreview
              key={one.plan.key}
              planned={one.made}
              plan={one.plan}
              beside={besides(one)}
              title={several ? one.title : null}
              onChoose={(days, wanted) => choose(one.plan, days, wanted)}
            />
          ))}
        </Section>
      </div>
    </div>
  )
}

const withoutKey = ({ key: _key, ...plan }: WeeklyPlan & ClassOfPlan): WeeklyPlan => plan

const plansOf = ({ classes, startDate, endDate }: Fields): (WeeklyPlan & ClassOfPlan)[] =>
  classes.map((one) => ({ ...one, startDate, endDate }))

const nameOf = (known: readonly KnownClass[], classId: string) => known.find(({ id }) => id === classId)?.name ?? ''

/** Sends one plan alone or several together, and says what was planned. */
function useAdd(known: readonly KnownClass[], onMade: (seriesIds: readonly string[]) => void) {
  const t = useTexts(formTexts)
  const one = useCommand(schedule.add)
  const all = useCommand(schedule.addAll)

  async function add(plans: readonly (WeeklyPlan & ClassOfPlan)[]) {
    const [plan, ...others] = plans
    if (!plan) return null
    if (others.length === 0) {
      const outcome = await one.run(withoutKey(plan))
      if (!outcome?.ok) return named(outcome, plan.key)
      const { created, seriesId } = outcome.value
      toast.success(t.added(created, nameOf(known, plan.classId)))
      onMade([seriesId])
      return outcome
    }
    const outcome = await all.run({ plans: plans.map(withoutKey) })
    if (outcome?.ok) {
      toast.success(t.allAdded(outcome.value.created))
      onMade(outcome.value.seriesIds)
    }
    if (outcome === null || outcome.ok) return outcome
    return named(outcome, plans[Number(outcome.params?.['plan'])]?.key ?? 0)
  }
  return { add, pending: one.pending || all.pending }
}

/** One class of the form, and what the plan would add of it. */
interface PlannedClass {
  readonly plan: WeeklyPlan & ClassOfPlan
  readonly title: string
  readonly made: Planned | null
  readonly adds: ReturnType<typeof wantedOf>
}

/** The wanted entries of a class with its room and teachers, by default those of the class. */
function wantedOf({ plan, title, made }: Omit<PlannedClass, 'adds'>, known: readonly KnownClass[]) {
  const entries = (made?.entries ?? []).filter(({ date }) => !plan.leaveOut?.includes(date))
  const asKnown = known.find(({ id }) => id === plan.classId)
  const { roomId = asKnown?.roomId ?? null, teacherIds = asKnown?.teacherIds ?? [] } = plan
  const { key, classId } = plan
  const of = { ownerId: String(key), title, classId, className: title, roomId, teacherIds }
  return entries.map(({ startsAt, endsAt }) => ({ startsAt, endsAt, ...of }))
}
