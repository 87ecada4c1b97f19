import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useCommand } from '#web/commands.ts'
import { pagesOf } from '#kernel/paging.ts'
import { ExportButton } from '#web/ui/ExportButton.tsx'
import { useTexts } from '#web/language.tsx'
import { LiveAnswer } from '#web/live/LiveAnswer.tsx'
import { useRefusalText } from '#web/refusals.ts'
import { useFormats } from '#web/studio.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card, Cluster, Facts } from '#web/ui/Card.tsx'
import { DataTable } from '#web/ui/DataTable.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { Page, PageHeader, Section } from '#web/ui/Page.tsx'
import { Pagination } from '#web/ui/Pagination.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import type { Column } from '#web/ui/table.ts'
import { toast } from '#web/ui/toast.ts'
import { UndoAlert } from '#web/ui/UndoAlert.tsx'
import { mailings } from '../calls.ts'
import type { MailingReader, ShownMailing } from '../contract.ts'
import { refusals, texts } from '../messages.ts'
import { useAudience } from '../parts/useAudience.ts'
import { deliveryStates, paragraphsOf } from '../rules.ts'

const tones = { waiting: 'neutral', sent: 'good', failed: 'danger', notMailed: 'neutral' } as const

/** One message, with the delivery status of its e-mails. */
export function MessagePage() {
  const t = useTexts(texts)
  const { id } = useParams({ from: '/admin/message/$id' })
  const { page = 1 } = useSearch({ from: '/admin/message/$id' })
  return (
    <Page>
      <LiveAnswer query={mailings.shown} input={{ id, page }} steady shape="text" failed={t.loadFailed}>
        {(found) => (found ? <Message message={found} /> : <Gone />)}
      </LiveAnswer>
      <div>
        <LinkButton to="/admin/messages" size="small">
          {t.messages}
        </LinkButton>
      </div>
    </Page>
  )
}

function Gone() {
  const t = useTexts(texts)
  return (
    <>
      <PageHeader title={t.messageGone} />
      <EmptyState text={t.noneHint} />
    </>
  )
}

function Message({ message }: { message: ShownMailing }) {
  const t = useTexts(texts)
  const formats = useFormats()
  const audience = useAudience()
  return (
    <>
      <PageHeader title={message.subject} subtitle={audience(message)} />
      {message.undoUntil !== null && <Undo message={message} />}
      <Card>
        <Facts
          facts={[
            { name: t.at, value: formats.stamp(message.at) },
            ...(message.author === '' ? [] : [{ name: t.by, value: message.author }]),
          ]}
        />
        {paragraphsOf(message.text).map((paragraph, index) => (
          <p key={index} className="max-w-prose whitespace-pre-line wrap-anywhere">
            {paragraph}
          </p>
        ))}
      </Card>
      <Section title={t.delivery} actions={<ExportReaders id={message.id} />}>
        <Delivery message={message} />
      </Section>
    </>
  )
}

function Delivery({ message }: { message: ShownMailing }) {
  const t = useTexts(texts)
  const { id, counts, readers, total, page } = message
  const { run, pending } = useCommand(mailings.retry)
  const explain = useRefusalText(refusals)
  if (total === 0) return <p className="text-muted">{t.readersGone}</p>

  async function retry() {
    const outcome = await run({ id })
    if (outcome?.ok) toast.success(t.retried)
    else if (outcome) toast.problem(explain(outcome))
  }
  return (
    <div className="flex flex-col gap-4">
      <Cluster>
        {deliveryStates
          .filter((state) => counts[state] > 0)
          .map((state) => (
            <Badge key={state} tone={tones[state]}>
              {t.counted[state](counts[state])}
            </Badge>
          ))}
      </Cluster>
      {counts.failed > 0 && (
        <div>
          <Button pending={pending} onPress={() => void retry()}>
            {t.retry(counts.failed)}
          </Button>
        </div>
      )}
      <Readers rows={readers} />
      <Pagination page={page} total={total} />
    </div>
  )
}

function ExportReaders({ id }: { id: string }) {
  const t = useTexts(texts)
  return (
    <ExportButton
      paged
      fileName={t.exportReaders}
      procedure={mailings.shown}
      input={{ id }}
      of={(found) => ({ total: found?.total ?? 0, parts: pagesOf(found?.total ?? 0) })}
      table={(found) => [
        [t.name, t.email, t.state, t.reason],
        ...(found?.readers ?? []).map(({ name, email, state, reason }) => [name, email, t.states[state], reason]),
      ]}
    />
  )
}

function Readers({ rows }: { rows: readonly MailingReader[] }) {
  const t = useTexts(texts)
  const columns: Column<MailingReader>[] = [
    { id: 'name', header: t.name, rowHeader: true, cell: nameOf },
    { id: 'email', header: t.email, cell: emailOf },
    { id: 'state', header: t.state, cell: stateOf },
  ]
  return (
    <DataTable
      caption={t.delivery}
      columns={columns}
      rows={rows}
      rowKey={(row) => row.accountId}
      empty={<EmptyState text={t.none} />}
    />
  )
}

function State({ row }: { row: MailingReader }) {
  const t = useTexts(texts)
  return (
    <span className="flex flex-col items-start gap-1">
      <Badge tone={tones[row.state]}>{t.states[row.state]}</Badge>
      {row.reason && <span className="text-sm text-muted wrap-anywhere">{row.reason}</span>}
    </span>
  )
}

const nameOf = (row: MailingReader) => row.name
const emailOf = (row: MailingReader) => <span className="break-all">{row.email}</span>
const stateOf = (row: MailingReader) => <State row={row} />

function Undo({ message }: { message: ShownMailing }) {
  const t = useTexts(texts)
  const { run, pending } = useCommand(mailings.undo)
  const explain = useRefusalText(refusals)
  const navigate = useNavigate()

  async function undo() {
    const outcome = await run({ id: message.id })
    if (outcome === null) return
    if (!outcome.ok) return toast.problem(explain(outcome))
    toast.success(t.undone)
    await navigate({ to: '/admin/messages' })
  }
  return (
    <UndoAlert title={t.undoTitle(message.accounts)} undo={t.undo} pending={pending} onUndo={undo}>
      {t.takeBackHint}
    </UndoAlert>
  )
}
