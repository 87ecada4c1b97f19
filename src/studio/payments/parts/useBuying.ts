import { useEffect, useState } from 'react'
import type { Cents } from '#kernel/money.ts'
import { refuse } from '#kernel/result.ts'
import { useStudio } from '#web/studio.tsx'
import { offeredMethods, priceFor, withDiscount, type PaymentMethod } from '../rules.ts'
import type { Sale } from './sale.ts'
import { useDiscountCode, type CheckDiscount } from './useDiscountCode.ts'
import { useSiblings } from './useSiblings.ts'

/** What is to be paid with this choice, in cents: for each person, in full, and after all discounts. */
function useSum(
  { price, buyers, people = Math.max(1, buyers?.length ?? 1) }: Sale,
  coverMember: boolean,
  code: Cents | null,
) {
  const each = priceFor(price, coverMember)
  const full = each * people
  const { cents, siblings } = useSiblings(buyers)({ full: each, code })
  return { each, full, siblings, toPay: buyers ? cents : withDiscount(each, code ?? 0) * people }
}

/** The choice, from the covered member and the code to the confirmed payment. */
export function useBuying(props: Sale & { onTransfer: (amount: Cents) => void }) {
  const { onPay, explain, mayCover = true } = props
  const [ticked, setTicked] = useState(false)
  const coverMember = mayCover && ticked
  const [asked, setAsked] = useState<PaymentMethod | null>(null)
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const discount = useDiscountCode(props.checkDiscount ?? noCode, explain)
  const sum = useSum(props, coverMember, discount.applied?.amount ?? null)
  const studio = useStudio()

  function cover(ticked: boolean) {
    setTicked(ticked)
    setProblem(null)
  }
  // also when other people are chosen of whom none is a group member
  useEffect(
    () => discount.recheck(coverMember),
    // oxlint-disable-next-line react/exhaustive-deps -- the function is a new one at each render
    [coverMember],
  )

  async function choose(method: PaymentMethod) {
    setProblem(null)
    if (props.mayPay?.() === false) return
    if (await discount.settle(coverMember)) setAsked(method)
  }

  async function takeForFree() {
    setProblem(null)
    const [method = 'cash'] = offeredMethods(coverMember, studio)
    if (props.mayPay?.() !== false) await payBy(method)
  }

  async function payBy(paymentMethod: PaymentMethod) {
    setPending(true)
    const outcome = await onPay({ coverMember, paymentMethod, discountCode: discount.applied?.code ?? null })
    setPending(false)
    if (outcome === null) return
    setAsked(null)
    if (!outcome.ok && outcome.code.startsWith('discount')) discount.refused(explain(outcome))
    else if (!outcome.ok) setProblem(explain(outcome))
    else if (paymentMethod === 'bankTransfer' && outcome.value.price > 0) props.onTransfer(outcome.value.price)
    else props.onClose()
  }
  const pay = { by: payBy, pending }
  return { coverMember, cover, sum, discount, problem, asked, choose, takeForFree, pay, cancel: () => setAsked(null) }
}

// used when codes are not offered, so it is never called
const noCode: CheckDiscount = () => Promise.resolve(refuse('discountInvalid'))
