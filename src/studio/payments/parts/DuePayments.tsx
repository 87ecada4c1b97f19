import { useId, useState } from 'react'
import { useTexts } from '#web/language.tsx'
import { LiveAnswer } from '#web/live/LiveAnswer.tsx'
import { useFormats, useNow, useStudio } from '#web/studio.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card, Cluster } from '#web/ui/Card.tsx'
import { classes } from '#web/ui/classes.ts'
import { Section } from '#web/ui/Page.tsx'
import { Price } from '#web/ui/Price.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { payments } from '../calls.ts'
import type { OwnPayment } from '../contract.ts'
import { texts } from '../messages.ts'
import { canMarkOwn, isDue, isOverdue, partOf, restOf } from '../rules.ts'
import { BankDetails } from './BankDetails.tsx'
import { MyCredit } from './MyCredit.tsx'
import { MarkAsPaidDialog } from './MarkAsPaidDialog.tsx'
import { PayAll } from './PayAll.tsx'
import { PaymentStatusBadge } from './PaymentStatusBadge.tsx'

/** The dashboard's due payments: what to pay, how and until when, and what the studio has still to confirm. */
export function DuePayments() {
  const t = useTexts(texts)
  const [marking, setMarking] = useState<OwnPayment | null>(null)
  const withCredit = useStudio().features.includes('statements')
  return (
    <Section title={t.due}>
      {withCredit && <MyCredit />}
      <LiveAnswer query={payments.mine} input={{}} count={2} failed={t.loadFailed}>
        {(own) =>
          own.length === 0 ? (
            <EmptyState text={t.nothingDue} hint={t.nothingDueHint} small />
          ) : (
            <div className="flex flex-col gap-4">
              <PayAll own={own} />
              <ul className="@container flex flex-col gap-4">
                {own.map((payment) => (
                  <DuePayment key={payment.id} payment={payment} onMark={() => setMarking(payment)} />
                ))}
              </ul>
            </div>
          )
        }
      </LiveAnswer>
      {marking && <MarkAsPaidDialog payment={marking} onClose={() => setMarking(null)} />}
    </Section>
  )
}

function DuePayment(props: { payment: OwnPayment; onMark: () => void }) {
  const { payment } = props
  const t = useTexts(texts)
  const { day } = useFormats()
  const overdue = isOverdue(payment, useNow())
  const due = isDue(payment)
  const hint = { cash: t.payInCash, stebby: t.payInStebby, bankTransfer: null }[payment.paymentMethod]
  const id = useId()
  const markable = canMarkOwn(payment)
  return (
    <Card as="li" label={payment.description}>
      <div className="grid grid-cols-[1fr_auto] items-center gap-x-6 gap-y-3 @lg:grid-cols-[1fr_auto_auto]">
        <div className="min-w-0">
          <h3 id={id} className="text-lg">
            {payment.description}
          </h3>
          <p className="text-sm text-muted">
            {/* the hint below says how, where there is one */}
            {t.items[payment.item]}
            {!(due && hint) && ` · ${t.methods[payment.paymentMethod]}`}
          </p>
        </div>
        <p className={classes('font-display text-xl font-bold @lg:row-span-2', !markable && '@lg:col-span-2')}>
          <Price cents={restOf(payment)} />
        </p>
        <div className="col-span-2 @lg:col-span-1 @lg:col-start-1">
          <Cluster>
            <PaymentStatusBadge status={payment.status} part={partOf(payment)} />
            {overdue && <Badge tone="danger">{t.overdue}</Badge>}
            <span className="text-sm text-muted">{due ? t.payBy(day(payment.deadline)) : t.awaiting}</span>
          </Cluster>
          {due && hint && <p className="mt-2 text-sm">{hint}</p>}
        </div>
        {due && payment.paymentMethod === 'bankTransfer' && (
          <div className="col-span-2 @lg:col-span-3">
            <HowToTransfer payment={payment} />
          </div>
        )}
        {markable && (
          <div className="col-span-2 @lg:col-span-1 @lg:col-start-3 @lg:row-span-2 @lg:row-start-1">
            <Button onPress={props.onMark} aria-describedby={id}>
              {t.markAsPaid}
            </Button>
          </div>
        )}
      </div>
    </Card>
  )
}

/** The account is folded away, for most know it; whom to ask is said at once. */
function HowToTransfer({ payment }: { payment: OwnPayment }) {
  const t = useTexts(texts)
  const details = <BankDetails amount={restOf(payment)} item={payment.description} />
  if (!useStudio().bankAccount) return details
  return (
    <details className="max-w-md">
      <summary className="flex min-h-control items-center font-semibold text-brand underline decoration-brand/40 decoration-2 underline-offset-4">
        {t.bankDetails}
      </summary>
      {details}
    </details>
  )
}
