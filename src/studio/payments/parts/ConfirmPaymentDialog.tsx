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
import { toast } from '#web/ui/toast.ts'
import { payments } from '../calls.ts'
import { markFailures, refusals } from '../messages.ts'
import { confirmFailures, deskTexts } from '../messages/desk.ts'
import type { ShownPaymentStatus } from '../rules.ts'

export interface PaymentToConfirm {
  readonly id: string
  readonly userName: string
  readonly email: string
  /** As people read it, such as 'Drop-in, Cash in Person'. */
  readonly method: string
  readonly originalAmount: Cents
  /** What was stated before, such as by a teacher. */
  readonly actualAmount?: Cents | null
  readonly status: ShownPaymentStatus
}

/**
 * A member of staff states what was really paid: a teacher marks, an admin confirms. Give it a copy of the row as it
 * was opened: rows move away while it is open, and a half-typed amount stays.
 */
export function ConfirmPaymentDialog(props: { payment: PaymentToConfirm | null; open: boolean; onClose: () => void }) {
  const { payment } = props
  const t = useTexts(deskTexts)
  const [pending, setPending] = useState(false)
  const asTeacher = useMe().kind === 'teacher'
  return (
    <Dialog
      open={props.open && payment !== null}
      onClose={props.onClose}
      title={asTeacher ? t.markTitle : t.confirmTitle}
      size="small"
      pending={pending}
    >
      {payment && <Settle {...props} payment={payment} asTeacher={asTeacher} onPending={setPending} />}
    </Dialog>
  )
}

function Settle(props: {
  payment: PaymentToConfirm
  asTeacher: boolean
  onPending: (pending: boolean) => void
  onClose: () => void
}) {
  const { payment, asTeacher, onPending, onClose } = props
  const [amount, setAmount] = useState<Cents | null>(payment.actualAmount ?? payment.originalAmount)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [problem, setProblem] = useState<string | null>(null)
  const { run, pending } = useCommand(asTeacher ? payments.markAsPaidByTeacher : payments.confirm)
  const explain = useRefusalText(asTeacher ? markFailures : confirmFailures, refusals)
  const t = useTexts(deskTexts)
  const { cancel } = useTexts(words)

  async function settle() {
    setProblem(null)
    if (amount === null) return setErrors({ actualAmount: explain({ code: 'amountMissing' }) })
    onPending(true)
    const seenStatus = payment.status === 'included' ? undefined : payment.status
    const outcome = await run({ paymentId: payment.id, actualAmount: amount, seenStatus })
    onPending(false)
    if (outcome === null) return
    if (outcome.ok) {
      toast.success(asTeacher ? t.marked : t.confirmed)
      return onClose()
    }
    if (outcome.fields) setErrors(fieldTexts(outcome, explain))
    else setProblem(explain(outcome))
  }

  return (
    <Form onSubmit={() => void settle()} errors={errors} pending={pending}>
      <Facts
        facts={[
          { name: t.user, value: payment.userName },
          { name: t.email, value: <span className="break-all">{payment.email}</span> },
          { name: t.method, value: payment.method },
          { name: t.originalAmount, value: euros(payment.originalAmount) },
        ]}
      />
      <MoneyField label={t.actualAmount} name="actualAmount" required value={amount} onChange={setAmount} />
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
