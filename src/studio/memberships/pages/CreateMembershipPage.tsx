import { CreatePage } from '#web/CreatePage.tsx'
import { useTexts } from '#web/language.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { deskTexts } from '../messages/desk.ts'
import { CreateMembership } from '../parts/CreateMembership.tsx'

export function CreateMembershipPage() {
  const t = useTexts(deskTexts)
  return (
    <CreatePage texts={t}>
      <CreateMembership
        more={
          <LinkButton to="/admin/manage-memberships" variant="quiet">
            {t.manageTitle}
          </LinkButton>
        }
      />
    </CreatePage>
  )
}
