import type { ReactNode } from 'react'
import { CreateForm } from '#web/CreatePage.tsx'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { useRefusalText } from '#web/refusals.ts'
import { useStudio } from '#web/studio.tsx'
import { useForm } from '#web/useForm.ts'
import { toast } from '#web/ui/toast.ts'
import { memberships } from '../calls.ts'
import { refusals } from '../messages.ts'
import { createFailures, deskTexts } from '../messages/desk.ts'
import { MembershipFields } from './MembershipFields.tsx'
import { emptyMembership, filledMembership, missingIn } from './typedMembership.ts'
import { checkMembership } from '../rules.ts'

/** Form for a new membership; `more` is shown beside the button. */
export function CreateMembership({ more }: { more?: ReactNode }) {
  const t = useTexts(deskTexts)
  const { classCategories } = useStudio()
  const { run, pending } = useCommand(memberships.create)
  const form = useForm({
    start: emptyMembership,
    check: (typed) => ({ ...checkMembership(filledMembership(typed), classCategories), ...missingIn(typed) }),
    send: (typed) => run(filledMembership(typed)),
    explain: useRefusalText(createFailures, refusals),
    onDone: ({ reset }) => {
      toast.success(t.created)
      reset()
    },
  })
  return (
    <CreateForm {...{ form, pending, more }} texts={t} may="manageMemberships">
      <MembershipFields form={form} />
    </CreateForm>
  )
}
