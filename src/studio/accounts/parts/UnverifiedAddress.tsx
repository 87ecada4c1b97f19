import { useState } from 'react'
import { isEmail } from '#kernel/email.ts'
import { FormDialog } from '#web/FormDialog.tsx'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { words } from '#web/messages.ts'
import { useRefusalText } from '#web/refusals.ts'
import { useForm } from '#web/useForm.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toast } from '#web/ui/toast.ts'
import { accounts } from '../calls.ts'
import type { UserDetails } from '../contract.ts'
import { refusals } from '../messages.ts'
import { deskTexts } from '../messages/desk.ts'
import { normalEmail } from '../rules/forms.ts'

/** For an account whose address nobody has verified: an admin corrects it, and sends the letter again. */
export function UnverifiedAddress({ user }: { user: UserDetails }) {
  const t = useTexts(deskTexts)
  const explain = useRefusalText(refusals)
  const { run, pending } = useCommand(accounts.inviteAgain)
  const [open, setOpen] = useState(false)

  async function invite() {
    const outcome = await run({ userId: user.id })
    if (outcome?.ok) toast.success((user.hasPassword ? t.verificationSent : t.invitationSent)(user.email))
    else if (outcome) toast.problem(explain(outcome))
  }
  return (
    <>
      <Button size="small" onPress={() => setOpen(true)}>
        {t.correctAddress}
      </Button>
      {user.active && (
        <Button size="small" pending={pending} onPress={() => void invite()}>
          {user.hasPassword ? t.verifyAgain : t.inviteAgain}
        </Button>
      )}
      {open && <CorrectAddress user={user} onClose={() => setOpen(false)} />}
    </>
  )
}

function CorrectAddress({ user, onClose }: { user: UserDetails; onClose: () => void }) {
  const t = useTexts(deskTexts)
  const { email: label, save } = useTexts(words)
  const { run, pending } = useCommand(accounts.correctAddress)
  const form = useForm({
    start: { email: user.email },
    check: ({ email }) => {
      const typed = normalEmail(email)
      return { email: typed === '' ? 'emailRequired' : isEmail(typed) ? undefined : 'invalidEmail' }
    },
    send: ({ email }) => run({ userId: user.id, email }),
    explain: useRefusalText(refusals),
    onDone: () => {
      toast.success(t.addressCorrected)
      onClose()
    },
  })
  return (
    <FormDialog about={user.id} {...{ form, pending, onClose }} size="small" title={t.correctAddress} submit={save}>
      <p className="text-sm text-muted">{t.correctAddressHint}</p>
      <TextField label={label} type="email" required autoComplete="off" {...form.field('email')} />
    </FormDialog>
  )
}
