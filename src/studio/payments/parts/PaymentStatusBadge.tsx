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

/** Where a payment stands. One that is paid in part shows how much; with `onPress` the badge is a button. */
export function PaymentStatusBadge(props: {
  status: ShownPaymentStatus
  part?: Part | null
  onPress?: () => void
  label?: string
}) {
  const { status, part, ...button } = props
  const t = useTexts(texts)
  return (
    <Badge tone={tones[status]} {...button}>
      {part ? t.partPaid(part.received, part.price) : t.statuses[status]}
    </Badge>
  )
}

/** The same in the lists of staff, where one that is due past its deadline is marked. */
export function PaymentStanding({ status, deadline }: { status: PaymentStatus; deadline: Instant | null }) {
  const t = useTexts(texts)
  const overdue = isOverdue({ status, deadline: deadline ?? Infinity }, useNow())
  return (
    <span className="inline-flex flex-wrap items-center gap-1">
      <PaymentStatusBadge status={status} />
      {overdue && <Badge tone="danger">{t.overdue}</Badge>}
    </span>
  )
}
