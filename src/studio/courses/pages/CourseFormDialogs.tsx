import { FormDialog } from '#web/FormDialog.tsx'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { useLive } from '#web/live/useLive.ts'
import { words } from '#web/messages.ts'
import { useRefusalText } from '#web/refusals.ts'
import { useForm } from '#web/useForm.ts'
import { toast } from '#web/ui/toast.ts'
import { courses } from '../calls.ts'
import type { DeskCourse } from '../contract.ts'
import { refusals } from '../messages.ts'
import { deskTexts, updateFailures } from '../messages/desk.ts'
import { checkCourseEdit } from '../rules.ts'
import { CourseFields } from './CourseFields.tsx'
import { filledCourse, typedCourse } from './typedCourse.ts'
import { useNewCourse } from './useNewCourse.ts'

export function AddCourseDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts(deskTexts)
  const { form, pending } = useNewCourse(() => {
    toast.success(t.created)
    onClose()
  })
  return (
    <FormDialog {...{ form, pending, onClose }} title={t.addTitle} submit={t.create} submitting={t.creating}>
      <CourseFields form={form} />
    </FormDialog>
  )
}

/** Changes a course, beginning as it was when the dialog was opened. */
export function EditCourseDialog({ editing, onClose }: { editing: DeskCourse; onClose: () => void }) {
  const t = useTexts(deskTexts)
  const { save } = useTexts(words)
  const courseId = editing.id
  const live = useLive(courses.one, { courseId })
  const saved = (live.state === 'ready' && live.answer) || editing
  const { run, pending } = useCommand(courses.update)
  const form = useForm({
    start: typedCourse(editing),
    saved: typedCourse(saved),
    check: (typed) => checkCourseEdit(filledCourse(typed), saved),
    send: (typed, before) =>
      run({
        courseId,
        ...filledCourse(typed),
        status: typed.status,
        before: { ...filledCourse(before), status: before.status },
      }),
    explain: useRefusalText(updateFailures, refusals),
    onDone: () => {
      toast.success(t.updated)
      onClose()
    },
  })
  return (
    <FormDialog {...{ form, pending, onClose }} title={t.editTitle} submit={save} submitting={t.saving}>
      <CourseFields form={form} editing />
    </FormDialog>
  )
}
