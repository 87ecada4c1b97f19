import { useState } from 'react'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { words } from '#web/messages.ts'
import { useRefusalText } from '#web/refusals.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ConfirmDialog } from '#web/ui/Dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { memberships, type OwnPurchase } from '../contract.ts'
import { cancelFailures, refusals, texts } from '../messages.ts'

/** Asks, and cancels one's own membership. Open while there is a purchase. */
export function CancelMembershipDialog(props: { purchase: OwnPurchase | null; onClose: () => void }) {
  const { purchase } = props
  const { run, pending } = useCommand(memberships.cancelPurchase)
  const [problem, setProblem] = useState<string | null>(null)
  const explain = useRefusalText(cancelFailures, refusals)
  const t = useTexts(texts)
  const word = useTexts(words)

  function close() {
    setProblem(null)
    props.onClose()
  }

  async function cancel(purchaseId: string) {
    setProblem(null)
    const outcome = await run({ purchaseId })
    if (outcome === null) return
    if (!outcome.ok) return setProblem(explain(outcome))
    toast.success(t.cancelled)
    close()
  }

  return (
    <ConfirmDialog
      open={purchase !== null}
      title={t.cancelTitle}
      message={purchase && t.cancelQuestion(purchase.membershipName)}
      confirmLabel={word.confirm}
      cancelLabel={word.cancel}
      onConfirm={() => purchase && void cancel(purchase.id)}
      onCancel={close}
      pending={pending}
      danger
    >
      {problem && <Alert kind="problem">{problem}</Alert>}
    </ConfirmDialog>
  )
}
