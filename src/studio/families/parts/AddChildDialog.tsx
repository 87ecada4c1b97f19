import { FormDialog } from '#web/FormDialog.tsx'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { useRefusalText } from '#web/refusals.ts'
import { useToday } from '#web/studio.tsx'
import { useForm } from '#web/useForm.ts'
import { toast } from '#web/ui/toast.ts'
import { families } from '../calls.ts'
import type { Child } from '../contract.ts'
import { refusals, texts } from '../messages.ts'
import { checkChild } from '../rules.ts'
import { ChildFields } from './ChildFields.tsx'

/** A person without a sign-in, whose guardian one becomes. Mostly it has the same surname. */
export function AddChildDialog({ familyName, onClose }: { familyName: string; onClose: () => void }) {
  const t = useTexts(texts)
  const today = useToday()
  const { run, pending } = useCommand(families.addChild)
  const form = useForm<Child>({
    start: { displayName: '', familyName, dob: '' },
    check: (fields) => checkChild(fields, today),
    send: (typed) => run(typed),
    explain: useRefusalText(refusals),
    onDone: () => {
      toast.success(t.added(form.fields.displayName.trim()), { href: '/classes', label: t.bookNext })
      onClose()
    },
  })
  return (
    <FormDialog
      about="new"
      {...{ form, pending, onClose }}
      title={t.addChild}
      submit={t.addChild}
      submitting={t.saving}
    >
      <ChildFields form={form} />
    </FormDialog>
  )
}
