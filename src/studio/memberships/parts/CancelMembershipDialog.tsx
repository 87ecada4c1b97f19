import type { FamilyPerson } from '#studio/families/contract.ts'
import { askFor } from '#studio/families/parts/usePeople.ts'
import { ConfirmCommand } from '#web/ConfirmCommand.tsx'
import { useTexts } from '#web/language.tsx'
import { useRefusalText } from '#web/refusals.ts'
import { toast } from '#web/ui/toast.ts'
import { memberships } from '../calls.ts'
import type { OwnPurchase } from '../contract.ts'
import { cancelFailures, refusals, texts } from '../messages.ts'

/** Confirms and cancels a membership of the caller or a child. */
export function CancelMembershipDialog(props: {
  purchase: OwnPurchase
  person: Pick<FamilyPerson, 'own' | 'personId'>
  onClose: () => void
}) {
  const { purchase } = props
  const t = useTexts(texts)
  return (
    <ConfirmCommand
      command={memberships.cancelPurchase}
      input={{ purchaseId: purchase.id, ...askFor(props.person) }}
      title={t.cancelTitle}
      question={t.cancelQuestion(purchase.membershipName)}
      confirmLabel={t.cancelTitle}
      cancelLabel={t.keepPass}
      explain={useRefusalText(cancelFailures, refusals)}
      onDone={() => toast.success(t.cancelled)}
      onClose={props.onClose}
      danger
    />
  )
}
