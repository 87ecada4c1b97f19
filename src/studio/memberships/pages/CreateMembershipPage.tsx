import { CreatePage } from '#web/CreatePage.tsx'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { useRefusalText } from '#web/refusals.ts'
import { useForm } from '#web/useForm.ts'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { toast } from '#web/ui/toast.ts'
import { memberships } from '../calls.ts'
import { refusals } from '../messages.ts'
import { createFailures, deskTexts } from '../messages/desk.ts'
import { checkMembership } from '../rules.ts'
import { MembershipFields } from './MembershipFields.tsx'
import { emptyMembership, filledMembership } from './typedMembership.ts'

export function CreateMembershipPage() {
  const t = useTexts(deskTexts)
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
    <CreatePage
      {...{ form, pending }}
      texts={t}
      may="manageMemberships"
      more={
        <LinkButton to="/admin/manage-memberships" variant="quiet">
          {t.toManage}
        </LinkButton>
      }
    >
      <MembershipFields form={form} />
    </CreatePage>
  )
}
