import { done } from '#kernel/result.ts'
import type { Cents } from '#kernel/money.ts'
import { useFormats } from '#web/studio.tsx'
import { FormDialog } from '#web/FormDialog.tsx'
import { useTexts } from '#web/language.tsx'
import { useRefusalText } from '#web/refusals.ts'
import { MoneyField } from '#web/ui/NumberField.tsx'
import { useForm } from '#web/useForm.ts'
import { refusals, texts } from '../messages.ts'
import { MOST_FEE } from '../rules.ts'
import type { BillLine } from './useBill.ts'

/** Changes the proposed sum, for the payment that is created next. */
export function SumDialog(props: {
  month: string
  name: string
  line: BillLine
  /** Null for the proposed sum. */
  onSave: (cents: Cents | null) => void
  onClose: () => void
}) {
  const { name, line, onSave, onClose } = props
  const t = useTexts(texts)
  const { euros } = useFormats()
  const form = useForm<{ cents: Cents | null }>({
    start: { cents: line.cents },
    check: ({ cents }) => ({
      cents: cents === null ? 'sumMissing' : cents < 1 || cents > MOST_FEE ? 'feeOutOfRange' : undefined,
    }),
    send: ({ cents }) => {
      onSave(cents === line.proposed ? null : cents)
      return Promise.resolve(done({}))
    },
    explain: useRefusalText(refusals),
    onDone: onClose,
  })
  return (
    <FormDialog
      about={`${props.month} ${line.row.personId}`}
      {...{ form, onClose }}
      pending={false}
      size="small"
      title={`${t.changeSum}: ${name}`}
      description={line.discount > 0 ? t.sumHint : euros(line.row.full)}
      submit={t.save}
    >
      <MoneyField label={t.sum} required {...form.field('cents')} />
    </FormDialog>
  )
}
