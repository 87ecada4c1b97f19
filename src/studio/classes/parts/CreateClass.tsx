import { CreateForm } from '#web/CreatePage.tsx'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { useRefusalText } from '#web/refusals.ts'
import { useStudio } from '#web/studio.tsx'
import { useForm } from '#web/useForm.ts'
import { toast } from '#web/ui/toast.ts'
import { classes } from '../calls.ts'
import { refusals } from '../messages.ts'
import { createFailures, deskTexts } from '../messages/desk.ts'
import { ClassFields } from './ClassFields.tsx'
import { emptyClass, filledClass, type TypedClass } from './typedClass.ts'
import { checkClass } from '../rules.ts'

/** Form for a new class. */
export function CreateClass({ onCreated }: { onCreated?: (classId: string) => void }) {
  const t = useTexts(deskTexts)
  const { classCategories } = useStudio()
  const { run, pending } = useCommand(classes.create)
  const form = useForm<TypedClass>({
    start: { ...emptyClass, defaultMaxParticipants: 10 },
    check: (typed) => checkClass(filledClass(typed), classCategories),
    send: async (typed) => {
      const outcome = await run(filledClass(typed))
      if (outcome?.ok) onCreated?.(outcome.value.id)
      return outcome
    },
    explain: useRefusalText(createFailures, refusals),
    onDone: ({ reset }) => {
      toast.success(t.created)
      reset()
    },
  })
  return (
    <CreateForm {...{ form, pending }} texts={t} may="manageClasses">
      <ClassFields form={form} />
    </CreateForm>
  )
}
