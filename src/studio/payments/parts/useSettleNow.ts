import type { Cents } from '#kernel/money.ts'
import { send } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { useMe } from '#web/me.ts'
import { useRefusalText } from '#web/refusals.ts'
import { toast } from '#web/ui/toast.ts'
import { payments } from '../calls.ts'
import { markFailures, refusals, texts } from '../messages.ts'
import { confirmFailures, deskTexts } from '../messages/desk.ts'
import { staffAction, type PaymentMethod } from '../rules.ts'

interface Made {
  readonly paymentId: string
  readonly price: Cents
}

/** For the message after a sale in cash: a button that settles the payment just made, at its price. */
export function useSettleNow() {
  const { kind } = useMe()
  const { confirmTitle } = useTexts(texts)
  const t = useTexts(deskTexts)
  const action = staffAction(kind, 'due')
  const explain = useRefusalText(action === 'confirm' ? confirmFailures : markFailures, refusals)

  async function settle({ paymentId, price }: Made) {
    const said = { paymentId, actualAmount: price, seenStatus: 'due', seenReceived: 0 } as const
    const outcome = await send(action === 'confirm' ? payments.confirm : payments.markAsPaidByTeacher, said)
    if (outcome.ok) toast.success(action === 'confirm' ? t.confirmed : t.marked)
    else toast.problem(explain(outcome))
  }
  return (made: Made, method: PaymentMethod) =>
    method === 'cash' && made.price > 0 && action !== null
      ? { label: action === 'confirm' ? confirmTitle : t.mark, onPress: () => void settle(made) }
      : undefined
}
