import { useTexts } from '#web/language.tsx'
import { useStudio } from '#web/studio.tsx'
import type { FormState } from '#web/useForm.ts'
import { ChipsField } from '#web/ui/CheckboxField.tsx'
import { NumberField } from '#web/ui/NumberField.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { RoomAndTeachersFields } from '#studio/rooms/parts/RoomAndTeachersFields.tsx'
import { useCategoryName } from '#studio/settings/parts/useCategoryName.ts'
import { deskTexts } from '../messages/desk.ts'
import { DESCRIPTION_LENGTH, offeredCategories, PARTICIPANTS } from '../rules.ts'
import type { TypedClass } from './typedClass.ts'

/** The fields of a class; in the staff form of the overview the description is required. */
export function ClassFields(props: { form: FormState<TypedClass>; staff?: boolean }) {
  const { form, staff = false } = props
  const t = useTexts(deskTexts)
  const categoryName = useCategoryName()
  const { classCategories } = useStudio()
  const categories = form.field('categories')
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
      <NumberField
        label={t.maxParticipants}
        required
        min={PARTICIPANTS.least}
        max={PARTICIPANTS.most}
        {...form.field('defaultMaxParticipants')}
      />
      <ChipsField
        label={t.categories}
        required
        name={categories.name}
        values={categories.value}
        onChange={categories.onChange}
        options={offeredCategories(classCategories, categories.value).map((value) => ({
          value,
          label: categoryName(value),
        }))}
      />
      <RoomAndTeachersFields value={form.fields} onChange={form.set} />
    </>
  )
}
