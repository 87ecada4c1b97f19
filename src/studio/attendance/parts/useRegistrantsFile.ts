import { csvMoney, type CsvTable } from '#kernel/csv.ts'
import type { AnswerOf } from '#kernel/procedures.ts'
import { useNameOf } from '#studio/accounts/parts/useNameOf.ts'
import { listedTexts } from '#studio/families/messages/listed.ts'
import { usePassPaymentInWords } from '#studio/memberships/parts/PassPayment.tsx'
import { texts as paymentTexts } from '#studio/payments/messages.ts'
import { useStandingInWords } from '#studio/payments/parts/useStandingInWords.ts'
import { paidAmount } from '#studio/payments/rules.ts'
import { useTexts } from '#web/language.tsx'
import { useFormats, useStudio } from '#web/studio.tsx'
import type { attendance } from '../contract.ts'
import { texts } from '../messages.ts'
import { rowsOf, type RegistrantRow } from './registrants.ts'

/** The registrants as a file: one line per person and class. */
export function useRegistrantsFile(): (
  answer: Pick<AnswerOf<typeof attendance.classDetails>, 'people' | 'entries'>,
) => CsvTable {
  const t = useTexts(texts)
  const listed = useTexts(listedTexts)
  const families = useStudio().features.includes('families')
  const nameOf = useNameOf()
  const pay = useTexts(paymentTexts)
  const standing = useStandingInWords()
  const passStanding = usePassPaymentInWords()
  const { moment } = useFormats()
  const statusOf = ({ method, payment, passPayment }: RegistrantRow) => {
    if (method === 'included') return standing('included', null)
    if (method === 'makeUp') return t.methods.makeUp
    if (payment) return standing(payment.status, payment.deadline)
    return passPayment ? passStanding(passPayment) : t.withMembership
  }
  return (answer) => [
    [
      t.className,
      t.startTime,
      t.endTime,
      t.name,
      t.email,
      t.method,
      pay.items.membership,
      t.paymentStatus,
      pay.price,
      t.actualAmount,
      t.attendance,
      ...(families ? [listed.age] : []),
    ],
    ...rowsOf(answer, nameOf).flatMap((entry) =>
      entry.registrants.map((row) => [
        entry.className,
        moment(entry.startsAt),
        moment(entry.endsAt),
        row.name,
        row.email,
        t.methods[row.method],
        row.membershipName,
        statusOf(row),
        // a pass pays for many places: its price in each row would add up to a wrong sum
        csvMoney(row.payment?.price ?? null),
        csvMoney(row.payment && paidAmount(row.payment)),
        row.attendance && t[row.attendance],
        ...(families ? [row.age] : []),
      ]),
    ),
  ]
}
