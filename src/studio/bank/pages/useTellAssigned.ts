import { useFormats } from '#web/studio.tsx'
import { send } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { useRefusalText } from '#web/refusals.ts'
import { toast } from '#web/ui/toast.ts'
import { bank } from '../calls.ts'
import type { ShownLine } from '../contract.ts'
import { refusals, texts } from '../messages.ts'

/** Shows to whom a line was assigned, with an undo button. */
export function useTellAssigned(): (line: Pick<ShownLine, 'id' | 'cents'>, names: readonly string[]) => void {
  const t = useTexts(texts)
  const { euros } = useFormats()
  const tell = useTellDone()
  return ({ id, cents }, names) => tell(id, t.assigned(names.join(', '), euros(cents)))
}

/** Shows what was done with a line, with an undo button. */
export function useTellDone(): (lineId: string, what: string) => void {
  const t = useTexts(texts)
  const explain = useRefusalText(refusals)
  const undo = async (lineId: string) => {
    const outcome = await send(bank.undo, { lineId })
    if (outcome.ok) toast.success(t.undone)
    else toast.problem(explain(outcome))
  }
  return (lineId, what) => toast.success(what, { label: t.undo, onPress: () => void undo(lineId) })
}
