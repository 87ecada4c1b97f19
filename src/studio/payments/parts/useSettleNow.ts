import { send } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { useMe } from '#web/me.ts'
import { useRefusalText } from '#web/refusals.ts'
import { toast } from '#web/ui/toast.ts'
import { payments } from '../calls.ts'
import { markFailures, refusals, texts } from '../messages.ts'
import { confirmFailures, deskTexts } from '../messages/desk.ts'
import { asMade, staffAction, type MadePayment, type PaymentMethod } from '../rules.ts'
import { useConfirmedOne } from './useConfirmedOne.ts'

/** For the message after a sale in cash: a button that settles the payment just made, at its price. */
export function useSettleNow() {
  const { kind } = useMe()
  const { confirmTitle } = useTexts(texts)
  const t = useTexts(deskTexts)
  const confirmed = useConfirmedOne()
  const action = staffAction(kind, 'due')
  const explain = useRefusalText(action === 'confirm' ? confirmFailures : markFailures, refusals)

  async function settle(made: MadePayment) {
    const outcome = await send(action === 'confirm' ? payments.confirm : payments.markAsPaidByTeacher, asMade(made))
    if (!outcome.ok) toast.problem(explain(outcome))
    else if (action === 'confirm') confirmed.tell(t.confirmed, made.paymentId)
    else toast.success(t.marked)
  }
  return (made: MadePayment, method: PaymentMethod) =>
    method === 'cash' && made.price > 0 && action !== null
      ? { label: action === 'confirm' ? confirmTitle : t.mark, onPress: () => void settle(made) }
      : undefined
}
