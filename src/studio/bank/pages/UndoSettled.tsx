import { useState } from 'react'
import type { AnswerOf } from '#kernel/procedures.ts'
import { send } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { useRefusalText } from '#web/refusals.ts'
import { toast } from '#web/ui/toast.ts'
import { UndoAlert } from '#web/ui/UndoAlert.tsx'
import { bank } from '../calls.ts'
import type { bank as contract } from '../contract.ts'
import { refusals, texts } from '../messages.ts'
import { MOST_SETTLED } from '../rules.ts'

/** Says what one press has settled and for whom, with an undo button for two minutes. */
export function UndoSettled(props: { settled: AnswerOf<typeof contract.undoable>[number]; onUndone: () => void }) {
  const { lineIds, reopened, names, others } = props.settled
  const t = useTexts(texts)
  const explain = useRefusalText(refusals)
  const [pending, setPending] = useState(false)
  const [over, setOver] = useState(false)

  async function undo() {
    setPending(true)
    let undone = 0
    let stayed = 0
    // undo from the end, since later lines depend on earlier ones
    for (let until = lineIds.length; until > 0; until -= MOST_SETTLED) {
      const some = lineIds.slice(Math.max(0, until - MOST_SETTLED), until)
      const outcome = await send(bank.undoMany, { lineIds: some })
      if (!outcome.ok) {
        toast.problem(explain(outcome))
        setPending(false)
        return
      }
      props.onUndone()
      undone += outcome.value.undone
      stayed += outcome.value.stayed
    }
    if (stayed > 0) toast.problem(t.stayedMany(stayed))
    else toast.success(t.undoneMany(undone))
    setOver(true)
  }
  if (over) return null
  return (
    <UndoAlert
      title={reopened === null ? t.settled(lineIds.length) : t.toPayAgain(reopened)}
      undo={t.undo}
      pending={pending}
      onUndo={undo}
      onOver={() => setOver(true)}
    >
      {names.length + others > 0 && `${t.ofPayers(names, others)} `}
      {t.lettersWait}
    </UndoAlert>
  )
}
