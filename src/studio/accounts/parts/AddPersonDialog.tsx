import { FormDialog } from '#web/FormDialog.tsx'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { useRefusalText } from '#web/refusals.ts'
import { useForm } from '#web/useForm.ts'
import { FieldRow } from '#web/ui/Form.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toast } from '#web/ui/toast.ts'
import { accounts } from '../calls.ts'
import { refusals } from '../messages.ts'
import { deskTexts } from '../messages/desk.ts'
import { ownTexts } from '../messages/own.ts'
import { checkNames } from '../rules/forms.ts'

/** Adds a person without an account, by first name and surname only. */
export function AddPersonDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts(deskTexts)
  const fields = useTexts(ownTexts)
  const { run, pending } = useCommand(accounts.addPerson)
  const form = useForm({
    start: { displayName: '', familyName: '' },
    check: checkNames,
    send: async (typed) => {
      const outcome = await run(typed)
      const name = `${typed.displayName.trim()} ${typed.familyName.trim()}`
      if (outcome?.ok)
        toast.success(t.personAdded(name), { href: `/admin/users/${outcome.value.userId}`, label: t.openPerson })
      return outcome
    },
    explain: useRefusalText(refusals),
    onDone: onClose,
  })
  return (
    <FormDialog
      about="new"
      {...{ form, pending, onClose }}
      title={t.addPerson}
      description={t.addPersonHint}
      submit={t.addPerson}
      submitting={t.adding}
    >
      <FieldRow>
        <TextField label={fields.name} required autoComplete="off" {...form.field('displayName')} />
        <TextField label={fields.surname} required autoComplete="off" {...form.field('familyName')} />
      </FieldRow>
    </FormDialog>
  )
}
