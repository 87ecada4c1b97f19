import { useState } from 'react'
import { euros, type Cents } from '#kernel/money.ts'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { useMe } from '#web/me.ts'
import { words } from '#web/messages.ts'
import { fieldTexts, useRefusalText } from '#web/refusals.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Facts } from '#web/ui/Card.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Form, FormActions, type FieldErrors } from '#web/ui/Form.tsx'
import { MoneyField } from '#web/ui/NumberField.tsx'
import { SegmentedControl } from '#web/ui/SegmentedControl.tsx'
import { toast } from '#web/ui/toast.ts'
import { payments } from '../calls.ts'
import { markFailures, refusals } from '../messages.ts'
import { confirmFailures, deskTexts } from '../messages/desk.ts'
import { receivedOf, restChoices, restOf, type RestChoice, type Standing } from '../rules.ts'

export interface PaymentToConfirm {
  readonly payment: Standing & { readonly id: string; readonly price: Cents }
  readonly userName: string
  readonly email: string
  /** As people read it, such as 'Drop-in, Cash in Person'. */
  readonly method: string
}

/**
 * A member of staff states what was really paid: a teacher marks, an admin confirms. Give it a copy of the row as it
 * was opened: rows move away while it is open, and a half-typed amount stays.
 */
export function ConfirmPaymentDialog(props: { toConfirm: PaymentToConfirm | null; onClose: () => void }) {
  const { toConfirm, onClose } = props
  const t = useTexts(deskTexts)
  const [pending, setPending] = useState(false)
  const asTeacher = useMe().kind === 'teacher'
  return (
    <Dialog
      open={toConfirm !== null}
      onClose={onClose}
      title={asTeacher ? t.markTitle : t.confirmTitle}
      size="small"
      pending={pending}
    >
      {toConfirm && <Settle {...toConfirm} asTeacher={asTeacher} onPending={setPending} onClose={onClose} />}
    </Dialog>
  )
}

function Settle(
  props: PaymentToConfirm & { asTeacher: boolean; onPending: (pending: boolean) => void; onClose: () => void },
) {
  const { payment, asTeacher, onPending, onClose } = props
  const expected = restOf(payment)
  // what a teacher stated before
  const [amount, setAmount] = useState<Cents | null>(payment.status === 'markedByTeacher' ? payment.stated : expected)
  const [rest, setRest] = useState<RestChoice>('letGo')
  const [errors, setErrors] = useState<FieldErrors>({})
  const [problem, setProblem] = useState<string | null>(null)
  const marking = useCommand(payments.markAsPaidByTeacher)
  const confirming = useCommand(payments.confirm)
  const { pending } = asTeacher ? marking : confirming
  const explain = useRefusalText(asTeacher ? markFailures : confirmFailures, refusals)
  const t = useTexts(deskTexts)
  const { cancel } = useTexts(words)
  const received = receivedOf(payment)
  const left = amount === null ? 0 : expected - amount

  async function settle() {
    setProblem(null)
    if (amount === null) return setErrors({ actualAmount: explain({ code: 'amountMissing' }) })
    onPending(true)
    const seen = { seenStatus: payment.status, seenReceived: receivedOf(payment) }
    const said = { paymentId: payment.id, actualAmount: amount, ...seen }
    const outcome = asTeacher
      ? await marking.run(said)
      : await confirming.run({ ...said, rest: left > 0 ? rest : 'letGo' })
    onPending(false)
    if (outcome === null) return
    if (outcome.ok) {
      toast.success(asTeacher ? t.marked : left > 0 && rest === 'staysDue' ? t.partReceived(euros(left)) : t.confirmed)
      return onClose()
    }
    if (outcome.fields) setErrors(fieldTexts(outcome, explain))
    else setProblem(explain(outcome))
  }

  return (
    <Form onSubmit={() => void settle()} errors={errors} pending={pending}>
      <Facts
        facts={[
          { name: t.user, value: props.userName },
          { name: t.email, value: <span className="break-all">{props.email}</span> },
          { name: t.method, value: props.method },
          { name: t.originalAmount, value: euros(payment.price) },
          ...(received > 0 ? [{ name: t.received, value: euros(received) }] : []),
        ]}
      />
      <MoneyField label={t.actualAmount} name="actualAmount" required value={amount} onChange={setAmount} />
      {!asTeacher && left > 0 && (
        <SegmentedControl
          label={t.rest}
          value={rest}
          onChange={setRest}
          options={restChoices.map((value) => ({ value, label: t.restChoices[value] }))}
          disabled={pending}
        />
      )}
      {asTeacher && <Alert kind="info">{t.teacherNote}</Alert>}
      {problem && <Alert kind="problem">{problem}</Alert>}
      <FormActions>
        <Button type="submit" variant="primary" pending={pending}>
          {asTeacher ? t.mark : t.confirm}
        </Button>
        <Button variant="quiet" onPress={onClose} disabled={pending}>
          {cancel}
        </Button>
      </FormActions>
    </Form>
  )
}
