import { csvMoney, type CsvTable } from '#kernel/csv.ts'
import type { AnswerOf } from '#kernel/procedures.ts'
import { useNameOf } from '#studio/accounts/parts/useNameOf.ts'
import { texts as paymentTexts } from '#studio/payments/messages.ts'
import { useStandingInWords } from '#studio/payments/parts/useStandingInWords.ts'
import { useTexts } from '#web/language.tsx'
import { useFormats } from '#web/studio.tsx'
import type { attendance } from '../contract.ts'
import { texts } from '../messages.ts'
import { rowsOf, statusOf } from './registrants.ts'

/** The registrants as a file: one line per person and class. */
export function useRegistrantsFile(): (answer: AnswerOf<typeof attendance.registrantsForExport>) => CsvTable {
  const t = useTexts(texts)
  const nameOf = useNameOf()
  const pay = useTexts(paymentTexts)
  const standing = useStandingInWords()
  const { moment } = useFormats()
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
    ],
    ...rowsOf(answer, nameOf).flatMap((entry) =>
      entry.registrants.map((row) => {
        const shown = statusOf(row)
        return [
          entry.className,
          moment(entry.startsAt),
          moment(entry.endsAt),
          row.name,
          row.email,
          t.methods[row.method],
          row.membershipName,
          shown && standing(shown.status, row.payment?.deadline ?? null),
          csvMoney(row.payment?.price ?? null),
          csvMoney(row.payment?.actualAmount ?? null),
          row.attendance && t[row.attendance],
        ]
      }),
    ),
  ]
}
