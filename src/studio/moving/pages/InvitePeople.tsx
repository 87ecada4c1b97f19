import { useState } from 'react'
import { send } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { useLive } from '#web/live/useLive.ts'
import { useRefusalText } from '#web/refusals.ts'
import { Button } from '#web/ui/Button.tsx'
import { Section } from '#web/ui/Page.tsx'
import { toast } from '#web/ui/toast.ts'
import { moving } from '../calls.ts'
import { tableRefusals, tableTexts } from '../messages/table.ts'

/** Sends invitations to imported people who can't sign in yet, only when the admin presses the button. */
export function InvitePeople() {
  const t = useTexts(tableTexts)
  const explain = useRefusalText(tableRefusals)
  const live = useLive(moving.uninvited, {})
  const [invited, setInvited] = useState<number | null>(null)
  const total = live.state === 'ready' ? live.answer.total : 0

  async function invite() {
    let sent = 0
    let left = total
    while (left > 0) {
      setInvited(sent)
      const outcome = await send(moving.invite, {})
      if (!outcome.ok) {
        toast.problem(explain(outcome))
        break
      }
      sent += outcome.value.invited
      left = outcome.value.left
      // the remaining ones were invited by another admin meanwhile
      if (outcome.value.invited === 0) break
    }
    setInvited(null)
    if (sent > 0) toast.success(t.invited(sent))
  }

  if (total === 0 && invited === null) return null
  return (
    <Section title={t.inviteTitle} subtitle={t.inviteHint(total)}>
      <div>
        <Button pending={invited !== null} pendingLabel={t.inviting(invited ?? 0)} onPress={() => void invite()}>
          {t.invite(total)}
        </Button>
      </div>
    </Section>
  )
}
