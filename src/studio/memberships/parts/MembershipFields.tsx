import { useState } from 'react'
import { useCategoryName } from '#studio/settings/parts/useCategoryName.ts'
import { DESCRIPTION_LENGTH, offeredCategories } from '#studio/classes/rules.ts'
import { useTexts } from '#web/language.tsx'
import { useStudio } from '#web/studio.tsx'
import type { FormState } from '#web/useForm.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { FieldRow } from '#web/ui/Form.tsx'
import { MoneyField, NumberField } from '#web/ui/NumberField.tsx'
import { SegmentedControl } from '#web/ui/SegmentedControl.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { ToggleButtons } from '#web/ui/ToggleButtons.tsx'
import { deskTexts } from '../messages/desk.ts'
import { toggleCategory } from '../rules.ts'
import type { TypedMembership } from './typedMembership.ts'

/** The fields of a catalogue membership; `staff` is the edit modal, where the description is required. */
export function MembershipFields(props: { form: FormState<TypedMembership>; staff?: boolean }) {
  const { form, staff = false } = props
  const t = useTexts(deskTexts)
  const wrong = form.errorOf('categories') ?? form.errorOf('excludedCategories')
  return (
    <>
      <TextField label={t.name} required {...form.field('name')} />
      <TextArea
        label={t.description}
        required={staff}
        description={staff ? undefined : t.descriptionHint}
        showCountOf={DESCRIPTION_LENGTH}
        {...form.field('description')}
      />
      <FieldRow short>
        <MoneyField label={t.standardPrice} required {...form.field('standardPrice')} />
        <MoneyField label={t.memberPrice} required {...form.field('memberPrice')} />
      </FieldRow>
      <FieldRow short>
        <NumberField label={t.classLimit} required min={1} {...form.field('classLimit')} />
        <NumberField label={t.validPeriod} required min={1} {...form.field('validPeriod')} />
      </FieldRow>
      <CategoryLists form={form} />
      {wrong && <Alert kind="problem">{wrong}</Alert>}
    </>
  )
}

/** Each button adds its category to the list of the mode, and removes it from the other list. */
function CategoryLists({ form }: { form: FormState<TypedMembership> }) {
  const [mode, setMode] = useState<'include' | 'exclude'>('include')
  const t = useTexts(deskTexts)
  const categoryName = useCategoryName()
  const { classCategories } = useStudio()
  const { categories, excludedCategories } = form.fields
  // a category that the studio no longer uses can still be taken off a list
  const names = offeredCategories(classCategories, [...categories, ...excludedCategories])
  const marks = Object.fromEntries([
    ...categories.map((name) => [name, 'include'] as const),
    ...excludedCategories.map((name) => [name, 'exclude'] as const),
  ])
  return (
    <div className="flex flex-col gap-3">
      <SegmentedControl
        label={t.mode}
        value={mode}
        options={(['include', 'exclude'] as const).map((value) => ({ value, label: t.modes[value] }))}
        onChange={setMode}
      />
      <ToggleButtons
        label={t.categories}
        options={names.map((value) => ({ value, label: categoryName(value) }))}
        marks={marks}
        markLabels={t.marks}
        onToggle={(category) => form.set(toggleCategory({ categories, excludedCategories }, category, mode))}
      />
      <p className="text-sm text-muted">{t.categoriesHint}</p>
    </div>
  )
}
