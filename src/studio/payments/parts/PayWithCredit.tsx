import type { Cents } from '#kernel/money.ts'
import { useTexts } from '#web/language.tsx'
import { Button } from '#web/ui/Button.tsx'
import { payments } from '../calls.ts'
import { texts } from '../messages.ts'
import { SpendCredit } from './SpendCredit.tsx'
import { useCredit } from './useCredit.ts'

/** What credit has paid on a press, and what is left of all that is due. The earliest deadline is paid first. */
export interface PaidByCredit {
  readonly used: Cents
  readonly left: Cents
}

/** Offers to pay from existing credit after a booking. */
export function PayWithCredit({ booked, onPaid }: { booked: Cents; onPaid: (paid: PaidByCredit) => void }) {
  const t = useTexts(texts)
  const { credit, due, pending, spend, asked } = useCredit((used, left) => onPaid({ used, left }))
  // the subscribed payments may not include the booking yet
  if (credit === 0 || due < booked) return null
  return (
    <>
      <Button pending={pending} onPress={spend}>
        {t.payWithYourCredit(credit)}
      </Button>
      {asked && <SpendCredit command={payments.spendCredit} input={{}} {...asked} />}
    </>
  )
}
