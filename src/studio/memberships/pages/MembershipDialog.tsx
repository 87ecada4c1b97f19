import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { words } from '#web/messages.ts'
import { useRefusalText } from '#web/refusals.ts'
import { useForm } from '#web/useForm.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Form, FormActions } from '#web/ui/Form.tsx'
import { toast } from '#web/ui/toast.ts'
import { memberships, type DeskMembership } from '../contract.ts'
import { refusals } from '../messages.ts'
import { deskTexts, updateFailures } from '../messages/desk.ts'
import { checkMembershipEdit } from '../rules.ts'
import { MembershipFields } from './MembershipFields.tsx'
import { filledMembership, typedMembership } from './typedMembership.ts'

/** Changes a membership of the catalogue, as it was when the dialog was opened. */
export function MembershipDialog(props: { membership: DeskMembership; onClose: () => void }) {
  const { membership, onClose } = props
  const t = useTexts(deskTexts)
  const word = useTexts(words)
  const { run, pending } = useCommand(memberships.update)
  const form = useForm({
    start: typedMembership(membership),
    check: (typed) => checkMembershipEdit(filledMembership(typed)),
    send: (typed) => run({ membershipId: membership.id, ...filledMembership(typed) }),
    explain: useRefusalText(updateFailures, refusals),
    onDone: () => {
      toast.success(t.updated)
      onClose()
    },
  })
  return (
    <Dialog open onClose={onClose} title={t.editTitle} pending={pending}>
      <Form {...form.props} pending={pending}>
        <MembershipFields form={form} staff />
        {form.problem && <Alert kind="problem">{form.problem}</Alert>}
        <FormActions>
          <Button type="submit" variant="primary" pending={pending} pendingLabel={t.saving}>
            {word.save}
          </Button>
          <Button variant="quiet" onPress={onClose} disabled={pending}>
            {word.cancel}
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  )
}
