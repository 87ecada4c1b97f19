import type { Cents } from '#kernel/money.ts'
import { useTexts } from '#web/language.tsx'
import { Button } from '#web/ui/Button.tsx'
import { texts } from '../messages.ts'
import { useCredit } from './useCredit.ts'

/** What credit has paid by a press, and what of all that is due is left: what has waited longer is paid first. */
export interface PaidByCredit {
  readonly used: Cents
  readonly left: Cents
}

/** For whoever has just booked, and has paid beyond what was due before. */
export function PayWithCredit({ booked, onPaid }: { booked: Cents; onPaid: (paid: PaidByCredit) => void }) {
  const t = useTexts(texts)
  const { credit, due, pending, spend } = useCredit((used, left) => onPaid({ used, left }))
  // what was booked may not be among it yet
  if (credit === 0 || due < booked) return null
  return (
    <Button pending={pending} onPress={spend}>
      {t.payWithYourCredit(credit)}
    </Button>
  )
}
