import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { useMay } from '#web/me.ts'
import { words } from '#web/messages.ts'
import { useRefusalText } from '#web/refusals.ts'
import { useForm } from '#web/useForm.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Form, FormActions } from '#web/ui/Form.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { Page, PageHeader } from '#web/ui/Page.tsx'
import { toast } from '#web/ui/toast.ts'
import { memberships } from '../contract.ts'
import { refusals } from '../messages.ts'
import { createFailures, deskTexts } from '../messages/desk.ts'
import { checkMembership } from '../rules.ts'
import { MembershipFields } from './MembershipFields.tsx'
import { emptyMembership, filledMembership } from './typedMembership.ts'

export function CreateMembershipPage() {
  const t = useTexts(deskTexts)
  const word = useTexts(words)
  const whyNot = useMay('manageMemberships') ? undefined : word.adminOnly
  const { run, pending } = useCommand(memberships.create)
  const form = useForm({
    start: emptyMembership,
    check: (typed) => checkMembership(filledMembership(typed)),
    send: (typed) => run(filledMembership(typed)),
    explain: useRefusalText(createFailures, refusals),
    onDone: ({ reset }) => {
      toast.success(t.created)
      reset()
    },
  })
  return (
    <Page width="narrow">
      <PageHeader title={t.createTitle} subtitle={t.createHint} />
      <Card>
        <Form {...form.props} pending={pending}>
          <MembershipFields form={form} />
          {form.problem && <Alert kind="problem">{form.problem}</Alert>}
          <FormActions>
            <Button type="submit" variant="primary" pending={pending} pendingLabel={t.creating} whyDisabled={whyNot}>
              {t.create}
            </Button>
            <LinkButton to="/admin/manage-memberships" variant="quiet">
              {t.toManage}
            </LinkButton>
          </FormActions>
        </Form>
      </Card>
    </Page>
  )
}
