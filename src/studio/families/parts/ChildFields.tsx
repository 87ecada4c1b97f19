import { useTexts } from '#web/language.tsx'
import { useToday } from '#web/studio.tsx'
import type { FormState } from '#web/useForm.ts'
import { DateField } from '#web/ui/DateField.tsx'
import { FieldRow } from '#web/ui/Form.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import type { Child } from '../contract.ts'
import { texts } from '../messages.ts'

/** Who a child is. */
export function ChildFields({ form }: { form: Pick<FormState<Child>, 'field'> }) {
  const t = useTexts(texts)
  const today = useToday()
  return (
    <>
      <FieldRow>
        <TextField label={t.name} required autoComplete="off" {...form.field('displayName')} />
        <TextField label={t.surname} required autoComplete="off" {...form.field('familyName')} />
      </FieldRow>
      <DateField label={t.dob} required description={t.dobHint} max={today} {...form.field('dob')} />
    </>
  )
}
