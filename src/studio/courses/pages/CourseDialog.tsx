import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { words } from '#web/messages.ts'
import { useRefusalText } from '#web/refusals.ts'
import { useForm } from '#web/useForm.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Form, FormActions } from '#web/ui/Form.tsx'
import { toast } from '#web/ui/toast.ts'
import { courses, type DeskCourse } from '../contract.ts'
import { refusals } from '../messages.ts'
import { createFailures, deskTexts, updateFailures } from '../messages/desk.ts'
import { checkCourse, checkCourseEdit } from '../rules.ts'
import { CourseFields } from './CourseFields.tsx'
import { emptyCourse, filledCourse, typedCourse, type TypedCourse } from './typedCourse.ts'

/** Adds a course, or changes `editing`: as it was when the dialog was opened, whatever becomes of it meanwhile. */
export function CourseDialog(props: { editing: DeskCourse | null; onClose: () => void }) {
  const { editing, onClose } = props
  const t = useTexts(deskTexts)
  const word = useTexts(words)
  const create = useCommand(courses.create)
  const update = useCommand(courses.update)
  const pending = create.pending || update.pending
  const form = useForm<TypedCourse>({
    start: editing ? typedCourse(editing) : emptyCourse,
    check: (typed) => (editing ? checkCourseEdit(filledCourse(typed), editing) : checkCourse(filledCourse(typed))),
    send: (typed) =>
      editing
        ? update.run({ courseId: editing.id, status: typed.status, ...filledCourse(typed) })
        : create.run(filledCourse(typed)),
    explain: useRefusalText(editing ? updateFailures : createFailures, refusals),
    onDone: () => {
      toast.success(editing ? t.updated : t.created)
      onClose()
    },
  })
  return (
    <Dialog open onClose={onClose} title={editing ? t.editTitle : t.addTitle} pending={pending}>
      <Form {...form.props} pending={pending}>
        <CourseFields form={form} editing={editing !== null} />
        {form.problem && <Alert kind="problem">{form.problem}</Alert>}
        <FormActions>
          <Button type="submit" variant="primary" pending={pending} pendingLabel={editing ? t.saving : t.creating}>
            {editing ? word.save : t.create}
          </Button>
          <Button variant="quiet" onPress={onClose} disabled={pending}>
            {word.cancel}
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  )
}
