import { ConfirmCommand } from '#web/ConfirmCommand.tsx'
import { useTexts } from '#web/language.tsx'
import { words } from '#web/messages.ts'
import { useRefusalText } from '#web/refusals.ts'
import { toast } from '#web/ui/toast.ts'
import { memberships } from '../calls.ts'
import type { OwnPurchase } from '../contract.ts'
import { cancelFailures, refusals, texts } from '../messages.ts'

/** Asks, and cancels one's own membership. */
export function CancelMembershipDialog(props: { purchase: OwnPurchase; onClose: () => void }) {
  const { purchase } = props
  const t = useTexts(texts)
  const { confirm } = useTexts(words)
  return (
    <ConfirmCommand
      command={memberships.cancelPurchase}
      input={{ purchaseId: purchase.id }}
      title={t.cancelTitle}
      question={t.cancelQuestion(purchase.membershipName)}
      confirmLabel={confirm}
      explain={useRefusalText(cancelFailures, refusals)}
      onDone={() => toast.success(t.cancelled)}
      onClose={props.onClose}
      danger
    />
  )
}
