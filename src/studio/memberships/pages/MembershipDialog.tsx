import { FormDialog } from '#web/FormDialog.tsx'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { useLive } from '#web/live/useLive.ts'
import { words } from '#web/messages.ts'
import { useRefusalText } from '#web/refusals.ts'
import { useForm } from '#web/useForm.ts'
import { toast } from '#web/ui/toast.ts'
import { memberships } from '../calls.ts'
import type { DeskMembership } from '../contract.ts'
import { refusals } from '../messages.ts'
import { deskTexts, updateFailures } from '../messages/desk.ts'
import { checkMembershipEdit } from '../rules.ts'
import { MembershipFields } from '../parts/MembershipFields.tsx'
import { filledMembership, missingIn, typedMembership } from '../parts/typedMembership.ts'
import { useStudio } from '#web/studio.tsx'

/** Edits a membership; the form starts with the values at the time the dialog was opened. */
export function MembershipDialog({ editing, onClose }: { editing: DeskMembership; onClose: () => void }) {
  const t = useTexts(deskTexts)
  const { save } = useTexts(words)
  const live = useLive(memberships.manage, {})
  const found = live.state === 'ready' ? live.answer.find(({ id }) => id === editing.id) : undefined
  const saved = found ?? editing
  const { classCategories } = useStudio()
  const { run, pending } = useCommand(memberships.update)
  const form = useForm({
    start: typedMembership(editing),
    saved: typedMembership(saved),
    check: (typed) => ({
      ...checkMembershipEdit(filledMembership(typed), classCategories, saved),
      ...missingIn(typed),
    }),
    send: (typed, before) =>
      run({ membershipId: editing.id, ...filledMembership(typed), before: filledMembership(before) }),
    explain: useRefusalText(updateFailures, refusals),
    onDone: () => {
      toast.success(t.updated)
      onClose()
    },
  })
  return (
    <FormDialog
      about={editing.id}
      {...{ form, pending, onClose }}
      title={t.editTitle}
      submit={save}
      submitting={t.saving}
    >
      <MembershipFields form={form} staff />
    </FormDialog>
  )
}
