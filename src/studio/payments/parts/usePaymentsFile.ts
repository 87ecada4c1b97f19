import { csvMoney, type CsvTable } from '#kernel/csv.ts'
import { useNameOf } from '#studio/accounts/parts/useNameOf.ts'
import { useTexts } from '#web/language.tsx'
import { words } from '#web/messages.ts'
import { useFormats, useStudio } from '#web/studio.tsx'
import type { DeskPayment } from '../contract.ts'
import { texts } from '../messages.ts'
import { deskTexts } from '../messages/desk.ts'
import { paidAmount, stillDueOf } from '../rules.ts'
import { useStandingInWords } from './useStandingInWords.ts'

/** A list of payments as a CSV table for staff. */
export function usePaymentsFile(): (rows: readonly DeskPayment[]) => CsvTable {
  const nameOf = useNameOf()
  const t = useTexts(deskTexts)
  const { methods, items } = useTexts(texts)
  const standing = useStandingInWords()
  const word = useTexts(words)
  const { moment } = useFormats()
  const withReferences = useStudio().features.includes('statements')
  return (rows) => {
    const ofMonth = rows.some(({ inMonth }) => inMonth !== null)
    return [
      [
        word.name,
        word.email,
        t.item,
        t.kind,
        t.paymentMethod,
        t.price,
        t.actualAmount,
        ...(ofMonth ? [t.receivedInMonth] : []),
        t.stillDue,
        t.status,
        t.deadline,
        t.discountCode,
        t.coverDoubt,
        t.created,
        t.updated,
        t.payer,
        ...(withReferences ? [t.references(1)] : []),
      ],
      ...rows.map((payment) => [
        nameOf(payment),
        payment.email,
        payment.description,
        items[payment.item],
        methods[payment.paymentMethod],
        csvMoney(payment.price),
        csvMoney(paidAmount(payment)),
        ...(ofMonth ? [csvMoney(payment.inMonth)] : []),
        csvMoney(stillDueOf(payment)),
        standing(payment.status, payment.deadline),
        moment(payment.deadline),
        payment.discountCode,
        payment.coverDoubtful ? 'X' : '',
        moment(payment.createdAt),
        moment(payment.updatedAt),
        payment.payer?.name ?? nameOf(payment),
        ...(withReferences ? [payment.reference] : []),
      ]),
    ]
  }
}
