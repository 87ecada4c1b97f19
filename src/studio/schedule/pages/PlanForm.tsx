import { useState } from 'react'
import { euros } from '#kernel/money.ts'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { useMay } from '#web/me.ts'
import { words } from '#web/messages.ts'
import { fieldTexts, useRefusalText } from '#web/refusals.ts'
import { useFormats } from '#web/studio.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ChipsField } from '#web/ui/CheckboxField.tsx'
import { DateField, TimeField } from '#web/ui/DateField.tsx'
import { FieldRow, Form, FormActions, type FieldErrors } from '#web/ui/Form.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { MoneyField } from '#web/ui/NumberField.tsx'
import { Section } from '#web/ui/Page.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { toast } from '#web/ui/toast.ts'
import { schedule, type WeeklyPlan } from '../contract.ts'
import { formTexts, refusals } from '../messages.ts'
import { PlanPreview } from '../parts/PlanPreview.tsx'
import { usePlanned } from '../parts/usePlanned.ts'
import { DROP_IN_FEE } from '../rules.ts'
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

export function PlanForm({ classes }: { classes: readonly { id: string; name: string }[] }) {
  const t = useTexts(formTexts)
  const { adminOnly } = useTexts(words)
  const formats = useFormats()
  const explain = useRefusalText(refusals)
  const mayManage = useMay('manageSchedule')
  const { run, pending } = useCommand(schedule.add)
  const [plan, setPlan] = useState(emptyPlan)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [problem, setProblem] = useState<string | null>(null)
  const planned = usePlanned(plan)

  const field = <Name extends keyof WeeklyPlan>(name: Name) => ({
    name,
    disabled: !mayManage,
    value: plan[name],
    onChange: (value: WeeklyPlan[Name]) => setPlan((plan) => ({ ...plan, [name]: value })),
  })

  async function submit() {
    setProblem(null)
    const wrong = checkPlan(plan)
    if (planned?.length === 0) wrong.weekdays = 'noMatchingDate'
    setErrors(fieldTexts({ fields: wrong }, explain))
    if (Object.keys(wrong).length > 0) return setProblem(t.addFailed)
    const outcome = await run(plan)
    if (!outcome) return
    if (outcome.ok) {
      toast.success(t.added(outcome.value.created, classes.find(({ id }) => id === plan.classId)?.name ?? ''))
      return setPlan(emptyPlan)
    }
    if (outcome.fields) setErrors(fieldTexts(outcome, explain))
    setProblem(outcome.code === 'invalidFields' ? t.addFailed : `${t.addFailed} ${explain(outcome)}`)
  }

  return (
    <div className="grid items-start gap-8 lg:grid-cols-2">
      <Card>
        <Form onSubmit={() => void submit()} errors={errors} pending={pending}>
          <SelectField
            label={t.class}
            required
            placeholder={t.chooseClass}
            options={classes.map(({ id, name }) => ({ value: id, label: name }))}
            {...field('classId')}
          />
          <ChipsField
            label={t.weekdays}
            required
            name="weekdays"
            disabled={!mayManage}
            values={plan.weekdays.map(String)}
            onChange={(chosen) => setPlan((plan) => ({ ...plan, weekdays: chosen.map(Number) }))}
            options={weekdays.map((weekday) => ({ value: String(weekday), label: formats.weekday(weekday) }))}
          />
          <FieldRow>
            <TimeField label={t.startTime} required {...field('startTime')} />
            <TimeField label={t.endTime} required {...field('endTime')} />
          </FieldRow>
          <FieldRow>
            <DateField label={t.startDate} required {...field('startDate')} />
            <DateField label={t.endDate} required {...field('endDate')} />
          </FieldRow>
          <FieldRow>
            <MoneyField
              label={t.standardPrice}
              description={t.priceHint(euros(DROP_IN_FEE))}
              {...field('standardPrice')}
            />
            <MoneyField label={t.memberPrice} {...field('memberPrice')} />
          </FieldRow>
          {problem && <Alert kind="problem">{problem}</Alert>}
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
            <LinkButton to="/admin/class-registrants" variant="quiet">
              {t.seeSchedule}
            </LinkButton>
          </FormActions>
        </Form>
      </Card>
      <Section title={t.preview}>
        <PlanPreview planned={planned} plan={plan} />
      </Section>
    </div>
  )
}
