import { useEffect, useState } from 'react'
import { isSameName } from '#kernel/visible.ts'
import { FormDialog } from '#web/FormDialog.tsx'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { useLive } from '#web/live/useLive.ts'
import { useRefusalText } from '#web/refusals.ts'
import { useForm } from '#web/useForm.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { FieldRow } from '#web/ui/Form.tsx'
import { TextLink } from '#web/ui/LinkButton.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toast } from '#web/ui/toast.ts'
import { accounts } from '../calls.ts'
import { refusals } from '../messages.ts'
import { deskTexts } from '../messages/desk.ts'
import { ownTexts } from '../messages/own.ts'
import { fullName, userPageOf } from '../rules.ts'
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
      <SameName {...form.fields} />
    </FormDialog>
  )
}

interface Names {
  readonly displayName: string
  readonly familyName: string
}

const ASKS_AFTER = 250

/** Who has the typed name already, once typing pauses. */
function SameName({ displayName, familyName }: Names) {
  const [asked, setAsked] = useState<Names | null>(null)
  useEffect(() => {
    const isWhole = displayName.trim() !== '' && familyName.trim() !== ''
    const timer = setTimeout(() => setAsked(isWhole ? { displayName, familyName } : null), ASKS_AFTER)
    return () => clearTimeout(timer)
  }, [displayName, familyName])
  return asked && <Found names={asked} />
}

const MOST_SHOWN = 3

function Found({ names }: { names: Names }) {
  const t = useTexts(deskTexts)
  const name = fullName(names)
  const live = useLive(accounts.users, userPageOf({ search: name }))
  const same = live.state === 'ready' ? live.answer.rows.filter((row) => isSameName(fullName(row), name)) : []
  return (
    same.length > 0 && (
      <Alert kind="info">
        {same.slice(0, MOST_SHOWN).map((row) => (
          <p key={row.id}>
            <TextLink to="/admin/users/$id" params={{ id: row.id }}>
              {fullName(row)}
            </TextLink>{' '}
            {t.isHereAlready}
          </p>
        ))}
        <p>{t.onlyIfAnother}</p>
      </Alert>
    )
  )
}
