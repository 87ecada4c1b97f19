import { useNameOf } from '#studio/accounts/parts/useNameOf.ts'
import { useFormats } from '#web/studio.tsx'
import { ConfirmCommand } from '#web/ConfirmCommand.tsx'
import { useTexts } from '#web/language.tsx'
import { useRefusalText } from '#web/refusals.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { toast } from '#web/ui/toast.ts'
import { payments } from '../calls.ts'
import type { DeskPayment } from '../contract.ts'
import { refusals } from '../messages.ts'
import { deleteFailures, deskTexts } from '../messages/desk.ts'

/** Deleting a payment cancels it. */
export function DeletePaymentDialog({ payment, onClose }: { payment: DeskPayment; onClose: () => void }) {
  const nameOf = useNameOf()
  const t = useTexts(deskTexts)
  const { euros } = useFormats()
  return (
    <ConfirmCommand
      command={payments.cancel}
      input={{ paymentId: payment.id, seenStatus: payment.status }}
      title={t.deleteTitle}
      question={t.deleteQuestion(nameOf(payment), `${payment.description}, ${euros(payment.price)}`)}
      confirmLabel={t.delete}
      explain={useRefusalText(deleteFailures, refusals)}
      onDone={() => toast.success(t.deleted)}
      onClose={onClose}
      danger
    >
      {payment.status !== 'due' && <Alert kind="warning">{t.deleteReceived}</Alert>}
    </ConfirmCommand>
  )
}
