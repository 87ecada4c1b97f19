import { PassMeter } from '#studio/memberships/parts/PassMeter.tsx'
import { PassPaymentStanding } from '#studio/memberships/parts/PassPayment.tsx'
import { isActive, paymentOf } from '#studio/memberships/rules.ts'
import { useTexts } from '#web/language.tsx'
import { useFormats, useNow } from '#web/studio.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Cluster } from '#web/ui/Card.tsx'
import type { Pass } from '../contract.ts'
import { texts } from '../messages.ts'

/** Remaining classes, end of validity and state of a pass; details of a freeze are in the card below. */
export function PassFacts({ pass }: { pass: Pass }) {
  const t = useTexts(texts)
  const { dayOfYear } = useFormats()
  const payment = paymentOf(pass)
  const active = isActive(pass, useNow())
  return (
    <Cluster>
      <PassMeter of={pass} />
      <span className="text-muted">{t.validUntil(dayOfYear(pass.validUntil))}</span>
      {!active && <Badge>{pass.status === 'cancelled' ? t.cancelled : t.expired}</Badge>}
      {payment && <PassPaymentStanding payment={payment} />}
    </Cluster>
  )
}
