import { CalendarX, ClockAlert, UserMinus } from 'lucide-react'
import { PassPaymentBadge } from '#studio/memberships/parts/PassPayment.tsx'
import { PaymentStatusBadge } from '#studio/payments/parts/PaymentStatusBadge.tsx'
import { isOverdue, partOf, staffAction } from '#studio/payments/rules.ts'
import { absenceTexts } from '#studio/registrations/messages/absences.ts'
import { useTexts } from '#web/language.tsx'
import { useMe } from '#web/me.ts'
import { useNow } from '#web/studio.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { IconButton } from '#web/ui/Button.tsx'
import { TextLink } from '#web/ui/LinkButton.tsx'
import { Tooltip } from '#web/ui/Tooltip.tsx'
import { refusals, texts } from '../messages.ts'
import { mayRemove } from '../rules.ts'
import { paymentOf, type ListedRow, type RegistrantRow } from './registrants.ts'

export function PersonName({ row }: { row: ListedRow }) {
  const t = useTexts(texts)
  return (
    <>
      <TextLink to="/admin/users/$id" params={{ id: row.userId }} className="break-words">
        {row.name}
      </TextLink>
      {row.presence === 'new' && <span className="ml-2 text-sm font-normal text-muted">{t.justCame}</span>}
    </>
  )
}

export function Method({ row }: { row: RegistrantRow }) {
  const t = useTexts(texts)
  return (
    <>
      <span className="lg:whitespace-nowrap">{t.methods[row.method]}</span>
      {row.membershipName !== null && <span className="text-muted"> ({row.membershipName})</span>}
    </>
  )
}

/** A button only if the caller can act on the payment now. */
export function PaymentStatus({ row, onSettle }: { row: RegistrantRow; onSettle: () => void }) {
  const t = useTexts(texts)
  const { kind } = useMe()
  const now = useNow()
  if (row.method === 'included') return <PaymentStatusBadge status="included" />
  const payment = paymentOf(row)
  const without = row.method === 'makeUp' ? t.methods.makeUp : t.withMembership
  if (!payment) return <span className="text-sm text-muted">{without}</span>
  const button = staffAction(kind, payment.status) && { onPress: onSettle }
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-1 sm:justify-start">
      {row.passPayment ? (
        <PassPaymentBadge payment={row.passPayment} {...button} />
      ) : (
        <PaymentStatusBadge status={payment.status} part={partOf(payment)} {...button} />
      )}
      {isOverdue(payment, now) && <Badge tone="danger">{t.overdue}</Badge>}
      {payment.coverDoubtful && (
        <Tooltip text={t.coverDoubtful}>
          <Badge tone="warning">{t.cover}</Badge>
        </Tooltip>
      )}
    </span>
  )
}

/** What matters at the door, in one line: method, and open payment. */
export function PhoneState({ row, onSettle }: { row: RegistrantRow; onSettle: () => void }) {
  const t = useTexts(texts)
  const { kind } = useMe()
  const now = useNow()
  if (row.method === 'included') return <PaymentStatusBadge status="included" />
  const payment = paymentOf(row)
  if (!payment) {
    return (
      <span className="truncate">
        {row.membershipName ?? t.methods[row.method]}
        {row.membershipName !== null && <span className="sr-only">, {t.withMembership}</span>}
      </span>
    )
  }
  const button = staffAction(kind, payment.status) && { onPress: onSettle }
  return (
    <>
      <span className="sr-only">{row.membershipName ?? t.methods[row.method]}</span>
      {row.passPayment ? (
        <PassPaymentBadge payment={row.passPayment} {...button} />
      ) : (
        <PaymentStatusBadge status={payment.status} part={partOf(payment)} {...button} />
      )}
      {isOverdue(payment, now) && (
        <ClockAlert role="img" aria-label={t.overdue} className="size-4.5 shrink-0 text-danger" />
      )}
      {payment.coverDoubtful && (
        <Tooltip text={t.coverDoubtful}>
          <Badge tone="warning">{t.cover}</Badge>
        </Tooltip>
      )}
    </>
  )
}

/** Included people have no registration to remove: before the start they can be marked as not coming. */
export function RemoveButton({ row, started, onPress }: { row: RegistrantRow; started: boolean; onPress: () => void }) {
  const t = useTexts(texts)
  const { cantComeOf } = useTexts(absenceTexts)
  const refusal = useTexts(refusals)
  const { kind } = useMe()
  if (row.method === 'included') {
    if (started) return null
    return (
      <IconButton
        label={cantComeOf(row.name)}
        icon={<CalendarX aria-hidden="true" className="size-5" />}
        onPress={onPress}
      />
    )
  }
  return (
    <IconButton
      label={t.removeOf(row.name)}
      icon={<UserMinus aria-hidden="true" className="size-5" />}
      whyDisabled={mayRemove(kind, row.payment?.status ?? null) ? undefined : refusal.paidRegistration}
      onPress={onPress}
    />
  )
}
