import { useTexts } from '#web/language.tsx'
import { useStudio } from '#web/studio.tsx'
import { CheckboxField } from '#web/ui/CheckboxField.tsx'
import { NumberField } from '#web/ui/NumberField.tsx'
import { texts } from '../messages.ts'
import type { Sections } from '../rules.ts'
import { SectionForm } from './SectionForm.tsx'
import { useSection } from './useSection.ts'

export function RegistrationSection({ saved }: { saved: Sections['registration'] }) {
  const t = useTexts(texts)
  const { form, pending } = useSection('registration', saved)
  const { features } = useStudio()
  const [forgive, overdue, atOnce] = [
    form.field('forgiveLate'),
    form.field('overdueStops'),
    form.field('standInsAtOnce'),
  ]
  return (
    <SectionForm {...{ form, pending }} title={t.names.registration}>
      <NumberField
        label={t.lateHours}
        required
        min={0}
        max={72}
        description={t.lateHoursHint}
        {...form.field('lateHours')}
      />
      <CheckboxField label={t.forgiveLate} name={forgive.name} checked={forgive.value} onChange={forgive.onChange} />
      {features.includes('makeUpClasses') && (
        <NumberField
          label={t.makeUpDays}
          required
          min={1}
          max={365}
          description={t.makeUpDaysHint}
          {...form.field('makeUpDays')}
        />
      )}
      <NumberField
        label={t.mostOpenPayments}
        required
        min={1}
        max={100}
        description={t.mostOpenPaymentsHint}
        {...form.field('mostOpenPayments')}
      />
      <CheckboxField
        label={t.overdueStops}
        description={t.overdueStopsHint}
        name={overdue.name}
        checked={overdue.value}
        onChange={overdue.onChange}
      />
      {features.includes('door') && (
        <CheckboxField
          label={t.standInsAtOnce}
          description={t.standInsAtOnceHint}
          name={atOnce.name}
          checked={atOnce.value}
          onChange={atOnce.onChange}
        />
      )}
    </SectionForm>
  )
}
