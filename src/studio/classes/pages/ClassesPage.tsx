import { useNavigate, useSearch } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { ConfirmCommand } from '#web/ConfirmCommand.tsx'
import { RowButtons } from '#web/RowButtons.tsx'
import { useTexts } from '#web/language.tsx'
import { LivePage } from '#web/live/LivePage.tsx'
import { useMay } from '#web/me.ts'
import { words } from '#web/messages.ts'
import { useRefusalText } from '#web/refusals.ts'
import { useFormats } from '#web/studio.tsx'
import { Button } from '#web/ui/Button.tsx'
import { CopyCode } from '#web/ui/CopyCode.tsx'
import { ExportList } from '#web/ui/ExportList.tsx'
import { Page, PageHeader } from '#web/ui/Page.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import type { Column } from '#web/ui/table.ts'
import { toast } from '#web/ui/toast.ts'
import { classes } from '../calls.ts'
import type { ListedClass } from '../contract.ts'
import { useCategoryName } from '#studio/settings/parts/useCategoryName.ts'
import { refusals } from '../messages.ts'
import { deleteFailures, deskTexts } from '../messages/desk.ts'
import { AddClassDialog, EditClassDialog } from './ClassDialogs.tsx'

type Open = { what: 'add' } | { what: 'edit' | 'delete'; row: ListedClass } | null

export function ClassesPage() {
  const t = useTexts(deskTexts)
  const word = useTexts(words)
  const { page = 1, order = 'newest' } = useSearch({ from: '/admin/classes' })
  const navigate = useNavigate()
  const explain = useRefusalText(deleteFailures, refusals)
  const whyNot = useMay('manageClasses') ? undefined : word.adminOnly
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  const columns = useColumns(whyNot, setOpen)
  const categoryName = useCategoryName()
  return (
    <Page width="wide">
      <PageHeader
        title={t.title}
        actions={
          <>
            <Button
              variant="primary"
              icon={<Plus aria-hidden="true" className="size-5" />}
              onPress={() => setOpen({ what: 'add' })}
              whyDisabled={whyNot}
            >
              {t.addNew}
            </Button>
            <ExportList fileName={t.exportName} query={classes.overview} input={{ order }} columns={columns} />
          </>
        }
      />
      <LivePage
        query={classes.overview}
        input={{ page, order }}
        failed={t.loadFailed}
        caption={t.table}
        manyColumns
        columns={columns}
        card={(row) => ({
          line: row.categories.map((name) => categoryName(name)).join(', '),
          aside: row.defaultMaxParticipants,
        })}
        rowKey={(row) => row.id}
        sort={{ column: 'createdAt', direction: order === 'newest' ? 'descending' : 'ascending' }}
        onSort={({ direction }) =>
          void navigate({
            to: '/admin/classes',
            search: direction === 'ascending' ? { order: 'oldest' } : {},
            resetScroll: false,
          })
        }
        empty={<EmptyState text={t.none} />}
      />
      {open?.what === 'add' && <AddClassDialog onClose={close} />}
      {open?.what === 'edit' && <EditClassDialog editing={open.row} onClose={close} />}
      {open?.what === 'delete' && (
        <ConfirmCommand
          command={classes.remove}
          input={{ classId: open.row.id }}
          title={t.deleteTitle}
          question={t.deleteQuestion}
          confirmLabel={word.delete}
          pendingLabel={t.deleting}
          explain={explain}
          onDone={() => toast.success(t.deleted)}
          onClose={close}
          danger
        >
          <p className="font-semibold">{open.row.name}</p>
          <p className="text-sm text-muted">{t.deleteHint}</p>
        </ConfirmCommand>
      )}
    </Page>
  )
}

type ColumnId = 'id' | 'name' | 'description' | 'max' | 'categories' | 'createdAt' | 'updatedAt' | 'actions'

function useColumns(whyNot: string | undefined, open: (open: Open) => void): Column<ListedClass, ColumnId>[] {
  const t = useTexts(deskTexts)
  const word = useTexts(words)
  const categoryName = useCategoryName()
  const { stamp, moment } = useFormats()
  const names = (row: ListedClass) => row.categories.map((name) => categoryName(name)).join(', ')
  const created = (row: ListedClass) => stamp(row.createdAt)
  const updated = (row: ListedClass) => stamp(row.updatedAt)
  return [
    { id: 'name', header: t.name, rowHeader: true, cell: (row) => row.name, csv: (row) => row.name },
    {
      id: 'description',
      header: t.description,
      csv: (row) => row.description,
      cell: (row) => (
        <span title={row.description} className="line-clamp-2 max-w-md xl:max-w-sm">
          {row.description}
        </span>
      ),
    },
    {
      id: 'max',
      header: t.maxParticipants,
      align: 'end',
      cell: (row) => row.defaultMaxParticipants,
      csv: (row) => row.defaultMaxParticipants,
    },
    {
      id: 'categories',
      header: t.categories,
      cell: names,
      csv: names,
    },
    {
      id: 'createdAt',
      header: t.createdAt,
      sortable: word.byTime,
      cell: inOneLine(created),
      csv: (row) => moment(row.createdAt),
    },
    { id: 'updatedAt', header: t.updatedAt, cell: inOneLine(updated), csv: (row) => moment(row.updatedAt) },
    { id: 'id', header: t.id, cell: (row) => <CopyCode value={row.id} />, csv: (row) => row.id },
    {
      id: 'actions',
      header: word.actions,
      actions: true,
      cell: (row) => (
        <RowButtons name={row.name} does={['edit', 'delete']} whyNot={whyNot} onPress={(what) => open({ what, row })} />
      ),
    },
  ]
}

const inOneLine = (text: (row: ListedClass) => string) => (row: ListedClass) => (
  <span className="xl:whitespace-nowrap">{text(row)}</span>
)
