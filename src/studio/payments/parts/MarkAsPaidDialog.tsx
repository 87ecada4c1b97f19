import { useState } from 'react'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { words } from '#web/messages.ts'
import { useRefusalText } from '#web/refusals.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ConfirmDialog } from '#web/ui/Dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { payments } from '../calls.ts'
import type { OwnPayment } from '../contract.ts'
import { markFailures, refusals, texts } from '../messages.ts'
import { restOf } from '../rules.ts'

/** Asks the owner whether a payment was really made, and marks it. Open while there is a payment. */
export function MarkAsPaidDialog(props: { payment: OwnPayment | null; onClose: () => void }) {
  const { payment } = props
  const { run, pending } = useCommand(payments.markAsPaid)
  const [problem, setProblem] = useState<string | null>(null)
  const explain = useRefusalText(markFailures, refusals)
  const t = useTexts(texts)
  const word = useTexts(words)

  function close() {
    setProblem(null)
    props.onClose()
  }

  async function mark(paymentId: string) {
    setProblem(null)
    const outcome = await run({ paymentId })
    if (outcome === null) return
    if (!outcome.ok) return setProblem(explain(outcome))
    toast.success(t.marked)
    close()
  }

  return (
    <ConfirmDialog
      open={payment !== null}
      title={t.markAsPaid}
      message={payment && t.markQuestion(restOf(payment), payment.description)}
      confirmLabel={word.confirm}
      cancelLabel={word.cancel}
      onConfirm={() => payment && void mark(payment.id)}
      onCancel={close}
      pending={pending}
    >
      {problem && <Alert kind="problem">{problem}</Alert>}
    </ConfirmDialog>
  )
}
