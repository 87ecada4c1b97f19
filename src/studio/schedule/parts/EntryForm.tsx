import { useState } from 'react'
import { euros } from '#kernel/money.ts'
import { dateIn, timeIn } from '#kernel/time.ts'
import { categoryName } from '#studio/classes/messages.ts'
import { useCommand } from '#web/commands.ts'
import { useLanguage, useTexts } from '#web/language.tsx'
import { useMay } from '#web/me.ts'
import { words } from '#web/messages.ts'
import { fieldTexts, useRefusalText } from '#web/refusals.ts'
import { useStudio } from '#web/studio.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ChipsField } from '#web/ui/CheckboxField.tsx'
import { DateField, TimeField } from '#web/ui/DateField.tsx'
import { FieldRow, Form, FormActions, type FieldErrors } from '#web/ui/Form.tsx'
import { MoneyField, NumberField } from '#web/ui/NumberField.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { schedule, type ScheduleEntry } from '../contract.ts'
import { formTexts, refusals } from '../messages.ts'
import { DROP_IN_FEE } from '../rules.ts'
import { checkEntry, offeredCategories, type EntryForm as Fields } from '../rules/entry.ts'

const fieldsOf = (entry: ScheduleEntry, zone: string): Fields => ({
  className: entry.className,
  classDescription: entry.classDescription,
  maxParticipants: entry.maxParticipants,
  categories: entry.categories,
  startDate: dateIn(zone, entry.startsAt),
  startTime: timeIn(zone, entry.startsAt),
  endDate: dateIn(zone, entry.endsAt),
  endTime: timeIn(zone, entry.endsAt),
  standardPrice: entry.standardPrice,
  memberPrice: entry.memberPrice,
})

/** The fields of Edit Schedule Item. What is typed stays while others register for the same entry. */
export function EntryForm(props: {
  entry: ScheduleEntry
  texts: { update: string; updating: string; failed: string }
  onUpdated: () => void
  onCancel: () => void
}) {
  const { entry, texts } = props
  const { timeZone } = useStudio()
  const { language } = useLanguage()
  const t = useTexts(formTexts)
  const word = useTexts(words)
  const explain = useRefusalText(refusals)
  const mayManage = useMay('manageSchedule')
  const { run, pending } = useCommand(schedule.update)
  const [form, setForm] = useState(() => fieldsOf(entry, timeZone))
  const [offered] = useState(() => offeredCategories(entry.categories))
  const [errors, setErrors] = useState<FieldErrors>({})
  const [problem, setProblem] = useState<string | null>(null)
  const disabled = !mayManage || entry.cancelledAt !== null

  const field = <Name extends keyof Fields>(name: Name) => ({
    name,
    disabled,
    value: form[name],
    onChange: (value: Fields[Name]) => setForm((form) => ({ ...form, [name]: value })),
  })

  async function submit() {
    setProblem(null)
    const wrong = checkEntry(form, entry.registeredCount)
    setErrors(fieldTexts({ fields: wrong }, explain))
    if (Object.keys(wrong).length > 0) return
    const outcome = await run({ scheduleId: entry.id, ...form, categories: [...form.categories] })
    if (!outcome) return
    if (outcome.ok) return props.onUpdated()
    if (outcome.fields) setErrors(fieldTexts(outcome, explain))
    else setProblem(`${texts.failed} ${explain(outcome)}`)
  }

  const whyNot = mayManage
    ? entry.cancelledAt === null
      ? undefined
      : explain({ code: 'entryCancelled' })
    : word.adminOnly
  return (
    <Form onSubmit={() => void submit()} errors={errors} pending={pending}>
      <TextField label={t.className} required {...field('className')} />
      <TextArea label={t.description} showCountOf={300} {...field('classDescription')} />
      <NumberField
        label={t.maxParticipants}
        required
        min={1}
        description={t.registeredNow(entry.registeredCount)}
        {...field('maxParticipants')}
      />
      <ChipsField
        label={t.categories}
        required
        name="categories"
        disabled={disabled}
        values={form.categories}
        onChange={(categories) => setForm((form) => ({ ...form, categories }))}
        options={offered.map((value) => ({ value, label: categoryName(value, language) }))}
      />
      <FieldRow>
        <DateField label={t.startDate} required {...field('startDate')} />
        <TimeField label={t.startTime} required {...field('startTime')} />
      </FieldRow>
      <FieldRow>
        <DateField label={t.endDate} required {...field('endDate')} />
        <TimeField label={t.endTime} required {...field('endTime')} />
      </FieldRow>
      <p className="-mt-2 text-sm text-muted">{t.timesHint}</p>
      <FieldRow>
        <MoneyField label={t.standardPrice} description={t.priceHint(euros(DROP_IN_FEE))} {...field('standardPrice')} />
        <MoneyField label={t.memberPrice} {...field('memberPrice')} />
      </FieldRow>
      {problem && <Alert kind="problem">{problem}</Alert>}
      <FormActions>
        <Button type="submit" variant="primary" whyDisabled={whyNot} pending={pending} pendingLabel={texts.updating}>
          {texts.update}
        </Button>
        <Button variant="quiet" onPress={props.onCancel} disabled={pending}>
          {word.cancel}
        </Button>
      </FormActions>
    </Form>
  )
}
