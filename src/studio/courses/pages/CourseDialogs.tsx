import { ConfirmCommand } from '#web/ConfirmCommand.tsx'
import { StatusDialog } from '#web/StatusDialog.tsx'
import { useTexts } from '#web/language.tsx'
import { words } from '#web/messages.ts'
import { useRefusalText } from '#web/refusals.ts'
import { FormDialog } from '#web/FormDialog.tsx'
import { useCommand } from '#web/commands.ts'
import { useLive } from '#web/live/useLive.ts'
import { useForm } from '#web/useForm.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { toast } from '#web/ui/toast.ts'
import { courses } from '../calls.ts'
import type { DeskCourse } from '../contract.ts'
import { refusals } from '../messages.ts'
import { deleteFailures, deskTexts, updateFailures } from '../messages/desk.ts'
import { cannotDelete, checkCourseEdit, concernsPeople } from '../rules.ts'
import { DiscountCodesDialog } from './DiscountCodesDialog.tsx'
import { CourseFields } from './CourseFields.tsx'
import { filledCourse, typedCourse } from './typedCourse.ts'
import { useNewCourse } from './useNewCourse.ts'

/** The open dialog of the courses overview; `row` is the course when it was opened. */
export type OpenCourse =
  | { readonly what: 'add' }
  | { readonly what: 'edit' | 'archive' | 'activate' | 'delete' | 'codes'; readonly row: DeskCourse }
  | null

export function CourseDialogs(props: { open: OpenCourse; onClose: () => void }) {
  const { open, onClose } = props
  if (open === null) return null
  switch (open.what) {
    case 'add':
      return <AddCourseDialog onClose={onClose} />
    case 'edit':
      return <EditCourseDialog editing={open.row} onClose={onClose} />
    case 'codes':
      return <DiscountCodesDialog course={open.row} onClose={onClose} />
    case 'archive':
    case 'activate':
      return (
        <ChangeStatus course={open.row} status={open.what === 'archive' ? 'archived' : 'active'} onClose={onClose} />
      )
    case 'delete':
      return <DeleteDialog course={open.row} onClose={onClose} />
    default:
      return open satisfies never
  }
}

function ChangeStatus(props: { course: DeskCourse; status: 'active' | 'archived'; onClose: () => void }) {
  const { course, status, onClose } = props
  return (
    <StatusDialog
      {...{ status, onClose }}
      name={course.name}
      texts={useTexts(deskTexts)}
      command={courses.setStatus}
      input={{ courseId: course.id, status }}
      explain={useRefusalText(updateFailures, refusals)}
    />
  )
}

function DeleteDialog(props: { course: DeskCourse; onClose: () => void }) {
  const { course } = props
  const t = useTexts(deskTexts)
  const word = useTexts(words)
  const explain = useRefusalText(deleteFailures, refusals)
  const refusal = cannotDelete(course)
  return (
    <ConfirmCommand
      command={courses.remove}
      input={{ courseId: course.id }}
      title={t.deleteTitle}
      question={t.deleteQuestion}
      confirmLabel={word.delete}
      pendingLabel={t.deleting}
      whyDisabled={refusal ? explain({ code: refusal }) : undefined}
      explain={explain}
      onDone={() => toast.success(t.deleted)}
      onClose={props.onClose}
      danger
    >
      <p className="font-semibold">{course.name}</p>
      {refusal && <Alert kind="warning">{explain({ code: refusal })}</Alert>}
    </ConfirmCommand>
  )
}

function AddCourseDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts(deskTexts)
  const { form, pending } = useNewCourse(() => {
    toast.success(t.created)
    onClose()
  })
  return (
    <FormDialog
      about="new"
      {...{ form, pending, onClose }}
      title={t.addTitle}
      submit={t.create}
      submitting={t.creating}
    >
      <CourseFields form={form} />
    </FormDialog>
  )
}

/** Edits a course; the form starts with the values at the time the dialog was opened. */
function EditCourseDialog({ editing, onClose }: { editing: DeskCourse; onClose: () => void }) {
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
  const told = form.fields.status === 'archived' ? t.toldOnceActive : t.told
  return (
    <FormDialog
      about={editing.id}
      {...{ form, pending, onClose }}
      title={t.editTitle}
      submit={save}
      submitting={t.saving}
    >
      <CourseFields form={form} editing={{ courseId }} />
      {saved.registeredCount > 0 && concernsPeople(saved, filledCourse(form.fields)) && (
        <Alert kind="info">{told(saved.registeredCount)}</Alert>
      )}
    </FormDialog>
  )
}
