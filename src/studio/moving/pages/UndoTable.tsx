import { useState, type ReactNode } from 'react'
import type { AnswerOf } from '#kernel/procedures.ts'
import { send } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { useLive } from '#web/live/useLive.ts'
import { useRefusalText } from '#web/refusals.ts'
import { useFormats } from '#web/studio.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { toast } from '#web/ui/toast.ts'
import { UndoAlert } from '#web/ui/UndoAlert.tsx'
import { moving } from '../calls.ts'
import type { moving as contract } from '../contract.ts'
import { tableRefusals, tableTexts } from '../messages/table.ts'
import type { Progress } from './useTaking.ts'

/** Says what was imported, and offers to undo it; `onUndone` gets the numbers of the rows that stay. */
export function UndoTable(props: {
  moveId: string
  title: string
  onUndone: (stayed: readonly number[]) => void
  onOver?: () => void
  quiet?: boolean
  children: ReactNode
}) {
  const t = useTexts(tableTexts)
  const explain = useRefusalText(tableRefusals)
  const [pending, setPending] = useState(false)
  const [progress, setProgress] = useState<Progress | null>(null)

  async function undo() {
    setPending(true)
    setProgress(null)
    const stayed: number[] = []
    let done = 0
    for (let left = 1; left > 0;) {
      const outcome = await send(moving.takeBack, { moveId: props.moveId })
      if (!outcome.ok) {
        setPending(false)
        toast.problem(explain(outcome))
        return
      }
      left = outcome.value.left
      stayed.push(...outcome.value.stayed)
      done += outcome.value.undone + outcome.value.stayed.length
      setProgress({ done, all: done + left })
    }
    props.onUndone(stayed)
  }

  return (
    <UndoAlert
      title={props.title}
      undo={t.undo}
      pending={pending}
      progress={
        pending ? { label: progress ? t.undoing(progress.done, progress.all) : t.undoBegins, at: progress } : null
      }
      quiet={props.quiet}
      onUndo={undo}
      onOver={() => {
        if (!pending) props.onOver?.()
      }}
    >
      {props.children}
    </UndoAlert>
  )
}

/** Offers to undo what this account imported lately, also after a reload. */
export function UndoTables() {
  const t = useTexts(tableTexts)
  const live = useLive(moving.undoableTables, {})
  const [stayed, setStayed] = useState<readonly number[]>([])
  return (
    <>
      {live.state === 'ready' && live.answer.map((one) => <UndoOne key={one.moveId} of={one} onUndone={setStayed} />)}
      {stayed.length > 0 && (
        <Alert kind="warning" title={t.stayed(stayed.length)}>
          {stayed.map((number) => `${t.columns.row} ${number}`).join(', ')}
        </Alert>
      )}
    </>
  )
}

function UndoOne(props: {
  of: AnswerOf<typeof contract.undoableTables>[number]
  onUndone: (stayed: readonly number[]) => void
}) {
  const { moveId, at } = props.of
  const t = useTexts(tableTexts)
  const { time } = useFormats()
  // its own undo sets it too, and is no interruption
  const [begun] = useState(props.of.begun)
  return (
    <UndoTable
      moveId={moveId}
      quiet
      title={begun ? t.halfUndone : t.takenAt(time(at))}
      onUndone={(stayed) => {
        if (stayed.length === 0) toast.success(t.undone)
        props.onUndone(stayed)
      }}
    >
      {(['new', 'changed'] as const)
        .filter((what) => props.of[what] > 0)
        .map((what) => t.counts[what](props.of[what]))
        .join(' · ')}
    </UndoTable>
  )
}
