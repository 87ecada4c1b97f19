import { useState } from 'react'
import { euros } from '#kernel/money.ts'
import { fullName } from '#studio/accounts/rules.ts'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { words } from '#web/messages.ts'
import { useRefusalText } from '#web/refusals.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ConfirmDialog } from '#web/ui/Dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { payments, type DeskPayment } from '../contract.ts'
import { refusals } from '../messages.ts'
import { deleteFailures, deskTexts } from '../messages/desk.ts'

/** Deleting a payment cancels it (READINGS R18). Open while there is a payment. */
export function DeletePaymentDialog(props: { payment: DeskPayment | null; onClose: () => void }) {
  const { payment } = props
  const { run, pending } = useCommand(payments.cancel)
  const [problem, setProblem] = useState<string | null>(null)
  const explain = useRefusalText(deleteFailures, refusals)
  const t = useTexts(deskTexts)
  const { cancel } = useTexts(words)

  function close() {
    setProblem(null)
    props.onClose()
  }
  async function remove(paymentId: string) {
    setProblem(null)
    const outcome = await run({ paymentId })
    if (outcome === null) return
    if (!outcome.ok) return setProblem(explain(outcome))
    toast.success(t.deleted)
    close()
  }

  return (
    <ConfirmDialog
      open={payment !== null}
      title={t.deleteTitle}
      message={payment && t.deleteQuestion(fullName(payment), `${payment.description}, ${euros(payment.price)}`)}
      confirmLabel={t.delete}
      cancelLabel={cancel}
      onConfirm={() => payment && void remove(payment.id)}
      onCancel={close}
      pending={pending}
      danger
    >
      {payment && payment.status !== 'due' && <Alert kind="warning">{t.deleteReceived}</Alert>}
      {problem && <Alert kind="problem">{problem}</Alert>}
    </ConfirmDialog>
  )
}
