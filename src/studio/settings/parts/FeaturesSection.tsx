import { useTexts } from '#web/language.tsx'
import { CheckboxField } from '#web/ui/CheckboxField.tsx'
import { texts } from '../messages.ts'
import type { Feature, Sections } from '../rules.ts'
import { SectionForm } from './SectionForm.tsx'
import { useSection } from './useSection.ts'

/** A switch for each feature that is built. */
export function FeaturesSection({ saved, built }: { saved: Sections['features']; built: readonly Feature[] }) {
  const t = useTexts(texts)
  const { form, pending } = useSection('features', saved)
  return (
    <SectionForm {...{ form, pending }} title={t.names.features}>
      {built.map((feature) => {
        const { name, value, onChange } = form.field(feature)
        return (
          <CheckboxField
            key={feature}
            label={t.features[feature]}
            description={t.featureHints[feature]}
            name={name}
            checked={value}
            onChange={onChange}
          />
        )
      })}
    </SectionForm>
  )
}
