import { useTexts } from '#web/language.tsx'
import { useStudio } from '#web/studio.tsx'
import { CheckboxField } from '#web/ui/CheckboxField.tsx'
import { ColourField } from '#web/ui/ColourField.tsx'
import { FieldRow } from '#web/ui/Form.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { texts } from '../messages.ts'
import { defaults, type Sections } from '../rules.ts'
import { LogoField } from './LogoField.tsx'
import { SectionForm } from './SectionForm.tsx'
import { useSection } from './useSection.ts'

export function StudioSection({ saved, onSaved }: { saved: Sections['studio']; onSaved?: () => void }) {
  const t = useTexts(texts)
  const { form, pending } = useSection('studio', saved, onSaved)
  const beta = form.field('beta')
  const isSample = (name: 'name' | 'website' | 'supportEmail') => form.fields[name] === defaults.studio[name]
  return (
    <SectionForm {...{ form, pending }} title={t.names.studio}>
      <TextField
        label={t.name}
        required
        autoComplete="off"
        description={isSample('name') && t.sample}
        {...form.field('name')}
      />
      <TextField
        label={t.website}
        required
        type="url"
        description={isSample('website') && t.sample}
        {...form.field('website')}
      />
      <FieldRow>
        <TextField
          label={t.supportEmail}
          required
          type="email"
          autoComplete="off"
          description={isSample('supportEmail') ? t.sample : t.supportEmailHint}
          {...form.field('supportEmail')}
        />
        <TextField label={t.phone} type="tel" autoComplete="off" {...form.field('phone')} />
      </FieldRow>
      <TextArea
        label={t.postalAddress}
        rows={2}
        description={useStudio().features.includes('papers') && t.onPapers}
        {...form.field('postalAddress')}
      />
      <LogoField />
      <ColourField label={t.accent} description={t.accentHint} {...form.field('accent')} />
      <CheckboxField
        label={t.beta}
        description={t.betaHint}
        name={beta.name}
        checked={beta.value}
        onChange={beta.onChange}
      />
    </SectionForm>
  )
}
