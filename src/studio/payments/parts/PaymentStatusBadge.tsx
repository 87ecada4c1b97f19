import type { Instant } from '#kernel/time.ts'
import { useTexts } from '#web/language.tsx'
import { useNow } from '#web/studio.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import type { Tone } from '#web/ui/tones.ts'
import { texts } from '../messages.ts'
import { isOverdue, type Part, type PaymentStatus, type ShownPaymentStatus } from '../rules.ts'

const tones: Readonly<Record<ShownPaymentStatus, Tone>> = {
  due: 'warning',
  partlyPaid: 'warning',
  markedByUser: 'info',
  markedByTeacher: 'info',
  confirmed: 'good',
  cancelled: 'neutral',
  included: 'accent',
}

/** The status of a payment. A partly paid one shows how much; with `onPress` the badge is a button. */
export function PaymentStatusBadge(props: { status: ShownPaymentStatus; part?: Part | null; onPress?: () => void }) {
  const { status, part, ...button } = props
  const t = useTexts(texts)
  return (
    <Badge tone={tones[status]} {...button}>
      {part ? t.partPaid(part.received, part.price) : t.statuses[status]}
    </Badge>
  )
}

/** The status in lists: an overdue payment visibly shows only that it is overdue. */
export function PaymentStanding(props: { status: PaymentStatus; deadline: Instant | null; part?: Part | null }) {
  const { status, deadline, part } = props
  const t = useTexts(texts)
  const overdue = isOverdue({ status, deadline: deadline ?? Infinity }, useNow())
  if (!overdue) return <PaymentStatusBadge status={status} part={part ?? null} />
  return (
    <Badge tone="danger">
      {part ? `${t.partPaid(part.received, part.price)} · ` : <span className="sr-only">{t.statuses[status]} </span>}
      {t.overdue}
    </Badge>
  )
}
