import { useParams } from '@tanstack/react-router'
import { useNameOf } from '#studio/accounts/parts/useNameOf.ts'
import { useTexts } from '#web/language.tsx'
import { retryLive, useLive } from '#web/live/useLive.ts'
import { words } from '#web/messages.ts'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { Page, PageHeader } from '#web/ui/Page.tsx'
import { ErrorState, LoadingState } from '#web/ui/states.tsx'
import { attendance } from '../calls.ts'
import { refusals, texts } from '../messages.ts'
import { OneClass } from '../parts/OneClass.tsx'
import { rowsOf } from '../parts/registrants.ts'

/** One scheduled class with everyone who comes. */
export function ClassDetailsPage() {
  const { id } = useParams({ from: '/admin/class-details/$id' })
  const t = useTexts(texts)
  const { scheduleNotFound } = useTexts(refusals)
  const { tryAgain } = useTexts(words)
  const live = useLive(attendance.classDetails, { scheduleId: id })
  const nameOf = useNameOf()
  const [entry] = live.state === 'ready' ? rowsOf(live.answer, nameOf) : []
  const before = live.state === 'ready' ? live.answer.registeredBefore : []
  if (entry) return <OneClass key={entry.id} entry={entry} registeredBefore={before} />
  return (
    <Page>
      <PageHeader title={t.details} />
      {live.state === 'loading' ? (
        <LoadingState label={t.loading} />
      ) : live.state !== 'failed' ? (
        // a retry would not find it either
        <ErrorState text={t.detailsFailed} hint={scheduleNotFound} />
      ) : (
        <ErrorState
          text={t.detailsFailed}
          retryLabel={tryAgain}
          onRetry={() => retryLive(attendance.classDetails, { scheduleId: id })}
        />
      )}
      <div>
        <LinkButton to="/admin/class-registrants">{t.back}</LinkButton>
      </div>
    </Page>
  )
}
