import { useState } from 'react'
import { euros } from '#kernel/money.ts'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { words } from '#web/messages.ts'
import { useRefusalText } from '#web/refusals.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ConfirmDialog } from '#web/ui/Dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { attendance } from '../contract.ts'
import { refusals, texts } from '../messages.ts'
import type { ClassRow, RegistrantRow } from './registrants.ts'

/** Staff take a registration back, and read first what becomes of the pass or the money. */
export function RemoveDialog(props: { entry: ClassRow; row: RegistrantRow; onClose: () => void }) {
  const { entry, row, onClose } = props
  const t = useTexts(texts)
  const { cancel } = useTexts(words)
  const explain = useRefusalText(refusals)
  const { run, pending } = useCommand(attendance.removeRegistration)
  const [problem, setProblem] = useState<string | null>(null)

  async function remove() {
    setProblem(null)
    const outcome = await run({ scheduleId: entry.id, userId: row.userId })
    if (!outcome) return
    if (!outcome.ok) return setProblem(`${t.removeFailed} ${explain(outcome)}`)
    toast.success(t.removed)
    onClose()
  }
  return (
    <ConfirmDialog
      open
      danger
      title={t.remove}
      message={t.removeQuestion(row.name, entry.className)}
      confirmLabel={t.remove}
      cancelLabel={cancel}
      onConfirm={() => void remove()}
      onCancel={onClose}
      pending={pending}
      pendingLabel={t.removing}
    >
      {row.membershipName !== null && <p>{t.removeMembership(row.membershipName)}</p>}
      {row.payment && <p>{t.removePayment(euros(row.payment.price))}</p>}
      {row.payment && row.payment.status !== 'due' && <p>{t.removePaid}</p>}
      {problem && <Alert kind="problem">{problem}</Alert>}
    </ConfirmDialog>
  )
}
