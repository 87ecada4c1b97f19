import type { Cents } from '#kernel/money.ts'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { useLive } from '#web/live/useLive.ts'
import { useRefusalText } from '#web/refusals.ts'
import { Button } from '#web/ui/Button.tsx'
import { toast } from '#web/ui/toast.ts'
import { payments } from '../calls.ts'
import { creditRefusals, texts } from '../messages.ts'
import { isDue, restOf } from '../rules.ts'

/** What credit has paid by a press, and what of all that is due is left: what has waited longer is paid first. */
export interface PaidByCredit {
  readonly used: Cents
  readonly left: Cents
}

/** For whoever has just booked, and has paid beyond what was due before. */
export function PayWithCredit({ booked, onPaid }: { booked: Cents; onPaid: (paid: PaidByCredit) => void }) {
  const t = useTexts(texts)
  const explain = useRefusalText(creditRefusals)
  const live = useLive(payments.myCredit, {})
  const own = useLive(payments.mine, {})
  const { run, pending } = useCommand(payments.spendCredit)
  const credit = live.state === 'ready' ? live.answer.credit : 0
  const open = own.state === 'ready' ? own.answer.filter(isDue) : []
  const due = open.reduce((sum, payment) => sum + restOf(payment), 0)
  // what was booked may not be among it yet
  if (credit === 0 || due < booked) return null

  async function use() {
    const outcome = await run({})
    if (outcome?.ok) onPaid({ used: outcome.value.used, left: due - outcome.value.used })
    else if (outcome) toast.problem(explain(outcome))
  }
  return (
    <Button pending={pending} onPress={() => void use()}>
      {t.payWithYourCredit(credit)}
    </Button>
  )
}
