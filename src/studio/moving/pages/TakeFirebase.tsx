import { refusals as accountRefusals } from '#studio/accounts/messages.ts'
import { FormDialog } from '#web/FormDialog.tsx'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { useRefusalText } from '#web/refusals.ts'
import { useForm } from '#web/useForm.ts'
import { PasswordField } from '#web/ui/PasswordField.tsx'
import { moving } from '../calls.ts'
import { firebaseRefusals, firebaseTexts } from '../messages/firebase.ts'

/** Asks for the admin's own password, so that a stranger at an open screen can't bring in an admin. */
export function TakeFirebase({ moveId, label, onClose }: { moveId: string; label: string; onClose: () => void }) {
  const t = useTexts(firebaseTexts)
  const { run, pending } = useCommand(moving.firebaseTake)
  const form = useForm({
    start: { password: '' },
    check: ({ password }) => ({ password: password === '' ? 'passwordRequired' : undefined }),
    send: ({ password }) => run({ moveId, password }),
    explain: useRefusalText(firebaseRefusals, accountRefusals),
    onDone: onClose,
  })
  return (
    <FormDialog
      about={moveId}
      form={{ ...form, unsaved: false }}
      title={t.takeTitle}
      submit={label}
      submitting={t.starting}
      pending={pending}
      onClose={onClose}
    >
      <PasswordField
        label={t.ownPassword}
        description={t.ownPasswordHint}
        autoComplete="current-password"
        {...form.field('password')}
      />
    </FormDialog>
  )
}
