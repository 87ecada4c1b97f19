import { useState } from 'react'
import type { Done, Refusal } from '#kernel/result.ts'
import { RoomAndTeachersFields } from '#studio/rooms/parts/RoomAndTeachersFields.tsx'
import { withRoomsOrTeachers } from '#studio/rooms/rules.ts'
import { useCategoryName } from '#studio/settings/parts/useCategoryName.ts'
import { offeredCategories } from '#studio/classes/rules.ts'
import { FormProblem } from '#web/FormProblem.tsx'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { useMay } from '#web/me.ts'
import { words } from '#web/messages.ts'
import { useRefusalText } from '#web/refusals.ts'
import { useFormats, useNow, useStudio } from '#web/studio.tsx'
import { useForm } from '#web/useForm.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ChipsField } from '#web/ui/CheckboxField.tsx'
import { DateField, TimeField } from '#web/ui/DateField.tsx'
import { FieldRow, Form, FormActions } from '#web/ui/Form.tsx'
import { MoneyField, NumberField } from '#web/ui/NumberField.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { schedule } from '../calls.ts'
import type { EntryForm as Fields, ScheduleEntry } from '../contract.ts'
import { formTexts, refusals, updateFailures } from '../messages.ts'
import { checkEntry, entryFormOf, placesOver } from '../rules/entry.ts'
import { changesAnything, type Edit } from '../rules/series.ts'
import { startMoved } from './planned.ts'
import { usePlanner } from './usePlanner.ts'

const everyDay = [1, 2, 3, 4, 5, 6, 7]

/** Fields of Edit Schedule Item. The draft stays while others register for the same entry. */
export function EntryForm(props: {
  entry: ScheduleEntry
  /** Number of people included without a registration. */
  included: number
  /** Number of people told about a new time, room or teacher, once loaded. */
  told: { readonly people: number; readonly teachers: number } | undefined
  /** Asks first which entries of the series to change; null if the dialog is closed. Missing for a single entry. */
  ask?: ((edit: Edit) => Promise<Done<unknown> | Refusal | null>) | undefined
  onUpdated: () => void
  onCancel: () => void
}) {
  const { entry } = props
  const { timeZone, dropInFee, classCategories, features } = useStudio()
  const now = useNow()
  const categoryName = useCategoryName()
  const t = useTexts(formTexts)
  const { euros } = useFormats()
  const word = useTexts(words)
  const explain = useRefusalText(updateFailures, refusals)
  const mayManage = useMay('manageSchedule')
  const { run, pending } = useCommand(schedule.update)
  const saved = entryFormOf(entry, timeZone)
  const form = useForm<Fields>({
    start: saved,
    saved,
    check: (typed) => checkEntry(typed, entry, classCategories),
    send: (typed, before) =>
      props.ask && changesAnything(before, typed)
        ? props.ask({ before, typed })
        : run({ scheduleId: entry.id, ...typed, before }),
    explain,
    onDone: props.onUpdated,
  })
  const [offered] = useState(() => offeredCategories(classCategories, entry.categories))
  const disabled = !mayManage || entry.cancelledAt !== null
  const field = <Name extends keyof Fields>(name: Name) => ({ ...form.field(name), disabled })
  const categories = field('categories')
  const { startDate, startTime, endTime } = form.fields
  const over = placesOver({ ...entry, includedCount: props.included }, form.fields)
  const planned = usePlanner()({ weekdays: everyDay, startDate, endDate: startDate, startTime, endTime })
  const toldHint = withRoomsOrTeachers.some((one) => features.includes(one)) ? t.changedHint : t.movedHint
  const cancelled = entry.cancelledAt === null ? undefined : explain({ code: 'entryCancelled' })
  return (
    <Form {...form.props} pending={pending}>
      <TextField label={t.className} required {...field('className')} />
      <TextArea label={t.description} showCountOf={300} {...field('classDescription')} />
      <NumberField
        label={t.maxParticipants}
        required
        min={1}
        description={t.registeredNow(entry.registeredCount, props.included)}
        {...field('maxParticipants')}
      />
      {over !== null && <Alert kind="warning">{t.placesOver(over, form.fields.maxParticipants ?? 0)}</Alert>}
      <ChipsField
        label={t.categories}
        required
        name={categories.name}
        disabled={disabled}
        values={categories.value}
        onChange={categories.onChange}
        options={offered.map((value) => ({ value, label: categoryName(value) }))}
      />
      <FieldRow short>
        <DateField
          label={t.startDate}
          required
          {...field('startDate')}
          onChange={(startDate) => form.set(startMoved({ startDate }, form.fields, saved))}
        />
        <TimeField
          label={t.startTime}
          required
          {...field('startTime')}
          onChange={(startTime) => form.set(startMoved({ startTime }, form.fields, saved))}
        />
      </FieldRow>
      <FieldRow short>
        <DateField label={t.endDate} required {...field('endDate')} />
        <TimeField label={t.endTime} required {...field('endTime')} />
      </FieldRow>
      <p className="-mt-2 text-sm text-muted">
        {t.timesHint}{' '}
        {entry.startsAt > now && props.told && props.told.people > 0
          ? toldHint(props.told.people, props.told.teachers, features.includes('rooms'))
          : null}
      </p>
      <RoomAndTeachersFields
        value={form.fields}
        onChange={form.set}
        times={planned?.entries}
        ownerId={entry.id}
        disabled={disabled}
      />
      <FieldRow short hint={t.priceHint(euros(dropInFee))}>
        <MoneyField label={t.standardPrice} {...field('standardPrice')} />
        <MoneyField label={t.memberPrice} {...field('memberPrice')} />
      </FieldRow>
      <FormProblem form={form} />
      <FormActions>
        <Button
          type="submit"
          variant="primary"
          whyDisabled={mayManage ? cancelled : word.adminOnly}
          pending={pending}
          pendingLabel={t.updating}
        >
          {t.update}
        </Button>
        <Button variant="quiet" onPress={props.onCancel} disabled={pending}>
          {word.cancel}
        </Button>
      </FormActions>
    </Form>
  )
}
