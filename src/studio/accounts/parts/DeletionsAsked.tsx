import { UserX } from 'lucide-react'
import { useTexts } from '#web/language.tsx'
import { useLive } from '#web/live/useLive.ts'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { accounts } from '../calls.ts'
import { deskTexts } from '../messages/desk.ts'

/** How many people wait for their deletion, and the way to them; nothing while none does. */
export function DeletionsAsked() {
  const t = useTexts(deskTexts)
  const live = useLive(accounts.deletionRequests, {})
  if (live.state !== 'ready' || live.answer.length === 0) return null
  return (
    <LinkButton to="/admin/users" icon={<UserX aria-hidden="true" className="size-5" />}>
      {t.deletionsWaiting(live.answer.length)}
    </LinkButton>
  )
}
