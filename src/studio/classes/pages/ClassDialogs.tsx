import { FormDialog } from '#web/FormDialog.tsx'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { useLive } from '#web/live/useLive.ts'
import { words } from '#web/messages.ts'
import { useRefusalText } from '#web/refusals.ts'
import { useStudio } from '#web/studio.tsx'
import { useForm } from '#web/useForm.ts'
import { toast } from '#web/ui/toast.ts'
import { classes } from '../calls.ts'
import type { ListedClass } from '../contract.ts'
import { refusals } from '../messages.ts'
import { addFailures, deskTexts, updateFailures } from '../messages/desk.ts'
import { checkStaffClass } from '../rules.ts'
import { ClassFields } from '../parts/ClassFields.tsx'
import { emptyClass, filledClass, typedClass, type TypedClass } from '../parts/typedClass.ts'

function useCheck(has: readonly string[]) {
  const { classCategories } = useStudio()
  return (typed: TypedClass) => checkStaffClass(filledClass(typed), classCategories, has)
}

export function AddClassDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts(deskTexts)
  const { run, pending } = useCommand(classes.create)
  const form = useForm({
    start: emptyClass,
    check: useCheck([]),
    send: (typed) => run(filledClass(typed)),
    explain: useRefusalText(addFailures, refusals),
    onDone: () => {
      toast.success(t.added)
      onClose()
    },
  })
  return (
    <FormDialog about="new" {...{ form, pending, onClose }} title={t.addNew} submit={t.add} submitting={t.adding}>
      <ClassFields form={form} staff />
    </FormDialog>
  )
}

/** Edits a class; the form starts with the values at the time the dialog was opened. */
export function EditClassDialog({ editing, onClose }: { editing: ListedClass; onClose: () => void }) {
  const t = useTexts(deskTexts)
  const { save } = useTexts(words)
  const live = useLive(classes.list, {})
  const found = live.state === 'ready' ? live.answer.find(({ id }) => id === editing.id) : undefined
  const { run, pending } = useCommand(classes.update)
  const form = useForm({
    start: typedClass(editing),
    saved: typedClass(found ?? editing),
    check: useCheck((found ?? editing).categories),
    send: (typed, before) => run({ classId: editing.id, ...filledClass(typed), before: filledClass(before) }),
    explain: useRefusalText(updateFailures, refusals),
    onDone: () => {
      toast.success(t.updated)
      onClose()
    },
  })
  return (
    <FormDialog
      about={editing.id}
      {...{ form, pending, onClose }}
      title={t.editTitle}
      description={t.editHint}
      submit={save}
      submitting={t.saving}
    >
      <ClassFields form={form} staff />
    </FormDialog>
  )
}
