import { forWhomTexts } from '#studio/families/messages/forWhom.ts'
import { useDancingPeople } from '#studio/families/parts/usePeople.ts'
import { ConfirmCommand } from '#web/ConfirmCommand.tsx'
import { useTexts } from '#web/language.tsx'
import { words } from '#web/messages.ts'
import { useRefusalText } from '#web/refusals.ts'
import { useFormats } from '#web/studio.tsx'
import { toast } from '#web/ui/toast.ts'
import { payments } from '../calls.ts'
import type { OwnPayment } from '../contract.ts'
import { markFailures, refusals, texts } from '../messages.ts'
import { itemText, restOf } from '../rules.ts'

/** Asks the owner whether a payment was really made, and marks it. */
export function MarkAsPaidDialog({ payment, onClose }: { payment: OwnPayment; onClose: () => void }) {
  const t = useTexts(texts)
  const word = useTexts(words)
  const { day } = useFormats()
  const { who } = useTexts(forWhomTexts)
  const child = useDancingPeople().find(({ own, personId }) => !own && personId === payment.userId)
  const item = itemText(payment, day)
  return (
    <ConfirmCommand
      command={payments.markAsPaid}
      input={{ paymentId: payment.id }}
      title={t.markAsPaid}
      question={t.markQuestion(restOf(payment), child ? who(child.displayName, item) : item)}
      confirmLabel={word.confirm}
      explain={useRefusalText(markFailures, refusals)}
      onDone={() => toast.success(t.marked)}
      onClose={onClose}
    />
  )
}
