import { useSearch } from '@tanstack/react-router'
import { PAGE_SIZE, shownPage } from '#kernel/paging.ts'
import { PaymentStatusBadge } from '#studio/payments/parts/PaymentStatusBadge.tsx'
import { useMembershipCategoryName } from '#studio/settings/parts/useCategoryName.ts'
import { useFormats } from '#web/studio.tsx'
import { useTexts } from '#web/language.tsx'
import { DataTable } from '#web/ui/DataTable.tsx'
import { Pagination } from '#web/ui/Pagination.tsx'
import { Section } from '#web/ui/Page.tsx'
import { Price } from '#web/ui/Price.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import type { Column } from '#web/ui/table.ts'
import type { BillRow } from '../contract.ts'
import { texts } from '../messages.ts'
import { PersonOfRow } from './PersonOfRow.tsx'

/** People with a payment for the month, and its status. */
export function BilledTable({ rows }: { rows: readonly BillRow[] }) {
  const t = useTexts(texts)
  const { euros } = useFormats()
  const categoryName = useMembershipCategoryName()
  const { billed: asked = 1 } = useSearch({ from: '/admin/bills' })
  const page = shownPage(asked, rows.length)
  return (
    <Section title={t.billed}>
      <p className="text-muted tabular-nums">
        {t.people(rows.length, euros(rows.reduce((sum, { billed }) => sum + (billed?.price ?? 0), 0)))}
      </p>
      <DataTable
        caption={t.billed}
        columns={useColumns()}
        card={(row) => ({
          line: categoryName(row.categoryId),
          aside: (
            <>
              {standing(row)} <Price cents={row.billed?.price ?? 0} />
            </>
          ),
        })}
        rows={rows.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)}
        rowKey={({ personId }) => personId}
        empty={<EmptyState small text={t.noneFound} />}
      />
      <Pagination page={page} total={rows.length} param="billed" />
    </Section>
  )
}

const standing = ({ billed }: BillRow) => billed && <PaymentStatusBadge status={billed.status} />

function useColumns(): Column<BillRow>[] {
  const t = useTexts(texts)
  const categoryName = useMembershipCategoryName()
  return [
    {
      id: 'name',
      header: t.name,
      rowHeader: true,
      cell: (row) => <PersonOfRow row={row} />,
    },
    { id: 'category', header: t.category, cell: ({ categoryId }) => categoryName(categoryId) },
    { id: 'sum', header: t.sum, align: 'end', cell: ({ billed }) => <Price cents={billed?.price ?? 0} /> },
    { id: 'status', header: t.status, cell: standing },
  ]
}
