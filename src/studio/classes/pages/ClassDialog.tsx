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
import { classes, type ListedClass } from '../contract.ts'
import { refusals } from '../messages.ts'
import { addFailures, deskTexts, updateFailures } from '../messages/desk.ts'
import { checkStaffClass } from '../rules.ts'
import { ClassFields, filledClass, type TypedClass } from './ClassFields.tsx'

const empty: TypedClass = { name: '', description: '', defaultMaxParticipants: 0, categories: [] }

/** Adds a class, or changes `editing`: as it was when the dialog was opened, whatever becomes of it meanwhile. */
export function ClassDialog(props: { editing: ListedClass | null; onClose: () => void }) {
  const { editing, onClose } = props
  const t = useTexts(deskTexts)
  const word = useTexts(words)
  const create = useCommand(classes.create)
  const update = useCommand(classes.update)
  const pending = create.pending || update.pending
  const form = useForm<TypedClass>({
    start: editing ?? empty,
    check: (typed) => checkStaffClass(filledClass(typed)),
    send: (typed) =>
      editing ? update.run({ classId: editing.id, ...filledClass(typed) }) : create.run(filledClass(typed)),
    explain: useRefusalText(editing ? updateFailures : addFailures, refusals),
    onDone: () => {
      toast.success(editing ? t.updated : t.added)
      onClose()
    },
  })
  return (
    <Dialog open onClose={onClose} title={editing ? t.editTitle : t.addNew} pending={pending}>
      <Form {...form.props} pending={pending}>
        <ClassFields form={form} staff />
        {form.problem && <Alert kind="problem">{form.problem}</Alert>}
        <FormActions>
          <Button type="submit" variant="primary" pending={pending} pendingLabel={editing ? t.saving : t.adding}>
            {editing ? word.save : t.add}
          </Button>
          <Button variant="quiet" onPress={onClose} disabled={pending}>
            {word.cancel}
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  )
}
