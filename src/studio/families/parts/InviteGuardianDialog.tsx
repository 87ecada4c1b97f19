import { FormDialog } from '#web/FormDialog.tsx'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { useMe } from '#web/me.ts'
import { useRefusalText } from '#web/refusals.ts'
import { useForm } from '#web/useForm.ts'
import { CheckboxField } from '#web/ui/CheckboxField.tsx'
import { GroupField } from '#web/ui/GroupField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toast } from '#web/ui/toast.ts'
import { families } from '../calls.ts'
import type { FamilyPerson } from '../contract.ts'
import { refusals, texts } from '../messages.ts'
import { allRights, checkInvited, rightNames } from '../rules.ts'

/** Invites another guardian. No child is ticked at first, since two guardians may share only one of them. */
export function InviteGuardianDialog({ offered, onClose }: { offered: readonly FamilyPerson[]; onClose: () => void }) {
  const t = useTexts(texts)
  const own = useMe().email ?? ''
  const { run, pending } = useCommand(families.inviteGuardian)
  const form = useForm({
    start: { email: '', people: [] as readonly string[], ...allRights },
    check: ({ email, people }) => ({
      email: checkInvited(email, own),
      people: people.length === 0 ? 'chooseChild' : undefined,
    }),
    send: ({ email, people, ...rights }) => run({ email, people: [...people], rights }),
    explain: useRefusalText(refusals),
    onDone: () => {
      toast.success(t.sent(form.fields.email.trim()))
      onClose()
    },
  })
  const { people } = form.fields
  const tick = (personId: string, on: boolean) =>
    form.set({ people: on ? [...people, personId] : people.filter((one) => one !== personId) })
  return (
    <FormDialog
      about="new"
      {...{ form, pending, onClose }}
      title={t.invite}
      description={t.inviteHint}
      submit={t.sendInvitation}
      submitting={t.saving}
    >
      <TextField label={t.email} type="email" required autoComplete="off" {...form.field('email')} />
      <GroupField role="group" name="people" label={t.forWhich} required>
        {(_, touched) =>
          offered.map(({ personId, displayName }) => (
            <CheckboxField
              key={personId}
              label={displayName}
              checked={people.includes(personId)}
              onChange={(on) => {
                touched()
                tick(personId, on)
              }}
            />
          ))
        }
      </GroupField>
      <fieldset className="flex flex-col gap-1">
        <legend className="mb-1 font-semibold">{t.whatMay}</legend>
        {rightNames.map((name) => (
          <CheckboxField
            key={name}
            name={name}
            label={t.rights[name]}
            description={t.rightsOfOther[name]}
            checked={form.fields[name]}
            onChange={(checked) => form.set({ [name]: checked })}
          />
        ))}
      </fieldset>
    </FormDialog>
  )
}
