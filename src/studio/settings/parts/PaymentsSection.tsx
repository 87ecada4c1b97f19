import { useTexts } from '#web/language.tsx'
import { useStudio } from '#web/studio.tsx'
import { Button } from '#web/ui/Button.tsx'
import { CheckboxField, ChipsField } from '#web/ui/CheckboxField.tsx'
import { FieldRow } from '#web/ui/Form.tsx'
import { MoneyField, NumberField } from '#web/ui/NumberField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { texts } from '../messages.ts'
import type { Sections } from '../rules.ts'
import { paymentMethods } from '../rules/methods.ts'
import { SectionForm } from './SectionForm.tsx'
import { useSection } from './useSection.ts'

export function PaymentsSection({ saved }: { saved: Sections['payments'] }) {
  const t = useTexts(texts)
  const { form, pending } = useSection('payments', saved)
  const { features } = useStudio()
  const withStatements = features.includes('statements')
  const { value, ...methods } = form.field('methods')
  return (
    <SectionForm {...{ form, pending }} title={t.names.payments}>
      <TextField label={t.holder} autoComplete="off" description={t.holderHint} {...form.field('holder')} />
      <TextField label={t.iban} autoComplete="off" description={t.ibanHint} {...form.field('iban')} />
      {withStatements && <OtherAccounts {...form.field('otherAccounts')} />}
      <ChipsField
        label={t.methods}
        required
        values={value}
        {...methods}
        options={paymentMethods.map((method) => ({ value: method, label: t.methodNames[method] }))}
      />
      <FieldRow>
        <NumberField
          label={t.termDays}
          required
          min={1}
          max={60}
          description={t.termHint}
          {...form.field('termDays')}
        />
        <MoneyField label={t.dropInFee} required description={t.dropInFeeHint} {...form.field('dropInFee')} />
      </FieldRow>
      {features.includes('monthlyFees') && (
        <NumberField
          label={t.feesDueDay}
          required
          min={1}
          max={28}
          description={t.feesDueHint}
          {...form.field('feesDueDay')}
        />
      )}
      {features.includes('families') && (
        <NumberField
          label={t.siblingPercent}
          required
          min={0}
          max={100}
          description={t.siblingHint}
          {...form.field('siblingPercent')}
        />
      )}
      {features.includes('papers') && <Vat form={form} />}
    </SectionForm>
  )
}

/** The typed accounts, with a button to remove each. */
function OtherAccounts(field: { name: string; value: string; onChange: (value: string) => void }) {
  const t = useTexts(texts)
  const ibans = field.value.match(/\b[A-Z]{2}\d{2}[A-Z\d]{10,}\b/g) ?? []
  return (
    <div className="flex flex-col gap-2">
      <TextField label={t.otherAccounts} autoComplete="off" description={t.otherAccountsHint} {...field} />
      {ibans.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {ibans.map((iban) => (
            <Button
              key={iban}
              size="small"
              onPress={() => field.onChange(field.value.replace(iban, '').replaceAll(/\s+/g, ' ').trim())}
            >
              {t.takeOutAccount(iban.replaceAll(/(.{4})(?=.)/g, '$1 '))}
            </Button>
          ))}
        </div>
      )}
    </div>
  )
}

/** VAT fields: what papers say about the studio and its prices. */
function Vat({ form }: { form: ReturnType<typeof useSection<'payments'>>['form'] }) {
  const t = useTexts(texts)
  const { name, value, onChange } = form.field('vatLiable')
  return (
    <>
      <TextField label={t.registryCode} autoComplete="off" description={t.onPapers} {...form.field('registryCode')} />
      <fieldset className="flex min-w-0 flex-col gap-3">
        <legend className="font-semibold">{t.vat}</legend>
        <CheckboxField
          label={t.vatLiable}
          description={value ? t.vatHint : t.notLiable}
          {...{ name, onChange }}
          checked={value}
        />
        {value && (
          <FieldRow>
            <NumberField label={t.vatRate} required min={1} max={50} {...form.field('vatRate')} />
            <TextField label={t.vatNumber} required autoComplete="off" {...form.field('vatNumber')} />
          </FieldRow>
        )}
      </fieldset>
    </>
  )
}
