import { makeUpTexts } from '#studio/registrations/messages/makeUps.ts'
import { useFormats } from '#web/studio.tsx'
import { ConfirmCommand } from '#web/ConfirmCommand.tsx'
import { useTexts } from '#web/language.tsx'
import { joined, useRefusalText } from '#web/refusals.ts'
import { toast } from '#web/ui/toast.ts'
import { attendance } from '../calls.ts'
import { refusals, texts } from '../messages.ts'
import type { ClassRow, RegistrantRow } from './registrants.ts'

/** Staff take a registration back, and read first what becomes of the pass or the money. */
export function RemoveDialog(props: {
  entry: ClassRow
  row: RegistrantRow
  onRemoved: () => void
  onClose: () => void
}) {
  const { entry, row } = props
  const t = useTexts(texts)
  const { euros } = useFormats()
  const { backStaff: makeUpBack } = useTexts(makeUpTexts)
  const explain = useRefusalText(refusals)
  return (
    <ConfirmCommand
      command={attendance.removeRegistration}
      input={{ scheduleId: entry.id, userId: row.userId }}
      title={t.remove}
      question={t.removeQuestion(row.name, entry.className)}
      confirmLabel={t.remove}
      pendingLabel={t.removing}
      explain={(refusal) => joined(t.removeFailed, explain(refusal))}
      onDone={() => {
        props.onRemoved()
        toast.success(t.removed)
      }}
      onClose={props.onClose}
      danger
    >
      {row.membershipName !== null && <p>{t.removeMembership(row.membershipName)}</p>}
      {row.method === 'makeUp' && <p>{makeUpBack}</p>}
      {row.payment && <p>{t.removePayment(euros(row.payment.price))}</p>}
      {row.payment && row.payment.status !== 'due' && <p>{t.removePaid}</p>}
    </ConfirmCommand>
  )
}
