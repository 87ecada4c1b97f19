import { csvMoney } from '#kernel/csv.ts'
import { useMembershipCategoryName } from '#studio/settings/parts/useCategoryName.ts'
import { texts as paymentTexts } from '#studio/payments/messages.ts'
import { useTexts } from '#web/language.tsx'
import { useStudio } from '#web/studio.tsx'
import { ExportButton } from '#web/ui/ExportButton.tsx'
import { bills } from '../calls.ts'
import { texts } from '../messages.ts'
import { discountsOf } from '../rules.ts'
import { useNameApart } from './useNameApart.ts'
import { useNotes } from './useNotes.ts'

/** The month as a file: who is billed, and who is proposed. */
export function ExportBill({ month }: { month: string }) {
  const t = useTexts(texts)
  const { statuses } = useTexts(paymentTexts)
  const { nameApart } = useNameApart()
  const categoryName = useMembershipCategoryName()
  const notesOf = useNotes()
  const { siblingPercent } = useStudio()
  return (
    <ExportButton
      fileName={t.exportName}
      procedure={bills.month}
      input={{ month }}
      of={({ rows }) => ({ total: rows.length, parts: 1 })}
      table={({ rows, families }) => {
        const open = rows.filter(({ billed }) => billed === null)
        const chosen = new Set(open.filter((row) => !row.pausedThroughout).map(({ personId }) => personId))
        const discounts = discountsOf(open, families, chosen, siblingPercent)
        return [
          [t.name, t.category, t.full, t.discount, t.sum, t.notes, t.status],
          ...rows.map((row) => {
            const discount = row.billed?.discount ?? discounts.get(row.personId) ?? 0
            return [
              nameApart(row),
              categoryName(row.categoryId),
              csvMoney(row.full),
              csvMoney(discount),
              csvMoney(row.full - discount),
              notesOf(row, 0).join('; '),
              row.billed ? statuses[row.billed.status] : '',
            ]
          }),
        ]
      }}
    />
  )
}
