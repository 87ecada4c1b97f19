import { euros, type Cents } from '#kernel/money.ts'
import { useTexts } from '#web/language.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import type { Tone } from '#web/ui/tones.ts'
import { texts } from '../messages.ts'
import type { ShownPaymentStatus } from '../rules.ts'

const tones: Readonly<Record<ShownPaymentStatus, Tone>> = {
  due: 'warning',
  userMarkedAsPaid: 'info',
  teacherMarkedAsPaid: 'info',
  confirmed: 'good',
  cancelled: 'neutral',
  included: 'accent',
}

/** Where a payment stands. A due one with an actual amount shows it; with `onPress` the badge is a button. */
export function PaymentStatusBadge(props: {
  status: ShownPaymentStatus
  actualAmount?: Cents | null
  onPress?: () => void
  label?: string
}) {
  const { status, actualAmount = null, ...button } = props
  const t = useTexts(texts)
  return (
    <Badge tone={tones[status]} {...button}>
      {t.statuses[status]}
      {status === 'due' && actualAmount !== null && ` ${euros(actualAmount)}`}
    </Badge>
  )
}
