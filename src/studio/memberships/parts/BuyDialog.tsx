import { refuse } from '#kernel/result.ts'
import { PaymentDialog, type PaymentChoice } from '#studio/payments/parts/PaymentDialog.tsx'
import type { Price } from '#studio/payments/rules.ts'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { useRefusalText } from '#web/refusals.ts'
import { toast } from '#web/ui/toast.ts'
import { memberships } from '../calls.ts'
import type { CatalogueItem } from '../contract.ts'
import { buyFailures, refusals, texts } from '../messages.ts'

// a discount code belongs to one course, so none ever counts here
const noDiscount = () => Promise.resolve(refuse('discountInvalid'))

/** Buys a membership through the payment dialog. */
export function BuyDialog(props: { membership: CatalogueItem; price: Price; open: boolean; onClose: () => void }) {
  const { membership, price, open, onClose } = props
  const { run } = useCommand(memberships.buy)
  const explain = useRefusalText(buyFailures, refusals)
  const t = useTexts(texts)

  async function buy({ coverMember, paymentMethod }: PaymentChoice) {
    const outcome = await run({ membershipId: membership.id, coverMember, paymentMethod })
    if (outcome?.ok) toast.success(t.bought(outcome.value.price))
    return outcome
  }

  return (
    <PaymentDialog
      title={t.buyTitle}
      item={membership.name}
      details={`${t.classes(membership.classLimit)} · ${t.days(membership.validPeriod)}`}
      price={price}
      open={open}
      onClose={onClose}
      checkDiscount={noDiscount}
      onPay={buy}
      explain={explain}
    />
  )
}
