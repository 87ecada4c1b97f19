import type { AnswerOf } from '#kernel/procedures.ts'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { useLive } from '#web/live/useLive.ts'
import { useMay } from '#web/me.ts'
import { useRefusalText } from '#web/refusals.ts'
import { toast } from '#web/ui/toast.ts'
import { UndoAlert } from '#web/ui/UndoAlert.tsx'
import { schedule } from '../calls.ts'
import type { schedule as contract } from '../contract.ts'
import { refusals } from '../messages.ts'
import { seriesTexts } from '../messages/series.ts'

/** Says what one press has done to classes, and undoes it by another one for two minutes. */
export function UndoChanges() {
  return useMay('manageSchedule') && <Changes />
}

function Changes() {
  const live = useLive(schedule.undoable, {})
  const changes = live.state === 'ready' ? live.answer : []
  return changes.map((change) => <Undo key={change.changeId} change={change} />)
}

function Undo({ change }: { change: AnswerOf<typeof contract.undoable>[number] }) {
  const { changeId, kind, className, changed } = change
  const t = useTexts(seriesTexts)
  const explain = useRefusalText(refusals)
  const { run, pending } = useCommand(schedule.undoChange)

  async function undo() {
    const outcome = await run({ changeId })
    if (!outcome) return
    if (outcome.ok) toast.success(t.undone(outcome.value.undone))
    else toast.problem(explain(outcome))
  }
  const title = kind === 'edited' ? t.edited(changed, className) : t.cancelled(changed, className)
  return (
    <UndoAlert title={title} undo={t.undo} pending={pending} onUndo={undo}>
      {t.lettersWait}
    </UndoAlert>
  )
}
