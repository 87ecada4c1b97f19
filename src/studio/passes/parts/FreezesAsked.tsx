import { Snowflake } from 'lucide-react'
import { useTexts } from '#web/language.tsx'
import { useLive } from '#web/live/useLive.ts'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { passes } from '../calls.ts'
import { freezeTexts } from '../messages.ts'

/** Number of freezes that wait for a decision, with a link to them; nothing if there are none. */
export function FreezesAsked() {
  const t = useTexts(freezeTexts)
  const live = useLive(passes.freezes, { page: 1 })
  const asked = live.state === 'ready' ? live.answer.rows.filter(({ state }) => state === 'asked').length : 0
  if (asked === 0) return null
  return (
    <LinkButton to="/admin/freezes" icon={<Snowflake aria-hidden="true" className="size-5" />}>
      {t.waiting(asked)}
    </LinkButton>
  )
}
