import { useId, useState } from 'react'
import { useCategoryName } from '#studio/settings/parts/useCategoryName.ts'
import { useTexts } from '#web/language.tsx'
import { LiveAnswer } from '#web/live/LiveAnswer.tsx'
import { useRefusalText } from '#web/refusals.ts'
import { useFormats, useNow } from '#web/studio.tsx'
import { Button } from '#web/ui/Button.tsx'
import { CapacityMeter } from '#web/ui/CapacityMeter.tsx'
import { Card, CardGrid, Cluster } from '#web/ui/Card.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { Section } from '#web/ui/Page.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { memberships } from '../calls.ts'
import type { OwnPurchase } from '../contract.ts'
import { refusals, texts } from '../messages.ts'
import { cannotCancel, isActive, paymentOf } from '../rules.ts'
import { CancelMembershipDialog } from './CancelMembershipDialog.tsx'
import { PassPaymentBadge } from './PassPayment.tsx'

/** The dashboard's active memberships. */
export function MyMemberships() {
  const t = useTexts(texts)
  const now = useNow()
  const [cancelling, setCancelling] = useState<OwnPurchase | null>(null)
  return (
    <Section title={t.mine}>
      <LiveAnswer query={memberships.mine} input={{}} shape="cards" count={2} failed={t.loadFailed}>
        {(mine) => {
          const active = mine.filter((purchase) => isActive(purchase, now))
          if (active.length === 0) {
            const action = <LinkButton to="/memberships">{t.toCatalogue}</LinkButton>
            return <EmptyState text={t.mineNone} hint={t.mineNoneHint} action={action} small />
          }
          return (
            <CardGrid fill label={t.mine}>
              {active.map((purchase) => (
                <OwnMembership key={purchase.id} purchase={purchase} onCancel={() => setCancelling(purchase)} />
              ))}
            </CardGrid>
          )
        }}
      </LiveAnswer>
      {cancelling && <CancelMembershipDialog purchase={cancelling} onClose={() => setCancelling(null)} />}
    </Section>
  )
}

function OwnMembership(props: { purchase: OwnPurchase; onCancel: () => void }) {
  const { purchase } = props
  const t = useTexts(texts)
  const explain = useRefusalText(refusals)
  const { dayOfYear } = useFormats()
  const categoryName = useCategoryName()
  const id = useId()
  const payment = paymentOf(purchase)
  const refusal = cannotCancel(purchase, payment, useNow())
  const names = purchase.categories.map((name) => categoryName(name)).join(', ')
  return (
    <Card as="li" label={purchase.membershipName}>
      <div className="min-w-0">
        <h3 id={id} className="text-lg">
          {purchase.membershipName}
        </h3>
        <p className="text-sm text-muted">{names || t.allCategories}</p>
      </div>
      <CapacityMeter label={t.used} taken={purchase.classesUsed} places={purchase.classLimit} show="label" />
      <Cluster>
        <span>{t.validUntil(dayOfYear(purchase.validUntil))}</span>
        {payment && <PassPaymentBadge payment={payment} />}
      </Cluster>
      {purchase.classesUsed === 0 && (
        <div>
          <Button
            size="small"
            onPress={props.onCancel}
            whyDisabled={refusal ? explain({ code: refusal }) : undefined}
            aria-describedby={id}
          >
            {t.cancel}
          </Button>
        </div>
      )}
    </Card>
  )
}
