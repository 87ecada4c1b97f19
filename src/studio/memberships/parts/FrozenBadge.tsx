import { dateIn, type Instant, type LocalDate } from '#kernel/time.ts'
import { useTexts } from '#web/language.tsx'
import { useFormats, useNow, useStudio, useToday } from '#web/studio.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { texts } from '../messages.ts'
import { isToBeFrozen } from '../rules/freezes.ts'

/** 'Frozen until 5 Dec'; for a future freeze both dates. */
export function FrozenBadge({ firstDay, lastDay }: { firstDay: LocalDate; lastDay: LocalDate }) {
  const t = useTexts(texts)
  const { date } = useFormats()
  const begun = firstDay <= useToday()
  return <Badge>{begun ? t.frozenUntil(date(lastDay)) : t.frozenFrom(date(firstDay), date(lastDay))}</Badge>
}

/** The same for a pass; renders nothing if it is not frozen now or later. */
export function PassFrozen({ pass }: { pass: { frozenFrom: Instant | null; frozenUntil: Instant | null } }) {
  const { timeZone } = useStudio()
  const { frozenFrom, frozenUntil } = pass
  const frozen = isToBeFrozen(pass, useNow())
  if (!frozen || frozenFrom === null || frozenUntil === null) return null
  return <FrozenBadge firstDay={dateIn(timeZone, frozenFrom)} lastDay={dateIn(timeZone, frozenUntil - 1)} />
}
