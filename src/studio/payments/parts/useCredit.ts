import { useState } from 'react'
import type { Cents } from '#kernel/money.ts'
import { useDancingPeople } from '#studio/families/parts/usePeople.ts'
import { useCommand } from '#web/commands.ts'
import { useLive } from '#web/live/useLive.ts'
import { useRefusalText } from '#web/refusals.ts'
import { toast } from '#web/ui/toast.ts'
import { payments } from '../calls.ts'
import { creditRefusals } from '../messages.ts'
import { inOrderOfDeadlines, isDue, paidByCredit, restOf } from '../rules.ts'

/** The user's credit, what is due now, and the action that pays from the credit. */
export function useCredit(onPaid: (used: Cents, left: Cents) => void) {
  const explain = useRefusalText(creditRefusals)
  const live = useLive(payments.myCredit, {})
  const own = useLive(payments.mine, {})
  const { run, pending } = useCommand(payments.spendCredit)
  const open = own.state === 'ready' ? own.answer.filter(isDue) : []
  const people = useDancingPeople()
  const [asking, setAsking] = useState(false)
  const credit = live.state === 'ready' ? live.answer.credit : 0
  const inOrder = open.toSorted(inOrderOfDeadlines).map((payment) => ({
    ...payment,
    rest: restOf(payment),
    person: people.find(({ own, personId }) => !own && personId === payment.userId)?.displayName ?? '',
  }))
  const shares = paidByCredit(credit, inOrder)
  const due = open.reduce((sum, payment) => sum + restOf(payment), 0)

  const paid = ({ used }: { used: Cents }) => onPaid(used, due - used)

  async function spend() {
    const outcome = await run({})
    if (outcome?.ok) paid(outcome.value)
    else if (outcome) toast.problem(explain(outcome))
  }
  return {
    credit,
    due,
    pending,
    /** Asks first if several payments are paid. */
    spend: () => (shares.length > 1 ? setAsking(true) : void spend()),
    asked: asking ? { shares, onDone: paid, onClose: () => setAsking(false) } : null,
  }
}
