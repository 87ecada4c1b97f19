import { useId } from 'react'
import { capital } from '#kernel/messages.ts'
import { RoomAndTeachersFields } from '#studio/rooms/parts/RoomAndTeachersFields.tsx'
import type { RoomAndTeachers, Taken } from '#studio/rooms/rules.ts'
import { useTexts } from '#web/language.tsx'
import { useFormats, useStudio } from '#web/studio.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ChipsField } from '#web/ui/CheckboxField.tsx'
import { TimeField } from '#web/ui/DateField.tsx'
import { FieldRow } from '#web/ui/Form.tsx'
import { MoneyField } from '#web/ui/NumberField.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { formTexts } from '../messages.ts'
import type { PlannedEntry } from '../rules/weekly.ts'
import { endFor, type ClassOfPlan } from './planned.ts'

const weekdays = [1, 2, 3, 4, 5, 6, 7]

export type KnownClass = { id: string; name: string } & RoomAndTeachers

/** Fields of one class in the plan: weekdays, times, room, teachers and prices. */
export function ClassFields(props: {
  of: ClassOfPlan
  classes: readonly KnownClass[]
  onChange: (change: Partial<ClassOfPlan>) => void
  /** Returns the name of a field in the form. */
  name: (field: keyof ClassOfPlan) => string
  times: readonly PlannedEntry[] | undefined
  /** Times that the other classes of the form would take. */
  beside: readonly Taken[]
  disabled: boolean
  /** If there are several classes: the title of this one, and how to remove it. */
  among: { readonly title: string; readonly onRemove: () => void } | null
}) {
  const { of, classes, onChange, among, disabled } = props
  const t = useTexts(formTexts)
  const formats = useFormats()
  const { dropInFee } = useStudio()
  const titleId = useId()
  const field = <Name extends keyof ClassOfPlan>(name: Name) => ({
    name: props.name(name),
    value: of[name],
    onChange: (value: ClassOfPlan[Name]) => onChange({ [name]: value }),
    disabled,
  })
  // defaults come from the class
  const chosenClass = classes.find(({ id }) => id === of.classId)
  // a half-typed time does not move the end
  const moveStart = (startTime: string) =>
    onChange({ startTime, ...(startTime !== '' && { endTime: endFor(startTime, of) }) })
  return (
    <div
      role={among ? 'group' : undefined}
      aria-labelledby={among ? titleId : undefined}
      className="flex flex-col gap-5 not-first:border-t not-first:border-line not-first:pt-5"
    >
      {among && (
        <div className="flex items-center justify-between gap-3">
          <p id={titleId} className="font-display text-lg font-bold">
            {among.title}
          </p>
          <Button size="small" aria-label={`${t.removeClass}: ${among.title}`} onPress={among.onRemove}>
            {t.removeClass}
          </Button>
        </div>
      )}
      <SelectField
        label={t.class}
        required
        placeholder={t.chooseClass}
        options={classes.map(({ id, name }) => ({ value: id, label: name }))}
        {...field('classId')}
      />
      {/* narrower than a tablet's card, else Sunday would wrap alone */}
      <div className="max-w-xl">
        <ChipsField
          label={t.weekdays}
          required
          name={props.name('weekdays')}
          disabled={disabled}
          values={of.weekdays.map(String)}
          onChange={(chosen) => onChange({ weekdays: chosen.map(Number) })}
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
      <RoomAndTeachersFields
        value={{ ...chosenClass, ...of }}
        onChange={onChange}
        times={props.times}
        beside={props.beside}
        disabled={disabled}
      />
      <FieldRow short hint={t.priceHint(formats.euros(dropInFee))}>
        <MoneyField label={t.standardPrice} {...field('standardPrice')} />
        <MoneyField label={t.memberPrice} {...field('memberPrice')} />
      </FieldRow>
    </div>
  )
}
