import { useState, type ReactNode } from 'react'
import { send } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { useRefusalText } from '#web/refusals.ts'
import { toast } from '#web/ui/toast.ts'
import { UndoAlert } from '#web/ui/UndoAlert.tsx'
import { moving } from '../calls.ts'
import { tableRefusals, tableTexts } from '../messages/table.ts'

/** Says what was imported, and offers to undo it; `onUndone` gets the numbers of the rows that stay. */
export function UndoTable(props: {
  moveId: string
  title: string
  onUndone: (stayed: readonly number[]) => void
  onOver: () => void
  children: ReactNode
}) {
  const t = useTexts(tableTexts)
  const explain = useRefusalText(tableRefusals)
  const [pending, setPending] = useState(false)

  async function undo() {
    setPending(true)
    const stayed: number[] = []
    for (let left = 1; left > 0;) {
      const outcome = await send(moving.takeBack, { moveId: props.moveId })
      if (!outcome.ok) {
        setPending(false)
        toast.problem(explain(outcome))
        return
      }
      left = outcome.value.left
      stayed.push(...outcome.value.stayed)
    }
    props.onUndone(stayed)
  }

  return (
    <UndoAlert
      title={props.title}
      undo={t.undo}
      pending={pending}
      onUndo={undo}
      onOver={() => {
        if (!pending) props.onOver()
      }}
    >
      {props.children}
    </UndoAlert>
  )
}
