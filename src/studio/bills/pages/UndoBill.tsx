import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { useRefusalText } from '#web/refusals.ts'
import { toast } from '#web/ui/toast.ts'
import { UndoAlert } from '#web/ui/UndoAlert.tsx'
import { bills } from '../calls.ts'
import { refusals, texts } from '../messages.ts'

/** Shows what the last batch created, with a button to undo it before the e-mails are sent. */
export function UndoBill({ batch, count }: { batch: string; count: number }) {
  const t = useTexts(texts)
  const { run, pending } = useCommand(bills.undo)
  const explain = useRefusalText(refusals)

  async function undo() {
    const outcome = await run({ batch })
    if (outcome === null) return
    if (!outcome.ok) toast.problem(explain(outcome))
    else if (outcome.value.stayed > 0) toast.problem(t.stayed(outcome.value.stayed))
    else toast.success(t.undone(outcome.value.undone))
  }

  return (
    <UndoAlert title={t.created(count)} undo={t.undo} pending={pending} onUndo={undo}>
      {t.lettersWait}
    </UndoAlert>
  )
}
