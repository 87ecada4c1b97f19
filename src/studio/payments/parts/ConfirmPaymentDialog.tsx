import type { Cents } from '#kernel/money.ts'
import { may } from '#studio/accounts/rules.ts'
import { useFormats } from '#web/studio.tsx'
import { FormDialog } from '#web/FormDialog.tsx'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { useMe } from '#web/me.ts'
import { useRefusalText } from '#web/refusals.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Facts } from '#web/ui/Card.tsx'
import { MoneyField } from '#web/ui/NumberField.tsx'
import { SegmentedControl } from '#web/ui/SegmentedControl.tsx'
import { toast } from '#web/ui/toast.ts'
import { useForm } from '#web/useForm.ts'
import { payments } from '../calls.ts'
import { markFailures, refusals } from '../messages.ts'
import { confirmFailures, deskTexts } from '../messages/desk.ts'
import { receivedOf, restChoices, restOf, type RestChoice, type Standing } from '../rules.ts'
import { useConfirmedOne } from './useConfirmedOne.ts'

export interface PaymentToConfirm {
  readonly payment: Standing & { readonly id: string; readonly price: Cents }
  /** What it is for; for a class with its day. */
  readonly item: string
  readonly userName: string
  readonly email: string
  /** The method in words, such as 'Drop-in, Cash in Person'. */
  readonly method: string
}

/**
 * Staff state what was really paid: a teacher marks, an admin confirms. Pass a copy of the row as it was on opening:
 * rows may move away while the dialog is open, and a half-typed amount must stay.
 */
export function ConfirmPaymentDialog({ onClose, ...toConfirm }: PaymentToConfirm & { onClose: () => void }) {
  const { payment } = toConfirm
  const asTeacher = may(useMe().kind, 'markPaidAsTeacher')
  const marking = useCommand(payments.markAsPaidByTeacher)
  const confirming = useCommand(payments.confirm)
  const confirmed = useConfirmedOne()
  const t = useTexts(deskTexts)
  const { euros } = useFormats()
  const [expected, received] = [restOf(payment), receivedOf(payment)]
  const leftOf = ({ actualAmount }: Stated) => (actualAmount === null ? 0 : expected - actualAmount)
  const form = useForm<Stated>({
    // what a teacher stated before
    start: { actualAmount: payment.status === 'markedByTeacher' ? payment.stated : expected, rest: 'letGo' },
    check: ({ actualAmount }) => ({ actualAmount: actualAmount === null ? 'amountMissing' : undefined }),
    send: async (typed) => {
      const seen = { seenStatus: payment.status, seenReceived: received }
      const said = { paymentId: payment.id, actualAmount: typed.actualAmount ?? 0, ...seen }
      const left = leftOf(typed)
      const rest = left > 0 ? typed.rest : 'letGo'
      const outcome = asTeacher ? await marking.run(said) : await confirming.run({ ...said, rest })
      const done = rest === 'staysDue' ? t.partReceived(euros(left)) : t.confirmed
      if (outcome?.ok && asTeacher) toast.success(t.marked)
      else if (outcome?.ok) confirmed.tell(done, payment.id)
      return outcome
    },
    explain: useRefusalText(asTeacher ? markFailures : confirmFailures, refusals),
    onDone: onClose,
  })
  const { pending } = asTeacher ? marking : confirming
  const left = leftOf(form.fields)
  const warning =
    left < 0
      ? t.paidMore(euros(-left))
      : left > 0 && asTeacher
        ? t.statedLess(euros(left))
        : left > 0 && form.fields.rest === 'letGo'
          ? t.paidLess(euros(left))
          : null
  return (
    <FormDialog
      about={toConfirm.payment.id}
      {...{ form, pending, onClose }}
      size="small"
      title={asTeacher ? t.markTitle : t.confirmTitle}
      submit={asTeacher ? t.mark : t.confirm}
    >
      <Facts
        facts={[
          { name: t.item, value: toConfirm.item },
          { name: t.user, value: toConfirm.userName },
          // a child has no e-mail address
          ...(toConfirm.email === ''
            ? []
            : [{ name: t.email, value: <span className="break-all">{toConfirm.email}</span> }]),
          { name: t.method, value: toConfirm.method },
          { name: t.originalAmount, value: euros(payment.price) },
          ...(received > 0 ? [{ name: t.received, value: euros(received) }] : []),
        ]}
      />
      <MoneyField label={t.actualAmount} required {...form.field('actualAmount')} />
      {warning !== null && <Alert kind="warning">{warning}</Alert>}
      {!asTeacher && left > 0 && (
        <SegmentedControl
          label={t.rest}
          value={form.fields.rest}
          onChange={(rest) => form.set({ rest })}
          options={restChoices.map((value) => ({ value, label: t.restChoices[value] }))}
          disabled={pending}
        />
      )}
      {asTeacher && <Alert kind="info">{t.teacherNote}</Alert>}
    </FormDialog>
  )
}

interface Stated {
  readonly actualAmount: Cents | null
  readonly rest: RestChoice
}
