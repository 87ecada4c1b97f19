import { useNameOf } from '#studio/accounts/parts/useNameOf.ts'
import { useFormats } from '#web/studio.tsx'
import { ConfirmCommand } from '#web/ConfirmCommand.tsx'
import { useTexts } from '#web/language.tsx'
import { useRefusalText } from '#web/refusals.ts'
import { toast } from '#web/ui/toast.ts'
import { payments } from '../calls.ts'
import type { DeskPayment } from '../contract.ts'
import { refusals, texts } from '../messages.ts'
import { confirmFailures, deskTexts } from '../messages/desk.ts'
import { expectedOf } from '../rules.ts'

/** Asks staff to confirm that what the owner or a teacher says was paid has not come in. */
export function NotReceivedDialog({ payment, onClose }: { payment: DeskPayment; onClose: () => void }) {
  const t = useTexts(deskTexts)
  const { euros } = useFormats()
  const { dueAgain } = useTexts(texts)
  const nameOf = useNameOf()
  const by = payment.status === 'markedByTeacher' ? 'markedByTeacher' : 'markedByUser'
  return (
    <ConfirmCommand
      command={payments.notReceived}
      input={{ paymentId: payment.id, seenStatus: payment.status }}
      title={t.notReceived}
      question={t.notReceivedQuestion[by](nameOf(payment), `${payment.description}, ${euros(expectedOf(payment))}`)}
      confirmLabel={t.notReceived}
      explain={useRefusalText(confirmFailures, refusals)}
      onDone={() => toast.success(dueAgain)}
      onClose={onClose}
    />
  )
}
