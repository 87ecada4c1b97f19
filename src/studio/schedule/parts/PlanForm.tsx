import { useId } from 'react'
import { capital } from '#kernel/messages.ts'
import { euros } from '#kernel/money.ts'
import { RoomAndTeachersFields } from '#studio/rooms/parts/RoomAndTeachersFields.tsx'
import { useCommand } from '#web/commands.ts'
import { FormProblem } from '#web/FormProblem.tsx'
import { useTexts } from '#web/language.tsx'
import { useMay } from '#web/me.ts'
import { words } from '#web/messages.ts'
import { isFailure, joined, useRefusalText } from '#web/refusals.ts'
import { useFormats, useStudio } from '#web/studio.tsx'
import { useForm } from '#web/useForm.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ChipsField } from '#web/ui/CheckboxField.tsx'
import { DateField, TimeField } from '#web/ui/DateField.tsx'
import { FieldRow, Form, FormActions } from '#web/ui/Form.tsx'
import { OutsideLink } from '#web/ui/LinkButton.tsx'
import { MoneyField } from '#web/ui/NumberField.tsx'
import { Section } from '#web/ui/Page.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { toast } from '#web/ui/toast.ts'
import type { RoomAndTeachers } from '#studio/rooms/rules.ts'
import { schedule } from '../calls.ts'
import type { WeeklyPlan } from '../contract.ts'
import { formTexts, refusals } from '../messages.ts'
import { endFor } from './planned.ts'
import { PlanPreview } from './PlanPreview.tsx'
import { usePlanner, type Planned } from './usePlanner.ts'
import { checkPlan } from '../rules/plan.ts'

const emptyPlan: WeeklyPlan = {
  classId: '',
  weekdays: [],
  startDate: '',
  endDate: '',
  startTime: '',
  endTime: '',
  standardPrice: null,
  memberPrice: null,
}
const weekdays = [1, 2, 3, 4, 5, 6, 7]

const nothingToAdd = (planned: Planned | null) =>
  planned?.entries.length === 0 && { weekdays: planned.leftOut.length > 0 ? 'allClosed' : 'noMatchingDate' }

export function PlanForm(props: {
  classes: readonly ({ id: string; name: string } & RoomAndTeachers)[]
  /** What stands in the form at first. */
  first?: Partial<WeeklyPlan>
}) {
  const { classes } = props
  const t = useTexts(formTexts)
  const { adminOnly } = useTexts(words)
  const formats = useFormats()
  const { dropInFee } = useStudio()
  const explain = useRefusalText(refusals)
  const mayManage = useMay('manageSchedule')
  const { run, pending } = useCommand(schedule.add)
  const plannedBy = usePlanner()
  const nameOf = (classId: string) => classes.find(({ id }) => id === classId)?.name ?? ''
  const form = useForm<WeeklyPlan>({
    start: { ...emptyPlan, ...props.first },
    check: (plan) => ({
      ...checkPlan(plan),
      ...nothingToAdd(plannedBy(plan)),
    }),
    incomplete: t.addFailed,
    send: async (plan) => {
      const outcome = await run(plan)
      if (outcome?.ok) toast.success(t.added(outcome.value.created, nameOf(plan.classId)))
      return outcome
    },
    explain: (refusal) => {
      const reason = explain(refusal)
      return isFailure(refusal.code) ? joined(t.addFailed, reason) : reason
    },
    // the next class is often at the same times: everything stays, and the preview says what is there by now
    onDone: () => {},
  })
  const { fields: plan } = form
  const planned = plannedBy(plan)
  // what the plan says nothing of is as the class has it
  const chosenClass = classes.find(({ id }) => id === plan.classId)
  // a time that is half typed moves nothing
  const moveStart = (startTime: string) =>
    form.set({ startTime, ...(startTime !== '' && { endTime: endFor(startTime, plan) }) })
  const choose = (day: string, wanted: boolean) =>
    form.set({
      leaveOut: wanted ? plan.leaveOut?.filter((left) => left !== day) : [...(plan.leaveOut ?? []), day],
    })
  const willAdd = planned?.entries.filter(({ date }) => !plan.leaveOut?.includes(date)).length ?? 0
  const previewId = useId()
  const field = <Name extends keyof WeeklyPlan>(name: Name) => ({ ...form.field(name), disabled: !mayManage })
  return (
    <div className="grid items-start gap-8 lg:grid-cols-2">
      <Card>
        <Form {...form.props} pending={pending}>
          <SelectField
            label={t.class}
            required
            placeholder={t.chooseClass}
            options={classes.map(({ id, name }) => ({ value: id, label: name }))}
            {...field('classId')}
          />
          {/* narrower than a tablet's card: Sunday would stand by itself */}
          <div className="max-w-xl">
            <ChipsField
              label={t.weekdays}
              required
              name="weekdays"
              disabled={!mayManage}
              values={plan.weekdays.map(String)}
              onChange={(chosen) => form.set({ weekdays: chosen.map(Number) })}
              options={weekdays.map((weekday) => ({
                value: String(weekday),
                label: capital(formats.weekday(weekday)),
              }))}
            />
          </div>
          <FieldRow short>
            <TimeField label={t.startTime} required {...field('startTime')} onChange={moveStart} />
            <TimeField label={t.endTime} required {...field('endTime')} />
          </FieldRow>
          <FieldRow short>
            <DateField label={t.startDate} required {...field('startDate')} />
            <DateField label={t.endDate} required {...field('endDate')} />
          </FieldRow>
          <RoomAndTeachersFields
            value={{ ...chosenClass, ...plan }}
            onChange={form.set}
            times={planned?.entries}
            disabled={!mayManage}
          />
          <FieldRow short hint={t.priceHint(euros(dropInFee))}>
            <MoneyField label={t.standardPrice} {...field('standardPrice')} />
            <MoneyField label={t.memberPrice} {...field('memberPrice')} />
          </FieldRow>
          {willAdd > 0 && (
            // where all of it stands below the button
            <p className="lg:hidden">
              <OutsideLink href={`#${previewId}`}>
                {t.preview}: {t.willAdd(willAdd)}
              </OutsideLink>
            </p>
          )}
          <FormProblem form={form} />
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
        </Form>
      </Card>
      <div id={previewId} className="scroll-mt-24">
        <Section title={t.preview}>
          <PlanPreview planned={planned} plan={plan} onChoose={choose} />
        </Section>
      </div>
    </div>
  )
}
