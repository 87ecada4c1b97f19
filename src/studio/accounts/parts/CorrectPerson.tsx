import { useState } from 'react'
import { FormDialog } from '#web/FormDialog.tsx'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { useLive } from '#web/live/useLive.ts'
import { words } from '#web/messages.ts'
import { useRefusalText } from '#web/refusals.ts'
import { useToday } from '#web/studio.tsx'
import { useForm } from '#web/useForm.ts'
import { Button } from '#web/ui/Button.tsx'
import { DateField } from '#web/ui/DateField.tsx'
import { FieldRow } from '#web/ui/Form.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toast } from '#web/ui/toast.ts'
import { accounts } from '../calls.ts'
import type { Correction, UserDetails } from '../contract.ts'
import { refusals } from '../messages.ts'
import { deskTexts } from '../messages/desk.ts'
import { ownTexts, phoneRefusals } from '../messages/own.ts'
import { checkCorrection } from '../rules/forms.ts'

/** Lets an admin correct a wrong name, date of birth or phone number. */
export function CorrectPerson({ user }: { user: UserDetails }) {
  const t = useTexts(deskTexts)
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button size="small" onPress={() => setOpen(true)}>
        {t.correct}
      </Button>
      {open && <CorrectDialog user={user} onClose={() => setOpen(false)} />}
    </>
  )
}

function CorrectDialog({ user, onClose }: { user: UserDetails; onClose: () => void }) {
  const t = useTexts(deskTexts)
  const own = useTexts(ownTexts)
  const { save } = useTexts(words)
  const today = useToday()
  const { run, pending } = useCommand(accounts.correctPerson)
  const live = useLive(accounts.phone, { userId: user.id })
  // the field follows once the number is known
  const phone = live.state === 'ready' ? live.answer.phone : ''
  const saved = { displayName: user.displayName, familyName: user.familyName, dob: user.dob ?? '', phone }
  const form = useForm<Correction>({
    start: saved,
    saved,
    check: (fields) => checkCorrection(fields, today),
    send: (typed, before) => run({ userId: user.id, typed, before }),
    explain: useRefusalText(phoneRefusals, refusals),
    onDone: () => {
      toast.success(t.corrected)
      onClose()
    },
  })
  return (
    <FormDialog about={user.id} {...{ form, pending, onClose }} title={t.correct} submit={save}>
      <FieldRow>
        <TextField label={own.name} required autoComplete="off" {...form.field('displayName')} />
        <TextField label={own.surname} required autoComplete="off" {...form.field('familyName')} />
      </FieldRow>
      <FieldRow>
        <DateField label={t.dob} max={today} {...form.field('dob')} />
        <TextField label={t.phone} type="tel" autoComplete="off" {...form.field('phone')} />
      </FieldRow>
    </FormDialog>
  )
}
