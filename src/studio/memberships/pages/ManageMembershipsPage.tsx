import { useSearch } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { csvMoney } from '#kernel/csv.ts'
import { PAGE_SIZE, shownPage } from '#kernel/paging.ts'
import { useCategoryName } from '#studio/settings/parts/useCategoryName.ts'
import { StatusDialog } from '#web/StatusDialog.tsx'
import { RowButtons } from '#web/RowButtons.tsx'
import { useTexts } from '#web/language.tsx'
import { LiveAnswer } from '#web/live/LiveAnswer.tsx'
import { useMay } from '#web/me.ts'
import { words } from '#web/messages.ts'
import { useRefusalText } from '#web/refusals.ts'
import { DataTable } from '#web/ui/DataTable.tsx'
import { ExportList } from '#web/ui/ExportList.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { Page, PageHeader, Section } from '#web/ui/Page.tsx'
import { Pagination } from '#web/ui/Pagination.tsx'
import { Price } from '#web/ui/Price.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import type { Column } from '#web/ui/table.ts'
import { memberships } from '../calls.ts'
import type { DeskMembership } from '../contract.ts'
import { refusals, texts } from '../messages.ts'
import { deskTexts, updateFailures } from '../messages/desk.ts'
import { MembershipDialog } from './MembershipDialog.tsx'

type Open = { what: 'edit' | 'archive' | 'activate'; row: DeskMembership } | null

export function ManageMembershipsPage() {
  const t = useTexts(deskTexts)
  const { loadFailed, classes, days } = useTexts(texts)
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  const columns = useColumns(setOpen)
  const inFile: typeof columns = [
    ...columns,
    { id: 'memberPrice', header: t.memberPrice, cell: () => null, csv: (row) => csvMoney(row.memberPrice) },
    {
      id: 'status',
      header: t.status,
      cell: () => null,
      csv: (row) => t.sale[row.status],
    },
  ]
  const { page = 1, archivedPage = 1 } = useSearch({ from: '/admin/manage-memberships' })
  // a studio has a few dozen memberships at most, so all are sent, and the page is cut in the browser
  const table = (status: 'active' | 'archived', all: readonly DeskMembership[], wanted: number) => {
    const rows = all.filter((row) => row.status === status)
    const page = shownPage(wanted, rows.length)
    const title = status === 'active' ? t.forSale : t.archivedOnes
    return (
      <Section title={title}>
        <DataTable
          caption={title}
          manyColumns
          columns={columns}
          card={(row) => ({
            line: [classes(row.classLimit), days(row.validPeriod)],
            aside: <ShortPrices membership={row} />,
          })}
          rows={rows.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)}
          rowKey={(row) => row.id}
          empty={<EmptyState text={status === 'active' ? t.noneForSale : t.noneArchived} small />}
        />
        <Pagination page={page} total={rows.length} param={status === 'active' ? 'page' : 'archivedPage'} />
      </Section>
    )
  }
  return (
    <Page width="wide">
      <PageHeader
        title={t.manageTitle}
        actions={
          <>
            <LinkButton
              to="/admin/create-membership"
              variant="primary"
              icon={<Plus aria-hidden="true" className="size-5" />}
            >
              {t.createTitle}
            </LinkButton>
            <ExportList fileName={t.catalogueFile} query={memberships.manage} input={{}} columns={inFile} />
          </>
        }
      />
      <LiveAnswer query={memberships.manage} input={{}} failed={loadFailed}>
        {(all) => (
          <>
            {table('active', all, page)}
            {table('archived', all, archivedPage)}
          </>
        )}
      </LiveAnswer>
      {open?.what === 'edit' && <MembershipDialog editing={open.row} onClose={close} />}
      {open && open.what !== 'edit' && (
        <ChangeStatus membership={open.row} status={open.what === 'archive' ? 'archived' : 'active'} onClose={close} />
      )}
    </Page>
  )
}

type ColumnId = 'name' | 'description' | 'price' | 'limit' | 'period' | 'included' | 'excluded' | 'actions' | FileColumn
/** Columns of the file only: on the screen both prices share a column, and each status has a table. */
type FileColumn = 'memberPrice' | 'status'

function useColumns(open: (open: Open) => void): Column<DeskMembership, ColumnId>[] {
  const t = useTexts(deskTexts)
  const { allCategories } = useTexts(texts)
  const word = useTexts(words)
  const categoryName = useCategoryName()
  const whyNot = useMay('manageMemberships') ? undefined : word.adminOnly
  const names = (categories: readonly string[]) => categories.map((name) => categoryName(name)).join(', ')
  const included = (row: DeskMembership) => names(row.categories) || allCategories
  const excluded = (row: DeskMembership) => names(row.excludedCategories)
  return [
    {
      id: 'name',
      header: t.name,
      rowHeader: true,
      csv: (row) => row.name,
      cell: (row) => <span className="block min-[56rem]:min-w-36">{row.name}</span>,
    },
    {
      id: 'description',
      header: t.description,
      csv: (row) => row.description,
      cell: (row) => (
        <span title={row.description} className="line-clamp-2 max-w-md">
          {row.description}
        </span>
      ),
    },
    {
      id: 'price',
      header: t.price,
      cell: (row) => <Prices membership={row} />,
      csv: (row) => csvMoney(row.standardPrice ?? row.price ?? 0),
    },
    { id: 'limit', header: t.classLimit, align: 'end', cell: (row) => row.classLimit, csv: (row) => row.classLimit },
    {
      id: 'period',
      header: t.validPeriod,
      align: 'end',
      cell: (row) => row.validPeriod,
      csv: (row) => row.validPeriod,
    },
    { id: 'included', header: t.included, cell: included, csv: included },
    { id: 'excluded', header: t.excluded, cell: excluded, csv: excluded },
    {
      id: 'actions',
      header: word.actions,
      actions: true,
      cell: (row) => (
        <RowButtons
          name={row.name}
          does={['edit', row.status === 'active' ? 'archive' : 'activate']}
          texts={t}
          whyNot={whyNot}
          onPress={(what) => open({ what, row })}
        />
      ),
    },
  ]
}

/** Standard and member price, or the single price of the legacy form. */
function Prices({ membership }: { membership: DeskMembership }) {
  const t = useTexts(deskTexts)
  if (membership.standardPrice === null) return <Price cents={membership.price ?? 0} />
  return (
    <span className="whitespace-nowrap">
      <span className="block">
        {t.standardPrice}: <Price cents={membership.standardPrice} />
      </span>
      {membership.memberPrice !== null && (
        <span className="block">
          {t.memberPrice}: <Price cents={membership.memberPrice} />
        </span>
      )}
    </span>
  )
}

/** On a phone the member price is below the other one, smaller. */
function ShortPrices({ membership: { standardPrice, memberPrice, price } }: { membership: DeskMembership }) {
  return (
    <>
      <span className="text-base font-semibold">
        <Price cents={standardPrice ?? price ?? 0} />
      </span>
      {memberPrice !== null && (
        <span className="text-muted">
          <Price cents={memberPrice} />
        </span>
      )}
    </>
  )
}

function ChangeStatus(props: { membership: DeskMembership; status: 'active' | 'archived'; onClose: () => void }) {
  const { membership, status, onClose } = props
  return (
    <StatusDialog
      {...{ status, onClose }}
      name={membership.name}
      texts={useTexts(deskTexts)}
      command={memberships.setStatus}
      input={{ membershipId: membership.id, status }}
      explain={useRefusalText(updateFailures, refusals)}
    />
  )
}
