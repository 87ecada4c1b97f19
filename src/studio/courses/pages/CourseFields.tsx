import { capital } from '#kernel/messages.ts'
import { useTexts } from '#web/language.tsx'
import { useFormats, useToday } from '#web/studio.tsx'
import type { FormState } from '#web/useForm.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { DateField, TimeField } from '#web/ui/DateField.tsx'
import { FieldRow } from '#web/ui/Form.tsx'
import { MoneyField, NumberField } from '#web/ui/NumberField.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { RoomAndTeachersFields } from '#studio/rooms/parts/RoomAndTeachersFields.tsx'
import { usePlanner } from '#studio/schedule/parts/usePlanner.ts'
import { DESCRIPTION_LENGTH, PARTICIPANTS } from '#studio/classes/rules.ts'
import { deskTexts } from '../messages/desk.ts'
import type { TypedCourse } from './typedCourse.ts'

const weekdays = ['1', '2', '3', '4', '5', '6', '7'] as const

/** The fields of a course; the status appears only where a course is edited. */
export function CourseFields(props: { form: FormState<TypedCourse>; editing?: { readonly courseId: string } }) {
  const { form } = props
  const t = useTexts(deskTexts)
  const { weekday, date } = useFormats()
  const { startDate, endDate, startTime, endTime, weekday: day } = form.fields
  const planned = usePlanner({ ofCourse: true })({
    weekdays: day === '' ? [] : [Number(day)],
    startDate,
    endDate,
    startTime,
    endTime,
  })
  // once a course has begun, the planner no longer knows its past closed days
  const byDates = startDate >= useToday() ? (planned?.entries.length ?? 0) : 0
  return (
    <>
      <TextField label={t.name} required {...form.field('name')} />
      <TextArea label={t.description} showCountOf={DESCRIPTION_LENGTH} {...form.field('description')} />
      <FieldRow short hint={t.memberPriceHint}>
        <MoneyField label={t.standardPrice} required {...form.field('standardPrice')} />
        <MoneyField label={t.memberPrice} {...form.field('memberPrice')} />
      </FieldRow>
      <FieldRow short>
        <NumberField
          label={t.nrOfClasses}
          required
          min={1}
          {...(byDates > 0 && byDates !== form.fields.nrOfClasses && { description: t.byDates(byDates) })}
          {...form.field('nrOfClasses')}
        />
        <NumberField
          label={t.maxParticipants}
          required
          min={PARTICIPANTS.least}
          max={PARTICIPANTS.most}
          {...form.field('defaultMaxParticipants')}
        />
      </FieldRow>
      <FieldRow short>
        <DateField label={t.startDate} required {...form.field('startDate')} />
        <DateField label={t.endDate} required {...form.field('endDate')} />
      </FieldRow>
      <FieldRow>
        <DateField label={t.regDeadline} required {...form.field('regDeadline')} />
        <SelectField
          label={t.weekday}
          required
          placeholder={t.chooseWeekday}
          options={weekdays.map((value) => ({ value, label: capital(weekday(Number(value))) }))}
          {...form.field('weekday')}
        />
      </FieldRow>
      <FieldRow short>
        <TimeField label={t.startTime} required {...form.field('startTime')} />
        <TimeField label={t.endTime} required {...form.field('endTime')} />
      </FieldRow>
      {planned !== null && planned.leftOut.length > 0 && (
        <Alert kind="info">
          {t.leftOut(planned.leftOut.map(({ day, reason }) => `${date(day)} (${reason})`).join(', '))}
        </Alert>
      )}
      <RoomAndTeachersFields
        value={form.fields}
        onChange={form.set}
        times={planned?.entries}
        {...(props.editing && { ownerId: props.editing.courseId })}
      />
      {props.editing && (
        <SelectField
          label={t.status}
          required
          options={(['active', 'archived'] as const).map((value) => ({ value, label: t.statuses[value] }))}
          {...form.field('status')}
        />
      )}
    </>
  )
}
