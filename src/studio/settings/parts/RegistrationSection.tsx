import { useTexts } from '#web/language.tsx'
import { NumberField } from '#web/ui/NumberField.tsx'
import { texts } from '../messages.ts'
import type { Sections } from '../rules.ts'
import { SectionForm } from './SectionForm.tsx'
import { useSection } from './useSection.ts'

export function RegistrationSection({ saved }: { saved: Sections['registration'] }) {
  const t = useTexts(texts)
  const { form, pending } = useSection('registration', saved)
  return (
    <SectionForm {...{ form, pending }} title={t.names.registration}>
      <NumberField
        label={t.mostOpenPayments}
        required
        min={1}
        max={100}
        description={t.mostOpenPaymentsHint}
        {...form.field('mostOpenPayments')}
      />
    </SectionForm>
  )
}
