import { useState } from 'react'
import { euros } from '#kernel/money.ts'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { words } from '#web/messages.ts'
import { isFailure, useRefusalText } from '#web/refusals.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ConfirmDialog } from '#web/ui/Dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { registrations } from '../calls.ts'
import type { OwnRegistration } from '../contract.ts'
import { refusals, texts } from '../messages.ts'
import { useFocusBack } from './useFocusBack.ts'
import { usePlaceTexts } from './usePlaceTexts.ts'

/** Asks before a place is given back, and says what happens to the class or the money. */
export function CancelDialog({ place, onClose }: { place: OwnRegistration; onClose: () => void }) {
  const t = useTexts(texts)
  const { confirm, cancel } = useTexts(words)
  const explain = useRefusalText(refusals)
  const { when } = usePlaceTexts()
  const { run, pending } = useCommand(registrations.cancel)
  const [problem, setProblem] = useState<string | null>(null)
  useFocusBack()

  const cancelPlace = async () => {
    setProblem(null)
    const outcome = await run({ scheduleId: place.scheduleId })
    if (!outcome) return
    if (!outcome.ok) return setProblem(isFailure(outcome.code) ? t.cancellationFailed : explain(outcome))
    toast.success(t.cancelled)
    onClose()
  }
  const paid = place.method === 'dropIn' && place.paymentStatus !== null && place.paymentStatus !== 'due'
  return (
    <ConfirmDialog
      open
      title={t.cancelRegistration}
      message={t.cancelQuestion(place.className, when(place))}
      confirmLabel={confirm}
      cancelLabel={cancel}
      pending={pending}
      pendingLabel={t.cancelling}
      onConfirm={() => void cancelPlace()}
      onCancel={onClose}
    >
      <div className="flex flex-col gap-3">
        {place.method === 'membership' && place.membershipName && <p>{t.cancelMembership(place.membershipName)}</p>}
        {place.method === 'dropIn' && place.price !== null && <p>{t.cancelDropIn(euros(place.price))}</p>}
        {paid && <p>{t.cancelPaid}</p>}
        {problem && (
          <Alert kind="problem" title={t.cancelFailed}>
            {problem}
          </Alert>
        )}
      </div>
    </ConfirmDialog>
  )
}
