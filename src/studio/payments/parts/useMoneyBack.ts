import { useTexts } from '#web/language.tsx'
import { useStudio } from '#web/studio.tsx'
import type { MoneyBack } from '../contract.ts'
import { texts } from '../messages.ts'
import type { PaymentStatus } from '../rules.ts'

/** What a user who cancels a place is told about its money: what becomes credit, and whether to ask the studio. */
export function useMoneyBack(): (place: {
  readonly paymentStatus: PaymentStatus | null
  readonly moneyBack: MoneyBack | null
}) => { readonly credit: string | null; readonly ask: string | null } {
  const t = useTexts(texts)
  const withCredit = useStudio().features.includes('statements')
  return ({ paymentStatus, moneyBack }) => {
    const paid = paymentStatus !== null && paymentStatus !== 'due'
    if (!paid || !moneyBack) return { credit: null, ask: null }
    const becomes = moneyBack.yours ? t.becomesCredit : t.becomesPayersCredit
    const credit = withCredit && moneyBack.credit > 0 ? becomes(moneyBack.credit) : null
    // what is only marked as paid has not come in by the bank
    return { credit, ask: credit === null || moneyBack.desk > 0 ? t.askForMoney : null }
  }
}
