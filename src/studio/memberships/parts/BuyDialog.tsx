import { texts as familyTexts } from '#studio/families/messages.ts'
import { forWhomTexts } from '#studio/families/messages/forWhom.ts'
import { ForWhom, useForWhom } from '#studio/families/parts/ForWhom.tsx'
import { othersNamed } from '#studio/families/parts/othersNamed.ts'
import { useDancingPeople, useFamilyState } from '#studio/families/parts/usePeople.ts'
import { useMayCover } from '#studio/families/parts/useMayCover.ts'
import { useOthersPay } from '#studio/families/parts/useOthersPay.ts'
import { useExplainWho } from '#studio/families/parts/useExplainWho.ts'
import { texts as paymentTexts } from '#studio/payments/messages.ts'
import { usePayFirst } from '#studio/payments/parts/PayFirst.tsx'
import { PaymentDialog } from '#studio/payments/parts/PaymentDialog.tsx'
import type { PaymentChoice } from '#studio/payments/parts/sale.ts'
import type { Price } from '#studio/payments/rules.ts'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { LiveContent } from '#web/live/LiveContent.tsx'
import { useRefusalText } from '#web/refusals.ts'
import { toast } from '#web/ui/toast.ts'
import { memberships } from '../calls.ts'
import type { CatalogueItem } from '../contract.ts'
import { buyFailures, refusals, texts } from '../messages.ts'

/** Buys a membership through the payment dialog. */
export function BuyDialog(props: { membership: CatalogueItem; price: Price; open: boolean; onClose: () => void }) {
  const { membership, price, open, onClose } = props
  const { run } = useCommand(memberships.buy)
  const several = useCommand(memberships.buySeveral)
  const offered = useDancingPeople()
  const family = useFamilyState()
  const isFamily = offered.some(({ own }) => !own)
  const { loadFailed } = useTexts(familyTexts)
  const { cannotBook } = useTexts(forWhomTexts)
  const payFirst = usePayFirst()
  const candidates = offered.map((person) => ({
    person,
    whyNot: person.rights.canBook ? payFirst(person.personId) : cannotBook,
  }))
  const { chosen, tick, handle, isSaid, clear } = useForWhom(candidates)
  const othersPay = useOthersPay()
  const mayCover = useMayCover()
  const explain = useExplainWho(useRefusalText(buyFailures, refusals))
  const t = useTexts(texts)
  const { itIsYours, itIsTheirs } = useTexts(paymentTexts)
  const others = othersNamed(chosen)

  async function buy({ coverMember, paymentMethod }: PaymentChoice) {
    const people = chosen.map(({ personId }) => ({ personId }))
    const input = { membershipId: membership.id, coverMember, paymentMethod }
    const outcome = await (isFamily ? several.run({ ...input, people }) : run(input))
    if (outcome?.ok) {
      const { price } = outcome.value
      toast.success(others ? t.boughtFor(others, price) : t.bought(price))
    }
    return outcome
  }

  return (
    <PaymentDialog
      title={t.buyTitle}
      item={membership.name}
      details={`${t.classes(membership.classLimit)} · ${t.days(membership.validPeriod)}`}
      price={price}
      buyers={(isFamily ? chosen : offered).map(({ personId }) => personId)}
      mayCover={!isFamily || mayCover(chosen)}
      note={isFamily && <ForWhom handle={handle} candidates={candidates} chosen={chosen} onTick={tick} />}
      open={open}
      first={
        family.state !== 'ready' && (
          <LiveContent live={{ state: family.state }} retry={family.retry} shape="text" failed={loadFailed}>
            {() => null}
          </LiveContent>
        )
      }
      onClose={() => {
        onClose()
        // the next pass may be for another child
        clear()
      }}
      thanks={others ? (...sum) => itIsTheirs(others, ...sum) : itIsYours}
      othersPay={othersPay(chosen)}
      mayPay={() => !isFamily || isSaid()}
      onPay={buy}
      explain={explain}
    />
  )
}
