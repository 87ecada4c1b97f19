import { useSearch } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
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
  const { loadFailed } = useTexts(texts)
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  const columns = useColumns(setOpen)
  const { page = 1, archivedPage = 1 } = useSearch({ from: '/admin/manage-memberships' })
  // a studio has some dozen memberships, so all of them travel; what is drawn is one page
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
          <LinkButton
            to="/admin/create-membership"
            variant="primary"
            icon={<Plus aria-hidden="true" className="size-5" />}
          >
            {t.createTitle}
          </LinkButton>
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

type ColumnId = 'name' | 'description' | 'price' | 'limit' | 'period' | 'included' | 'excluded' | 'actions'

function useColumns(open: (open: Open) => void): Column<DeskMembership, ColumnId>[] {
  const t = useTexts(deskTexts)
  const { allCategories, noneExcluded } = useTexts(texts)
  const word = useTexts(words)
  const categoryName = useCategoryName()
  const whyNot = useMay('manageMemberships') ? undefined : word.adminOnly
  const names = (categories: readonly string[]) => categories.map((name) => categoryName(name)).join(', ')
  return [
    {
      id: 'name',
      header: t.name,
      rowHeader: true,
      cell: (row) => <span className="block min-[56rem]:min-w-36">{row.name}</span>,
    },
    {
      id: 'description',
      header: t.description,
      long: true,
      cell: (row) => <span className="block min-[56rem]:min-w-40">{row.description}</span>,
    },
    { id: 'price', header: t.price, cell: (row) => <Prices membership={row} /> },
    { id: 'limit', header: t.classLimit, align: 'end', cell: (row) => row.classLimit },
    { id: 'period', header: t.validPeriod, align: 'end', cell: (row) => row.validPeriod },
    { id: 'included', header: t.included, cell: (row) => names(row.categories) || allCategories },
    { id: 'excluded', header: t.excluded, cell: (row) => names(row.excludedCategories) || noneExcluded },
    {
      id: 'actions',
      header: word.actions,
      actions: true,
      cell: (row) => (
        <RowButtons
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
