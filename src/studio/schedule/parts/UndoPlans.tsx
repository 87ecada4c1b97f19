import { useEffect, useEffectEvent } from 'react'
import { UNDO_WITHIN } from '#kernel/undo.ts'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { useRefusalText } from '#web/refusals.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { toast } from '#web/ui/toast.ts'
import { schedule } from '../calls.ts'
import { refusals } from '../messages.ts'
import { repeatTexts } from '../messages/repeat.ts'

/** Says what was planned by one press, and undoes it by another one for two minutes. */
export function UndoPlans(props: { created: number; seriesIds: readonly string[]; onOver: () => void }) {
  const { created, seriesIds, onOver } = props
  const t = useTexts(repeatTexts)
  const explain = useRefusalText(refusals)
  const { run, pending } = useCommand(schedule.undoPlans)
  const over = useEffectEvent(onOver)
  useEffect(() => {
    const timer = setTimeout(over, UNDO_WITHIN)
    return () => clearTimeout(timer)
  }, [])

  async function undo() {
    const outcome = await run({ seriesIds: [...seriesIds] })
    if (!outcome) return
    if (!outcome.ok) toast.problem(explain(outcome))
    else if (outcome.value.stayed > 0) toast.problem(t.stayed(outcome.value.stayed))
    else toast.success(t.undone(outcome.value.removed))
    onOver()
  }
  return (
    <Alert
      kind="success"
      title={t.planned(created)}
      action={
        <Button size="small" pending={pending} onPress={() => void undo()}>
          {t.undo}
        </Button>
      }
    />
  )
}
