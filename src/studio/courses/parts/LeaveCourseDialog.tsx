import { ConfirmCommand } from '#web/ConfirmCommand.tsx'
import { useTexts } from '#web/language.tsx'
import { words } from '#web/messages.ts'
import { useRefusalText } from '#web/refusals.ts'
import { toast } from '#web/ui/toast.ts'
import { courses } from '../calls.ts'
import { leaveFailures, refusals, texts } from '../messages.ts'

/** Asks, and cancels one's own course registration. */
export function LeaveCourseDialog(props: { course: { courseId: string; name: string }; onClose: () => void }) {
  const { courseId, name } = props.course
  const t = useTexts(texts)
  const { confirm } = useTexts(words)
  return (
    <ConfirmCommand
      command={courses.leave}
      input={{ courseId }}
      title={t.cancelTitle}
      question={t.cancelQuestion(name)}
      confirmLabel={confirm}
      explain={useRefusalText(leaveFailures, refusals)}
      onDone={() => toast.success(t.cancelled)}
      onClose={props.onClose}
      danger
    />
  )
}
