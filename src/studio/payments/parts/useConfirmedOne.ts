import { send } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { useRefusalText } from '#web/refusals.ts'
import { toast } from '#web/ui/toast.ts'
import { usePressed } from '#web/usePressed.ts'
import type { OutcomeOf } from '#kernel/procedures.ts'
import { payments } from '../calls.ts'
import { refusals } from '../messages.ts'
import { confirmFailures, deskTexts } from '../messages/desk.ts'

/** The last payment that was confirmed by itself, for as long as that can be undone. */
export function useConfirmedOne() {
  const t = useTexts(deskTexts)
  const tellUndone = useTellUndone()
  const [[paymentId = null], press] = usePressed('confirmedOne')

  async function undo(of: string) {
    if (tellUndone(await send(payments.undoConfirmed, { paymentIds: [of] }))) press([])
  }
  return {
    paymentId,
    forget: () => press([]),
    /** Says that it is confirmed, with a button that undoes it. */
    tell(text: string, of: string) {
      press([of])
      toast.success(text, { label: t.undoConfirmed, onPress: () => void undo(of) })
    },
  }
}

/** Says whether confirmations could be undone; returns false if it may be tried again. */
export function useTellUndone() {
  const t = useTexts(deskTexts)
  const explain = useRefusalText(confirmFailures, refusals)
  return (outcome: OutcomeOf<typeof payments.undoConfirmed>): boolean => {
    if (!outcome.ok) {
      toast.problem(explain(outcome))
      return false
    }
    const { undone, stayed } = outcome.value
    if (stayed > 0) toast.problem(t.confirmedStayed(stayed))
    else toast.success(t.confirmedUndone(undone))
    return true
  }
}
