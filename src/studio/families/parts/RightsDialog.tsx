import type { Rights } from '#studio/accounts/rules.ts'
import { FormDialog } from '#web/FormDialog.tsx'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { words } from '#web/messages.ts'
import { useRefusalText } from '#web/refusals.ts'
import { useForm } from '#web/useForm.ts'
import { CheckboxField } from '#web/ui/CheckboxField.tsx'
import { toast } from '#web/ui/toast.ts'
import { families } from '../calls.ts'
import type { FamilyPerson } from '../contract.ts'
import { refusals, texts } from '../messages.ts'
import { cannotSet, rightNames } from '../rules.ts'

/** What one does for a child; what cannot be taken or given up says why where it stands. */
export function RightsDialog({ child, onClose }: { child: FamilyPerson; onClose: () => void }) {
  const t = useTexts(texts)
  const { save } = useTexts(words)
  const explain = useRefusalText(refusals)
  const { run, pending } = useCommand(families.setRights)
  const { canBook, pays, getsNotices } = child.rights
  const form = useForm<Rights>({
    start: { canBook, pays, getsNotices },
    check: () => ({}),
    send: (rights) => run({ personId: child.personId, rights }),
    explain,
    onDone: () => {
      toast.success(t.changed)
      onClose()
    },
  })
  return (
    <FormDialog
      about={child.personId}
      {...{ form, pending, onClose }}
      title={t.changeTitle(child.displayName)}
      submit={save}
    >
      {rightNames.map((name) => {
        const refused = cannotSet(child.rights, { ...child.rights, [name]: !child.rights[name] }, child)
        return (
          <CheckboxField
            key={name}
            name={name}
            label={t.rights[name]}
            description={refused ? explain({ code: refused }) : t.rightsHints[name]}
            disabled={refused !== null}
            checked={form.fields[name]}
            onChange={(checked) => form.set({ [name]: checked })}
          />
        )
      })}
    </FormDialog>
  )
}
