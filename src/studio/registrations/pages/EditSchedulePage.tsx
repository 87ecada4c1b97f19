import { useNavigate, useParams } from '@tanstack/react-router'
import { schedule } from '#studio/schedule/calls.ts'
import type { ScheduleEntry } from '#studio/schedule/contract.ts'
import { formTexts } from '#studio/schedule/messages.ts'
import { EntryForm } from '#studio/schedule/parts/EntryForm.tsx'
import { useTexts } from '#web/language.tsx'
import { retryLive, useLive } from '#web/live/useLive.ts'
import { words } from '#web/messages.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Card } from '#web/ui/Card.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { Page, PageHeader } from '#web/ui/Page.tsx'
import { ErrorState, LoadingState } from '#web/ui/states.tsx'
import { toast } from '#web/ui/toast.ts'
import { deskTexts } from '../messages/desk.ts'
import { usePlaceTexts } from '../parts/usePlaceTexts.ts'
import { TakeOff } from './TakeOff.tsx'

/** Edit Schedule Item: one entry of the schedule, and taking it off. */
export function EditSchedulePage() {
  const id = useParams({ from: '/admin/edit-schedule/$id' }).id
  const t = useTexts(deskTexts)
  const { tryAgain } = useTexts(words)
  const live = useLive(schedule.entry, { scheduleId: id })
  const entry = live.state === 'ready' ? live.answer : null
  if (entry) return <Edit key={entry.id} entry={entry} />
  return (
    <Page width="narrow">
      <PageHeader title={t.edit} />
      {live.state === 'loading' ? (
        <LoadingState label={t.edit} shape="text" />
      ) : live.state === 'ready' ? (
        <ErrorState text={t.notFound} />
      ) : (
        <ErrorState
          text={t.loadFailed}
          retryLabel={tryAgain}
          onRetry={() => retryLive(schedule.entry, { scheduleId: id })}
        />
      )}
      <LinkButton to="/admin/class-registrants">{t.backToRegistrants}</LinkButton>
    </Page>
  )
}

function Edit({ entry }: { entry: ScheduleEntry }) {
  const t = useTexts(deskTexts)
  const { updated } = useTexts(formTexts)
  const { when } = usePlaceTexts()
  const navigate = useNavigate()
  const leave = () => void navigate({ to: '/admin/class-registrants' })
  return (
    <Page width="narrow">
      <PageHeader
        title={t.edit}
        subtitle={`${entry.className}, ${when(entry)}`}
        actions={
          <LinkButton to="/admin/class-details/$id" params={{ id: entry.id }} size="small">
            {t.details}
          </LinkButton>
        }
      />
      {entry.cancelledAt !== null && <Alert kind="warning">{t.isCancelled}</Alert>}
      <Card>
        <EntryForm
          entry={entry}
          onUpdated={() => {
            toast.success(updated)
            leave()
          }}
          onCancel={leave}
        />
      </Card>
      <TakeOff entry={entry} onGone={leave} />
    </Page>
  )
}
