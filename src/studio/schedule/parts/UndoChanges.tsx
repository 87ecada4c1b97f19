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

type Change = AnswerOf<typeof contract.undoable>[number]

interface Props {
  /** Changes that were part of a larger command; the caller offers the undo for all of it. */
  readonly apart?: readonly (number | null)[]
  /** Said after undoing a cancellation on closed days. */
  readonly stayClosed?: string
}

/** Lists recent changes of entries, with a button to undo each within two minutes. */
export function UndoChanges(props: Props) {
  return useMay('manageSchedule') && <Changes {...props} />
}

function Changes({ apart = [], stayClosed = '' }: Props) {
  const changes = useUndoable().filter(({ at }) => !apart.includes(at))
  return changes.map((change) => (
    <Undo key={change.changeId} change={change} also={change.onClosedDays ? stayClosed : ''} />
  ))
}

export function useUndoable(): readonly Change[] {
  const live = useLive(schedule.undoable, {})
  return live.state === 'ready' ? live.answer : []
}

export function useChangeText() {
  const t = useTexts(seriesTexts)
  return ({ kind, changed, className }: Change) =>
    kind === 'edited' ? t.edited(changed, className) : t.cancelled(changed, className)
}

function Undo({ change, also }: { change: Change; also: string }) {
  const { changeId } = change
  const inWords = useChangeText()
  const t = useTexts(seriesTexts)
  const explain = useRefusalText(refusals)
  const { run, pending } = useCommand(schedule.undoChange)

  async function undo() {
    const outcome = await run({ changeId })
    if (!outcome) return
    if (outcome.ok) toast.success([t.undone(outcome.value.undone), also].filter(Boolean).join(' '))
    else toast.problem(explain(outcome))
  }
  return (
    <UndoAlert title={inWords(change)} undo={t.undo} pending={pending} onUndo={undo}>
      {t.lettersWait}
    </UndoAlert>
  )
}
