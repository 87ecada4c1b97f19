import { useId, useState } from 'react'
import type { FamilyPerson } from '#studio/families/contract.ts'
import { forWhomTexts } from '#studio/families/messages/forWhom.ts'
import { useFamilyRows } from '#studio/families/parts/useFamilyRows.ts'
import { useCategoryName } from '#studio/settings/parts/useCategoryName.ts'
import { useTexts } from '#web/language.tsx'
import { words } from '#web/messages.ts'
import { useRefusalText } from '#web/refusals.ts'
import { useFormats, useNow } from '#web/studio.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dotted, Whose } from '#web/ui/Dotted.tsx'
import { Line, Lines } from '#web/ui/Lines.tsx'
import { LinkButton, NameLink } from '#web/ui/LinkButton.tsx'
import { Section } from '#web/ui/Page.tsx'
import { EmptyState, ErrorState, LoadingState } from '#web/ui/states.tsx'
import { memberships } from '../calls.ts'
import type { FamilyPurchase } from '../contract.ts'
import { refusals, texts } from '../messages.ts'
import { cannotCancel, isActive, paymentOf } from '../rules.ts'
import { leftFirst, leftOf } from '../rules/book.ts'
import { CancelMembershipDialog } from './CancelMembershipDialog.tsx'
import { PassFrozen } from './FrozenBadge.tsx'
import { PassMeter } from './PassMeter.tsx'
import { PassPaymentBadge } from './PassPayment.tsx'

type Shown = FamilyPurchase & { readonly person: FamilyPerson }

/** The dashboard's active memberships of everybody whom the account books for. */
export function MyMemberships() {
  const t = useTexts(texts)
  const { loading, tryAgain } = useTexts(words)
  const now = useNow()
  const [cancelling, setCancelling] = useState<Shown | null>(null)
  const { rows, isFamily, state, retry } = useFamilyRows(memberships.mine)
  const active = leftFirst(rows.filter((purchase) => isActive(purchase, now)))
  const toCatalogue = <LinkButton to="/memberships">{t.toCatalogue}</LinkButton>
  return (
    <Section title={t.mine}>
      {state === 'loading' && <LoadingState label={loading} count={2} />}
      {state === 'failed' && <ErrorState text={t.loadFailed} retryLabel={tryAgain} onRetry={retry} />}
      {state === 'ready' && active.length === 0 && (
        <EmptyState text={t.mineNone} hint={t.mineNoneHint} action={toCatalogue} small />
      )}
      {state === 'ready' && active.length > 0 && (
        <Lines label={t.mine}>
          {active.map((purchase) => (
            <OwnMembership
              key={purchase.id}
              purchase={purchase}
              who={isFamily ? purchase.person.displayName : undefined}
              onCancel={() => setCancelling(purchase)}
            />
          ))}
        </Lines>
      )}
      {cancelling && (
        <CancelMembershipDialog purchase={cancelling} person={cancelling.person} onClose={() => setCancelling(null)} />
      )}
    </Section>
  )
}

function OwnMembership(props: { purchase: Shown; who: string | undefined; onCancel: () => void }) {
  const { purchase } = props
  const t = useTexts(texts)
  const explain = useRefusalText(refusals)
  const { dayOfYear } = useFormats()
  const categoryName = useCategoryName()
  const id = useId()
  const payment = paymentOf(purchase)
  const refused = cannotCancel(purchase, payment, useNow())
  // the payment exists, but belongs to another guardian
  const refusal = refused === 'noPaymentFound' && purchase.hasPayment ? 'paidByAnother' : refused
  const { cannotCancel: cannotCancelFor } = useTexts(forWhomTexts)
  const whyNot = purchase.person.rights.canBook ? undefined : cannotCancelFor
  const names = purchase.categories.map((name) => categoryName(name)).join(', ')
  return (
    <Line
      id={id}
      stateLast
      name={
        <NameLink
          to="/pass/$id"
          params={{ id: purchase.id }}
          search={purchase.person.own ? {} : { of: purchase.person.personId }}
        >
          {purchase.membershipName}
        </NameLink>
      }
      more={
        <Dotted>
          {props.who && <Whose name={props.who} />}
          {names || t.allCategories}
          {t.validUntil(dayOfYear(purchase.validUntil))}
        </Dotted>
      }
      state={
        <>
          <PassMeter of={purchase} />
          <PassFrozen pass={purchase} />
          {payment && <PassPaymentBadge payment={payment} />}
        </>
      }
      actions={
        <>
          {leftOf(purchase) === 0 && (
            <LinkButton size="small" variant="quiet" to="/memberships" aria-describedby={id}>
              {t.buyAnother}
            </LinkButton>
          )}
          {purchase.classesUsed === 0 && (
            <Button
              size="small"
              variant="quiet"
              onPress={props.onCancel}
              whyDisabled={refusal ? explain({ code: refusal }) : whyNot}
              aria-describedby={id}
            >
              {t.cancel}
            </Button>
          )}
        </>
      }
    />
  )
}
