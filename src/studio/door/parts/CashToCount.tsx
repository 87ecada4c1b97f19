import { HandCoins } from 'lucide-react'
import { useTexts } from '#web/language.tsx'
import { useLive } from '#web/live/useLive.ts'
import { useFormats } from '#web/studio.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { door } from '../calls.ts'
import { toCountTexts } from '../messages/toCount.ts'

/** Cash that was handed over and is not counted yet, with a link to it; nothing while there is none. */
export function CashToCount() {
  const t = useTexts(toCountTexts)
  const { euros } = useFormats()
  const live = useLive(door.toCount, {})
  if (live.state !== 'ready' || live.answer.handOvers === 0) return null
  const { handOvers, cents } = live.answer
  return (
    <LinkButton to="/admin/cash-box" icon={<HandCoins aria-hidden="true" className="size-5" />}>
      {t.toCount(handOvers, euros(cents))}
    </LinkButton>
  )
}
