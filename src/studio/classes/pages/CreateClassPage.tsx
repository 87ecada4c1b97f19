import { CreatePage } from '#web/CreatePage.tsx'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { useRefusalText } from '#web/refusals.ts'
import { useForm } from '#web/useForm.ts'
import { toast } from '#web/ui/toast.ts'
import { classes } from '../calls.ts'
import { refusals } from '../messages.ts'
import { createFailures, deskTexts } from '../messages/desk.ts'
import { checkClass } from '../rules.ts'
import { ClassFields } from './ClassFields.tsx'
import { emptyClass, filledClass, type TypedClass } from './typedClass.ts'

export function CreateClassPage() {
  const t = useTexts(deskTexts)
  const { run, pending } = useCommand(classes.create)
  const form = useForm<TypedClass>({
    start: { ...emptyClass, defaultMaxParticipants: 10 },
    check: (typed) => checkClass(filledClass(typed)),
    send: (typed) => run(filledClass(typed)),
    explain: useRefusalText(createFailures, refusals),
    onDone: ({ reset }) => {
      toast.success(t.created)
      reset()
    },
  })
  return (
    <CreatePage {...{ form, pending }} texts={t} may="manageClasses">
      <ClassFields form={form} />
    </CreatePage>
  )
}
