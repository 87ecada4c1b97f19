import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { useRefusalText } from '#web/refusals.ts'
import { toast } from '#web/ui/toast.ts'
import { UndoAlert } from '#web/ui/UndoAlert.tsx'
import { schedule } from '../calls.ts'
import { refusals } from '../messages.ts'
import { repeatTexts } from '../messages/repeat.ts'

/** Says what was planned, with a button to undo it within two minutes. */
export function UndoPlans(props: {
  created: number
  seriesIds: readonly string[]
  onUndone?: () => void
  onOver: () => void
}) {
  const { created, seriesIds, onUndone, onOver } = props
  const t = useTexts(repeatTexts)
  const explain = useRefusalText(refusals)
  const { run, pending } = useCommand(schedule.undoPlans)

  async function undo() {
    const outcome = await run({ seriesIds: [...seriesIds] })
    if (!outcome) return
    if (!outcome.ok) {
      toast.problem(explain(outcome))
      // other failures can be retried
      if (outcome.code !== 'tooLateToUndo') return
    } else if (outcome.value.stayed > 0) toast.problem(t.stayed(outcome.value.stayed))
    else {
      toast.success(t.undone(outcome.value.removed))
      onUndone?.()
    }
    onOver()
  }
  return <UndoAlert title={t.planned(created)} undo={t.undo} pending={pending} onUndo={undo} onOver={onOver} />
}
