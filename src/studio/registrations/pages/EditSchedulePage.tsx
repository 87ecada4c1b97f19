import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { Done, Refusal } from '#kernel/result.ts'
import { schedule } from '#studio/schedule/calls.ts'
import type { ScheduleEntry } from '#studio/schedule/contract.ts'
import { formTexts } from '#studio/schedule/messages.ts'
import { EntryForm } from '#studio/schedule/parts/EntryForm.tsx'
import { UndoChanges } from '#studio/schedule/parts/UndoChanges.tsx'
import type { Edit } from '#studio/schedule/rules/series.ts'
import { useTexts } from '#web/language.tsx'
import { retryLive, useLive } from '#web/live/useLive.ts'
import { words } from '#web/messages.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Card } from '#web/ui/Card.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { Page, PageHeader } from '#web/ui/Page.tsx'
import { ErrorState, LoadingState } from '#web/ui/states.tsx'
import { toast } from '#web/ui/toast.ts'
import { registrations } from '../calls.ts'
import { deskTexts } from '../messages/desk.ts'
import { useIncluded } from '../parts/useIncluded.ts'
import { usePlaceTexts } from '../parts/usePlaceTexts.ts'
import { EditSeries } from './SeriesDialog.tsx'
import { TakeOff } from './TakeOff.tsx'

/** Null if the dialog was closed without an answer. */
type Answer = Done<unknown> | Refusal | null

/** Edit Schedule Item: edits, cancels or deletes one entry of the schedule. */
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
  const told = useLive(registrations.toldOfCancellation, { scheduleId: entry.id })
  const included = useIncluded(entry.id).get(entry.id)
  const navigate = useNavigate()
  const leave = () => void navigate({ to: '/admin/class-registrants' })
  const live = useLive(schedule.series, { scheduleId: entry.id })
  const series = live.state === 'ready' ? live.answer : []
  const isOne = series.length > 1 && series.some(({ id }) => id === entry.id)
  const [asked, setAsked] = useState<{ edit: Edit; answer: (outcome: Answer) => void } | null>(null)
  const close = (outcome: Answer) => {
    asked?.answer(outcome)
    setAsked(null)
  }
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
      <UndoChanges />
      {entry.cancelledAt !== null && <Alert kind="warning">{t.isCancelled}</Alert>}
      <Card>
        <EntryForm
          entry={entry}
          included={included ?? 0}
          told={told.state === 'ready' ? told.answer : undefined}
          ask={isOne ? (edit) => new Promise((answer) => setAsked({ edit, answer })) : undefined}
          onUpdated={() => {
            toast.success(updated)
            leave()
          }}
          onCancel={leave}
        />
      </Card>
      {asked && (
        <EditSeries
          {...{ entry, series }}
          edit={asked.edit}
          onAnswer={close}
          onClose={() => close(null)}
          onChanged={() => {
            close(null)
            leave()
          }}
        />
      )}
      <TakeOff entry={entry} series={isOne ? series : []} onGone={leave} />
    </Page>
  )
}
