import type { AnswerOf } from '#kernel/procedures.ts'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { useLive } from '#web/live/useLive.ts'
import { useMay } from '#web/me.ts'
import { useRefusalText } from '#web/refusals.ts'
import { useFormats } from '#web/studio.tsx'
import { toast } from '#web/ui/toast.ts'
import { UndoAlert } from '#web/ui/UndoAlert.tsx'
import { schedule } from '../calls.ts'
import type { schedule as contract } from '../contract.ts'
import { refusals } from '../messages.ts'
import { repeatTexts } from '../messages/repeat.ts'

interface Props {
  /** The series that were last planned on this page: only these scroll into view. */
  readonly own: readonly string[]
  readonly onUndone?: () => void
}

/** Lists what was planned lately, with a button to undo each press within two minutes. */
export function UndoPlans(props: Props) {
  return useMay('manageSchedule') && <Plans {...props} />
}

function Plans({ own, onUndone }: Props) {
  const live = useLive(schedule.undoablePlans, {})
  const plans = live.state === 'ready' ? live.answer : []
  return plans.map((one) => (
    <Undo key={one.at} of={one} quiet={!one.seriesIds.some((id) => own.includes(id))} onUndone={onUndone} />
  ))
}

function Undo(props: {
  of: AnswerOf<typeof contract.undoablePlans>[number]
  quiet: boolean
  onUndone: (() => void) | undefined
}) {
  const { at, seriesIds, planned, classNames } = props.of
  const t = useTexts(repeatTexts)
  const { time } = useFormats()
  const explain = useRefusalText(refusals)
  const { run, pending } = useCommand(schedule.undoPlans)

  async function undo() {
    const outcome = await run({ seriesIds })
    if (!outcome) return
    if (!outcome.ok) toast.problem(explain(outcome))
    else if (outcome.value.stayed > 0) toast.problem(t.stayed(outcome.value.stayed))
    else {
      toast.success(t.undone(outcome.value.removed))
      props.onUndone?.()
    }
  }
  return (
    <UndoAlert title={t.planned(planned, time(at))} undo={t.undo} pending={pending} quiet={props.quiet} onUndo={undo}>
      <span className="wrap-anywhere">{classNames.join(', ')}</span>
    </UndoAlert>
  )
}
