import { useState } from 'react'
import { useTexts } from '#web/language.tsx'
import { words } from '#web/messages.ts'
import { CheckboxField } from '#web/ui/CheckboxField.tsx'
import { ConfirmDialog } from '#web/ui/Dialog.tsx'
import { texts } from '../messages.ts'
import type { Feature, Sections } from '../rules.ts'
import { SectionForm } from './SectionForm.tsx'
import { useSection } from './useSection.ts'

/** A switch for each feature that is built. Asks before it switches one off. */
export function FeaturesSection({ saved, built }: { saved: Sections['features']; built: readonly Feature[] }) {
  const t = useTexts(texts)
  const { form, pending } = useSection('features', saved)
  const { cancel } = useTexts(words)
  const [asking, setAsking] = useState<Parameters<typeof form.props.onSubmit> | null>(null)
  const off = built.filter((feature) => saved[feature] && !form.fields[feature])
  const onSubmit: typeof form.props.onSubmit = (...submitted) => {
    if (off.length === 0) form.props.onSubmit(...submitted)
    else setAsking(submitted)
  }
  return (
    <SectionForm form={{ ...form, props: { ...form.props, onSubmit } }} pending={pending} title={t.names.features}>
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
      {asking && (
        <ConfirmDialog
          open
          danger
          title={t.switchOffTitle(off.map((feature) => t.features[feature]).join(', '))}
          message={`${off.includes('families') ? `${t.switchOffFamilies} ` : ''}${t.switchOffQuestion}`}
          confirmLabel={t.switchOff}
          cancelLabel={cancel}
          onConfirm={() => {
            setAsking(null)
            form.props.onSubmit(...asking)
          }}
          onCancel={() => setAsking(null)}
        />
      )}
    </SectionForm>
  )
}
