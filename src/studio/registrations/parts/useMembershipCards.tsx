import { PassPaymentBadge } from '#studio/memberships/parts/PassPayment.tsx'
import type { OwnPurchase } from '#studio/memberships/contract.ts'
import { texts as passTexts } from '#studio/memberships/messages.ts'
import { openPassPayment, paymentOf } from '#studio/memberships/rules.ts'
import { leftOf } from '#studio/memberships/rules/book.ts'
import { useTexts } from '#web/language.tsx'
import type { Explain } from '#web/refusals.ts'
import { useFormats } from '#web/studio.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import type { RadioCard } from '#web/ui/RadioCards.tsx'
import { texts } from '../messages.ts'
import type { Judged } from './choice.ts'

type Choosable = Omit<OwnPurchase, 'classesCorrected' | 'validFrom'>

/** A person's memberships to choose from, each with the reason if it can't pay for this entry. */
export function useMembershipCards(explain: Explain): (judged: readonly Judged<Choosable>[]) => RadioCard<string>[] {
  const t = useTexts(texts)
  const { leftShort } = useTexts(passTexts)
  const { dayOfYear, stamp } = useFormats()
  return (judged) => {
    const several = judged.filter(({ why }) => why === null).length > 1
    return judged.map(({ purchase, why }, index) => ({
      value: purchase.id,
      title: purchase.membershipName,
      detail: (
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {/* show the time too: a pass that ends on the day of the class may end before it starts */}
          <span>{t.validUntil((why === 'membershipExpiresBefore' ? stamp : dayOfYear)(purchase.validUntil))}</span>
          <span>{t.usedOf(purchase.classesUsed, purchase.classLimit)}</span>
          {several && index === 0 && <Badge tone="info">{t.endsFirst}</Badge>}
          {openBadge(purchase)}
        </span>
      ),
      aside: leftShort(leftOf(purchase)),
      whyDisabled: why ? explain({ code: why }) : undefined,
    }))
  }
}

function openBadge(purchase: Choosable) {
  const payment = openPassPayment(paymentOf(purchase))
  return payment && <PassPaymentBadge payment={payment} />
}
