import { useFormats } from '#web/studio.tsx'
import { ConfirmCommand } from '#web/ConfirmCommand.tsx'
import { useTexts } from '#web/language.tsx'
import { useRefusalText } from '#web/refusals.ts'
import { toast } from '#web/ui/toast.ts'
import { payments } from '../calls.ts'
import type { DeskPayment } from '../contract.ts'
import { refusals } from '../messages.ts'
import { confirmFailures, deskTexts } from '../messages/desk.ts'
import { receivedOf, restOf } from '../rules.ts'

/** Asks whether the studio lets the rest of a payment go. */
export function LetGoDialog({ payment, onClose }: { payment: DeskPayment; onClose: () => void }) {
  const t = useTexts(deskTexts)
  const { euros } = useFormats()
  return (
    <ConfirmCommand
      command={payments.letGoOfRest}
      input={{ paymentId: payment.id, seenReceived: receivedOf(payment) }}
      title={t.letGo}
      question={t.letGoQuestion(euros(restOf(payment)), payment.description)}
      confirmLabel={t.letGo}
      cancelLabel={t.keepDue}
      explain={useRefusalText(confirmFailures, refusals)}
      onDone={() => toast.success(t.restLetGo)}
      onClose={onClose}
    />
  )
}
