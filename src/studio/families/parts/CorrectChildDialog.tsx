import { FormDialog } from '#web/FormDialog.tsx'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { words } from '#web/messages.ts'
import { useRefusalText } from '#web/refusals.ts'
import { useToday } from '#web/studio.tsx'
import { useForm } from '#web/useForm.ts'
import { toast } from '#web/ui/toast.ts'
import { families } from '../calls.ts'
import type { Child, FamilyPerson } from '../contract.ts'
import { refusals, texts } from '../messages.ts'
import { checkChild } from '../rules.ts'
import { ChildFields } from './ChildFields.tsx'

/** A child's name or date of birth that was written wrong. */
export function CorrectChildDialog({ child, onClose }: { child: FamilyPerson; onClose: () => void }) {
  const t = useTexts(texts)
  const { save } = useTexts(words)
  const today = useToday()
  const { run, pending } = useCommand(families.correctChild)
  const { personId, displayName, familyName, dob } = child
  const saved = { displayName, familyName, dob: dob ?? '' }
  const form = useForm<Child>({
    start: saved,
    saved,
    check: (fields) => checkChild(fields, today),
    send: (typed, before) => run({ personId, typed, before }),
    explain: useRefusalText(refusals),
    onDone: () => {
      toast.success(t.corrected)
      onClose()
    },
  })
  return (
    <FormDialog
      about={personId}
      {...{ form, pending, onClose }}
      title={t.correctTitle(displayName)}
      submit={save}
      submitting={t.saving}
    >
      <ChildFields form={form} />
    </FormDialog>
  )
}
