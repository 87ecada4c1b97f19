import type { Done, Refusal } from '#kernel/result.ts'
import { FormDialog } from '#web/FormDialog.tsx'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { useMe } from '#web/me.ts'
import { useRefusalText } from '#web/refusals.ts'
import { useForm } from '#web/useForm.ts'
import { TextField } from '#web/ui/TextField.tsx'
import { toast } from '#web/ui/toast.ts'
import { families } from '../calls.ts'
import type { FamilyPerson } from '../contract.ts'
import { refusals, texts } from '../messages.ts'
import { checkInvited } from '../rules.ts'

/** A child gets a letter by which it makes a sign-in of its own. */
export function OwnSignInDialog({ child, onClose }: { child: FamilyPerson; onClose: () => void }) {
  const t = useTexts(texts)
  const { run, pending } = useCommand(families.inviteToSignIn)
  const own = useMe().email ?? ''
  return (
    <AddressDialog
      title={t.ownSignIn(child.displayName)}
      hint={t.ownSignInHint}
      label={t.theirEmail(child.displayName)}
      send={(email) => run({ email, personId: child.personId })}
      {...{ own, pending, onClose }}
    />
  )
}

/** A child that has an account is asked whether one may act for it. */
export function AskChildDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts(texts)
  const { run, pending } = useCommand(families.askChild)
  const own = useMe().email ?? ''
  return (
    <AddressDialog
      title={t.linkChild}
      hint={t.linkChildHint}
      label={t.childsEmail}
      send={(email) => run({ email })}
      {...{ own, pending, onClose }}
    />
  )
}

/** Asks for an address to which an invitation goes; `own` is whose it must not be. */
export function AddressDialog(props: {
  own: string
  title: string
  hint: string
  label: string
  send: (email: string) => Promise<Done<unknown> | Refusal | null>
  pending: boolean
  onClose: () => void
}) {
  const t = useTexts(texts)
  const form = useForm({
    start: { email: '' },
    check: ({ email }) => ({ email: checkInvited(email, props.own) }),
    send: ({ email }) => props.send(email),
    explain: useRefusalText(refusals),
    onDone: () => {
      toast.success(t.sent(form.fields.email.trim()))
      props.onClose()
    },
  })
  return (
    <FormDialog
      about={props.title}
      {...{ form, pending: props.pending, onClose: props.onClose }}
      title={props.title}
      description={props.hint}
      size="small"
      submit={t.sendInvitation}
      submitting={t.saving}
    >
      <TextField label={props.label} type="email" required autoComplete="off" {...form.field('email')} />
    </FormDialog>
  )
}
