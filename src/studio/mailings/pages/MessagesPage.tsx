import { useSearch } from '@tanstack/react-router'
import { Mail } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '#web/language.tsx'
import { LivePage } from '#web/live/LivePage.tsx'
import { WithRows } from '#web/live/WithRows.tsx'
import { useMay } from '#web/me.ts'
import { useFormats } from '#web/studio.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Cluster } from '#web/ui/Card.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { ExportList } from '#web/ui/ExportList.tsx'
import { LinkButton, TextLink } from '#web/ui/LinkButton.tsx'
import { Page, PageHeader } from '#web/ui/Page.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import type { Column } from '#web/ui/table.ts'
import { mailings } from '../calls.ts'
import type { ListedMailing } from '../contract.ts'
import { texts } from '../messages.ts'
import { useAudience } from '../parts/useAudience.ts'

/** Messages sent to several people, newest first. */
export function MessagesPage() {
  const t = useTexts(texts)
  const { page = 1 } = useSearch({ from: '/admin/messages' })
  const columns = useColumns()
  return (
    <Page>
      <PageHeader
        title={t.messages}
        actions={
          <WithRows query={mailings.sent} input={{ page }} any={({ total }) => total > 0}>
            <Write />
            <ExportList fileName={t.exportName} query={mailings.sent} input={{}} columns={columns} />
          </WithRows>
        }
      />
      <LivePage
        query={mailings.sent}
        input={{ page }}
        failed={t.loadFailed}
        caption={t.messages}
        columns={columns}
        rowKey={(row) => row.id}
        empty={<EmptyState text={t.none} hint={t.noneHint} action={<Write />} />}
      />
    </Page>
  )
}

/** Asks to whom. */
function Write() {
  const t = useTexts(texts)
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="primary" icon={<Mail aria-hidden="true" className="size-5" />} onPress={() => setOpen(true)}>
        {t.write}
      </Button>
      {open && (
        <Dialog open onClose={() => setOpen(false)} title={t.toWhom} description={t.noneHint}>
          <WaysToWrite />
        </Dialog>
      )}
    </>
  )
}

/** Links to the places where a message can be written. */
function WaysToWrite() {
  const t = useTexts(texts)
  const admin = useMay('manageMailings')
  return (
    <Cluster>
      <LinkButton to="/admin/class-registrants">{t.toClasses}</LinkButton>
      <LinkButton to="/admin/course-registrants">{t.toCourses}</LinkButton>
      {admin && (
        <>
          <LinkButton to="/admin/users">{t.toUsers}</LinkButton>
          <LinkButton to="/admin/settings" hash="categories">
            {t.toCategories}
          </LinkButton>
        </>
      )}
    </Cluster>
  )
}

function useColumns(): Column<ListedMailing>[] {
  const t = useTexts(texts)
  const { stamp } = useFormats()
  const audience = useAudience()
  const by = (row: ListedMailing) => row.author
  const at = (row: ListedMailing) => stamp(row.at)
  return [
    { id: 'subject', header: t.subject, rowHeader: true, cell: subjectOf, csv: (row) => row.subject },
    { id: 'to', header: t.to, cell: (row) => audience(row), csv: (row) => audience(row) },
    { id: 'by', header: t.by, hideOnPhone: true, cell: by, csv: by },
    { id: 'at', header: t.at, cell: at, csv: at },
    {
      id: 'delivery',
      header: t.delivery,
      cell: deliveryOf,
      csv: ({ counts, accounts }) => t.deliveryShort(counts.sent, accounts),
    },
  ]
}

function Delivery({ row: { counts, accounts } }: { row: ListedMailing }) {
  const t = useTexts(texts)
  const known = counts.waiting + counts.sent + counts.failed + counts.notMailed > 0
  return (
    <span className="flex flex-wrap gap-2">
      {known ? t.deliveryShort(counts.sent, accounts) : accounts}
      {counts.failed > 0 && <Badge tone="danger">{t.counted.failed(counts.failed)}</Badge>}
    </span>
  )
}

const subjectOf = (row: ListedMailing) => (
  <TextLink to="/admin/message/$id" params={{ id: row.id }} className="wrap-anywhere">
    {row.subject}
  </TextLink>
)
const deliveryOf = (row: ListedMailing) => <Delivery row={row} />
