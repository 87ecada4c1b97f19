import { useTexts } from '#web/language.tsx'
import { NumberField } from '#web/ui/NumberField.tsx'
import { texts } from '../messages.ts'
import type { Sections } from '../rules.ts'
import { SectionForm } from './SectionForm.tsx'
import { useSection } from './useSection.ts'

/** Which letters the studio sends automatically, and when. */
export function NoticesSection({ saved }: { saved: Sections['notices'] }) {
  const t = useTexts(texts)
  const { form, pending } = useSection('notices', saved)
  const field = (name: keyof Sections['notices']) => ({ required: true, min: 0, ...form.field(name) })
  return (
    <SectionForm {...{ form, pending }} title={t.names.notices}>
      <p className="text-muted">{t.noticesHint}</p>
      <NumberField label={t.classHours} max={72} description={t.classHoursHint} {...field('classHours')} />
      <NumberField label={t.membershipDays} max={60} description={t.membershipDaysHint} {...field('membershipDays')} />
      <NumberField label={t.overdueDays} max={60} description={t.overdueDaysHint} {...field('overdueDays')} />
    </SectionForm>
  )
}
