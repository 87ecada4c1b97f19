import { absenceTexts } from '#studio/registrations/messages/absences.ts'
import { registrations } from '#studio/registrations/calls.ts'
import { refusals } from '#studio/registrations/messages.ts'
import { ConfirmCommand } from '#web/ConfirmCommand.tsx'
import { useTexts } from '#web/language.tsx'
import { useRefusalText } from '#web/refusals.ts'
import { useFormats } from '#web/studio.tsx'
import { toast } from '#web/ui/toast.ts'
import type { ClassRow, RegistrantRow } from './registrants.ts'

/** Lets staff note that an included person can't come. */
export function AbsentDialog({ entry, row, onClose }: { entry: ClassRow; row: RegistrantRow; onClose: () => void }) {
  const t = useTexts(absenceTexts)
  const formats = useFormats()
  const explain = useRefusalText(refusals)
  return (
    <ConfirmCommand
      command={registrations.otherCantCome}
      input={{ scheduleId: entry.id, userId: row.userId }}
      title={t.cantComeOf(row.name)}
      question={t.questionOf(entry.className, formats.dayAndTimes(entry.startsAt, entry.endsAt))}
      confirmLabel={t.confirmAway}
      pendingLabel={t.saving}
      explain={explain}
      onDone={() => toast.success(t.freedOf)}
      onClose={onClose}
    />
  )
}
