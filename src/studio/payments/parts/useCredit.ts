import type { Cents } from '#kernel/money.ts'
import { useCommand } from '#web/commands.ts'
import { useLive } from '#web/live/useLive.ts'
import { useRefusalText } from '#web/refusals.ts'
import { toast } from '#web/ui/toast.ts'
import { payments } from '../calls.ts'
import { creditRefusals } from '../messages.ts'
import { isDue, restOf } from '../rules.ts'

/** The user's credit, what is due now, and the action that pays from the credit. */
export function useCredit(onPaid: (used: Cents, left: Cents) => void) {
  const explain = useRefusalText(creditRefusals)
  const live = useLive(payments.myCredit, {})
  const own = useLive(payments.mine, {})
  const { run, pending } = useCommand(payments.spendCredit)
  const open = own.state === 'ready' ? own.answer.filter(isDue) : []
  const due = open.reduce((sum, payment) => sum + restOf(payment), 0)

  async function spend() {
    const outcome = await run({})
    if (outcome?.ok) onPaid(outcome.value.used, due - outcome.value.used)
    else if (outcome) toast.problem(explain(outcome))
  }
  return { credit: live.state === 'ready' ? live.answer.credit : 0, due, pending, spend: () => void spend() }
}
