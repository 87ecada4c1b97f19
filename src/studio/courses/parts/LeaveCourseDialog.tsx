import { useState } from 'react'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { words } from '#web/messages.ts'
import { useRefusalText } from '#web/refusals.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ConfirmDialog } from '#web/ui/Dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { courses } from '../contract.ts'
import { leaveFailures, refusals, texts } from '../messages.ts'

/** Asks, and cancels one's own course registration. */
export function LeaveCourseDialog(props: { courseId: string; name: string; open: boolean; onClose: () => void }) {
  const { courseId, name, open } = props
  const { run, pending } = useCommand(courses.leave)
  const [problem, setProblem] = useState<string | null>(null)
  const explain = useRefusalText(leaveFailures, refusals)
  const t = useTexts(texts)
  const word = useTexts(words)

  function close() {
    setProblem(null)
    props.onClose()
  }

  async function leave() {
    setProblem(null)
    const outcome = await run({ courseId })
    if (outcome === null) return
    if (!outcome.ok) return setProblem(explain(outcome))
    toast.success(t.cancelled)
    close()
  }

  return (
    <ConfirmDialog
      open={open}
      title={t.cancelTitle}
      message={t.cancelQuestion(name)}
      confirmLabel={word.confirm}
      cancelLabel={word.cancel}
      onConfirm={() => void leave()}
      onCancel={close}
      pending={pending}
      danger
    >
      {problem && <Alert kind="problem">{problem}</Alert>}
    </ConfirmDialog>
  )
}
