import { UserX } from 'lucide-react'
import { useTexts } from '#web/language.tsx'
import { useLive } from '#web/live/useLive.ts'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { accounts } from '../calls.ts'
import { deskTexts } from '../messages/desk.ts'

/** How many people asked to be deleted, with a link to them; renders nothing if there are none. */
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
