import { Landmark } from 'lucide-react'
import { useTexts } from '#web/language.tsx'
import { useLive } from '#web/live/useLive.ts'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { bank } from '../calls.ts'
import { waitingTexts } from '../messages/waiting.ts'

/** How many lines of bank statements wait, with a link to them; nothing while none does. */
export function LinesWaiting() {
  const t = useTexts(waitingTexts)
  const live = useLive(bank.linesWaiting, {})
  if (live.state !== 'ready' || live.answer.lines === 0) return null
  return (
    <LinkButton to="/admin/bank" icon={<Landmark aria-hidden="true" className="size-5" />}>
      {t.linesWait(live.answer.lines)}
    </LinkButton>
  )
}
