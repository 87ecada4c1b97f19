import { useState, type ReactNode } from 'react'
import type { AnswerOf } from '#kernel/procedures.ts'
import type { Done, Refusal } from '#kernel/result.ts'
import { itemText } from '#studio/payments/rules.ts'
import { FormDialog } from '#web/FormDialog.tsx'
import { useTexts } from '#web/language.tsx'
import { openFile } from '#web/openFile.ts'
import { useRefusalText } from '#web/refusals.ts'
import { useFormats } from '#web/studio.tsx'
import { CheckboxField } from '#web/ui/CheckboxField.tsx'
import { SegmentedControl } from '#web/ui/SegmentedControl.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toast } from '#web/ui/toast.ts'
import { useForm } from '#web/useForm.ts'
import type { BuyerForm, papers } from '../contract.ts'
import { refusals, texts } from '../messages.ts'
import { checkBuyer, MOST_LINES, totalOf } from '../rules.ts'
import { fileOf } from './useReceipt.ts'

type Invoiceable = AnswerOf<typeof papers.toInvoice>

/** Asks which payments an invoice is for, and who the buyer is. */
export function InvoiceDialog(props: {
  invoiceable: Invoiceable
  make: (chosen: {
    paymentIds: string[]
    buyer: BuyerForm
  }) => Promise<Done<{ id: string; number: string }> | Refusal | null>
  pending: boolean
  onClose: () => void
  children?: ReactNode
}) {
  const { pending, onClose } = props
  const { payer, buyer } = props.invoiceable
  // what is open first: an invoice is mostly asked for to pay by it
  const some = props.invoiceable.payments.slice(0, MOST_LINES)
  const groups = [false, true].map((paid) => some.filter((one) => one.paid === paid))
  const payments = groups.flat()
  const t = useTexts(texts)
  const { dayOfYear, euros } = useFormats()
  const form = useForm({
    // the newest one is preselected
    start: { ...buyer, chosen: payments.slice(0, 1).map(({ id }) => id) as readonly string[] },
    check: ({ chosen, ...to }) => ({
      ...checkBuyer(to),
      chosen: chosen.length === 0 ? 'nothingChosen' : undefined,
    }),
    send: async ({ chosen, ...to }) => {
      const outcome = await props.make({ paymentIds: [...chosen], buyer: to })
      if (outcome?.ok) {
        openFile(fileOf(outcome.value.id))
        toast.success(t.made(outcome.value.number))
      }
      return outcome
    },
    explain: useRefusalText(refusals),
    onDone: onClose,
  })
  const { fields } = form
  // a person's name is not a company's: each waits while the other is chosen
  const [otherName, setOtherName] = useState(buyer.company ? payer : '')
  function switchTo(to: 'person' | 'company') {
    const company = to === 'company'
    if (company === fields.company) return
    form.set({ company, name: otherName })
    setOtherName(fields.name)
  }
  const chosen = payments.filter(({ id }) => fields.chosen.includes(id))
  const choose = (id: string, on: boolean) =>
    form.set({ chosen: payments.map((one) => one.id).filter((one) => (one === id ? on : fields.chosen.includes(one))) })
  return (
    <FormDialog
      about="invoice"
      {...{ form, pending, onClose }}
      title={t.invoiceTitle}
      submit={chosen.length === 0 ? t.makeNone : t.make(chosen.length, euros(totalOf(chosen)))}
    >
      {props.children}
      <div className="flex max-h-70 min-w-0 flex-col gap-2 overflow-y-auto">
        {groups.map(
          (group) =>
            group.length > 0 && (
              <fieldset key={String(group[0]?.paid)} className="flex min-w-0 flex-col">
                <legend className="mb-1 font-semibold">{group[0]?.paid ? t.paidOnes : t.openOnes}</legend>
                {group.map(({ id, person, cents, paid, ...payment }) => (
                  <CheckboxField
                    key={id}
                    name="chosen"
                    checked={fields.chosen.includes(id)}
                    onChange={(on) => choose(id, on)}
                    label={
                      <span className="flex flex-col py-1">
                        <span>{itemText(payment, dayOfYear)}</span>
                        <span className="text-sm font-normal text-muted">
                          {[person, euros(cents), paid ? t.isPaid : ''].filter(Boolean).join(' · ')}
                        </span>
                      </span>
                    }
                  />
                ))}
              </fieldset>
            ),
        )}
      </div>
      <SegmentedControl
        label={t.to}
        value={fields.company ? 'company' : 'person'}
        onChange={switchTo}
        options={[
          { value: 'person', label: t.person },
          { value: 'company', label: t.company },
        ]}
      />
      <TextField
        label={fields.company ? t.companyName : t.name}
        required
        autoComplete={fields.company ? 'organization' : 'name'}
        {...form.field('name')}
      />
      {fields.company && (
        <TextField label={t.registryCode} required autoComplete="off" {...form.field('registryCode')} />
      )}
      <TextField label={t.address} autoComplete="street-address" description={t.keptHint} {...form.field('address')} />
    </FormDialog>
  )
}
