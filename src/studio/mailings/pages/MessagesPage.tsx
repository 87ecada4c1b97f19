import { useSearch } from '@tanstack/react-router'
import { useTexts } from '#web/language.tsx'
import { LiveAnswer } from '#web/live/LiveAnswer.tsx'
import { useFormats } from '#web/studio.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { DataTable } from '#web/ui/DataTable.tsx'
import { TextLink } from '#web/ui/LinkButton.tsx'
import { Page, PageHeader } from '#web/ui/Page.tsx'
import { Pagination } from '#web/ui/Pagination.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import type { Column } from '#web/ui/table.ts'
import { mailings } from '../calls.ts'
import type { ListedMailing } from '../contract.ts'
import { texts } from '../messages.ts'
import { useAudience } from '../parts/useAudience.ts'

/** What was written to several people at once, the newest first. */
export function MessagesPage() {
  const t = useTexts(texts)
  const { page = 1 } = useSearch({ from: '/admin/messages' })
  return (
    <Page>
      <PageHeader title={t.messages} />
      <LiveAnswer query={mailings.sent} input={{ page }} steady failed={t.loadFailed}>
        {(answer) => (
          <>
            <Messages rows={answer.rows} />
            <Pagination page={answer.page} total={answer.total} />
          </>
        )}
      </LiveAnswer>
    </Page>
  )
}

function Messages({ rows }: { rows: readonly ListedMailing[] }) {
  const t = useTexts(texts)
  const formats = useFormats()
  const audience = useAudience()
  const columns: Column<ListedMailing>[] = [
    {
      id: 'subject',
      header: t.subject,
      rowHeader: true,
      cell: subjectOf,
    },
    { id: 'to', header: t.to, cell: (row) => audience(row) },
    { id: 'by', header: t.by, hideOnPhone: true, cell: (row) => row.author },
    { id: 'at', header: t.at, cell: (row) => formats.stamp(row.at) },
    { id: 'delivery', header: t.delivery, cell: deliveryOf },
  ]
  return (
    <DataTable
      caption={t.messages}
      columns={columns}
      rows={rows}
      rowKey={(row) => row.id}
      empty={<EmptyState text={t.none} hint={t.noneHint} />}
    />
  )
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
