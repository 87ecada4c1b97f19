import { useCommand } from '#web/commands.ts'
import { useRefusalText } from '#web/refusals.ts'
import { useForm } from '#web/useForm.ts'
import { courses } from '../calls.ts'
import { refusals } from '../messages.ts'
import { createFailures } from '../messages/desk.ts'
import { checkCourse } from '../rules.ts'
import { emptyCourse, filledCourse, type TypedCourse } from './typedCourse.ts'

/** The form for a new course, on its page and in the overview's dialog. */
export function useNewCourse(onDone: (form: { reset: () => void }) => void) {
  const { run, pending } = useCommand(courses.create)
  const form = useForm<TypedCourse>({
    start: emptyCourse,
    check: (typed) => checkCourse(filledCourse(typed)),
    send: (typed) => run(filledCourse(typed)),
    explain: useRefusalText(createFailures, refusals),
    onDone,
  })
  return { form, pending }
}
