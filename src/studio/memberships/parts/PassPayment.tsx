import type { Cents } from '#kernel/money.ts'
import type { Instant } from '#kernel/time.ts'
import { PaymentStanding, PaymentStatusBadge } from '#studio/payments/parts/PaymentStatusBadge.tsx'
import { texts as paymentTexts } from '#studio/payments/messages.ts'
import { isOverdue, standingInWords, type PaymentStatus } from '#studio/payments/rules.ts'
import { useTexts } from '#web/language.tsx'
import { useNow } from '#web/studio.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { texts } from '../messages.ts'
import { openPassPayment } from '../rules.ts'

interface PassPayment {
  readonly status: PaymentStatus
  readonly price: Cents
}

/** What is owed for a pass; shown where the pass takes the place of a payment. */
export function PassPaymentBadge(props: {
  payment: PassPayment
  onPress?: () => void
  /** Without the sum, where many rows share one payment. */
  brief?: boolean
}) {
  const { payment, onPress } = props
  const t = useTexts(texts)
  const button = onPress && { onPress }
  if (payment.status === 'cancelled') return <PassPaymentCancelled />
  if (payment.status !== 'due' || !openPassPayment(payment)) {
    return <PaymentStatusBadge status={payment.status} {...button} />
  }
  return (
    <Badge tone="warning" {...button}>
      {props.brief ? t.passUnpaidIs : t.passUnpaid(payment.price)}
    </Badge>
  )
}

/** Only the payment: the pass stays, and 'Cancelled' alone would be read as the pass. */
function PassPaymentCancelled() {
  const t = useTexts(texts)
  return <Badge>{t.passPaymentCancelled}</Badge>
}

/** On cards for staff, where no heading of a column says that it is about the payment. */
export function PassPaymentOnCard(props: { status: PaymentStatus; deadline: Instant | null }) {
  return props.status === 'cancelled' ? <PassPaymentCancelled /> : <PaymentStanding {...props} />
}

/** The same in lists for staff, where an overdue payment is marked. */
export function PassPaymentStanding({ payment }: { payment: PassPayment & { readonly deadline: Instant } }) {
  const inWords = usePassPaymentInWords()
  if (!isOverdue(payment, useNow())) return <PassPaymentBadge payment={payment} />
  return <Badge tone="danger">{inWords(payment)}</Badge>
}

/** The same for files. */
export function usePassPaymentInWords(): (payment: PassPayment & { readonly deadline: Instant }) => string {
  const { statuses, overdue } = useTexts(paymentTexts)
  const { passUnpaid, passPaymentCancelled: cancelled } = useTexts(texts)
  const now = useNow()
  return (payment) => {
    const due = openPassPayment(payment) ? passUnpaid(payment.price) : statuses.due
    return standingInWords(payment, now, { statuses: { ...statuses, due, cancelled }, overdue })
  }
}
