import { useParams } from '@tanstack/react-router'
import { ArrowLeft, Pencil, UserPlus } from 'lucide-react'
import { texts as entryTexts } from '#studio/schedule/messages.ts'
import { hasStarted } from '#studio/schedule/rules.ts'
import { useNameOf } from '#studio/accounts/parts/useNameOf.ts'
import { useTexts } from '#web/language.tsx'
import { retryLive, useLive } from '#web/live/useLive.ts'
import { useMay } from '#web/me.ts'
import { words } from '#web/messages.ts'
import { useFormats, useNow } from '#web/studio.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { CapacityMeter } from '#web/ui/CapacityMeter.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { Page, PageHeader, Section } from '#web/ui/Page.tsx'
import { ErrorState, LoadingState } from '#web/ui/states.tsx'
import { attendance } from '../calls.ts'
import { refusals, texts } from '../messages.ts'
import { RegistrantList } from '../parts/RegistrantList.tsx'
import { ROWS_AT_ONCE, rowsOf, type ClassRow } from '../parts/registrants.ts'
import { useRegistrantActions } from '../parts/useRegistrantActions.tsx'

/** One scheduled class with everyone who comes. */
export function ClassDetailsPage() {
  const { id } = useParams({ from: '/admin/class-details/$id' })
  const t = useTexts(texts)
  const { scheduleNotFound } = useTexts(refusals)
  const { tryAgain } = useTexts(words)
  const live = useLive(attendance.classDetails, { scheduleId: id })
  const nameOf = useNameOf()
  const [entry] = live.state === 'ready' ? rowsOf(live.answer, nameOf) : []
  if (entry) return <Details key={entry.id} entry={entry} />
  return (
    <Page>
      <PageHeader title={t.details} />
      {live.state === 'loading' ? (
        <LoadingState label={t.loading} />
      ) : live.state !== 'failed' ? (
        // asking once more would not find it
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

function Details({ entry }: { entry: ClassRow }) {
  const t = useTexts(texts)
  const schedule = useTexts(entryTexts)
  const formats = useFormats()
  const { actions, dialogs } = useRegistrantActions()
  const mayRegister = useMay('registerOthers')
  const started = hasStarted(entry, useNow())
  const count = entry.registrants.length
  const marks = entry.registrants.map((row) => row.attendance)
  const when = formats.dayAndTimes(entry.startsAt, entry.endsAt)
  const links = (
    <>
      {mayRegister && !started && entry.cancelledAt === null && (
        <LinkButton
          to="/admin/class-registration"
          search={{ entry: entry.id }}
          variant="primary"
          icon={<UserPlus aria-hidden="true" className="size-5" />}
        >
          {t.registerPerson}
        </LinkButton>
      )}
      <LinkButton
        to="/admin/edit-schedule/$id"
        params={{ id: entry.id }}
        aria-label={t.editSchedule(entry.className)}
        icon={<Pencil aria-hidden="true" className="size-5" />}
      >
        {schedule.edit}
      </LinkButton>
    </>
  )
  return (
    <Page>
      <PageHeader title={entry.className} subtitle={when} actions={links} />
      {entry.cancelledAt !== null && <Alert kind="warning">{schedule.cancelled}</Alert>}
      <Section
        title={t.registrants}
        subtitle={t.marked(
          marks.filter((mark) => mark === 'attended').length,
          marks.filter((mark) => mark === 'no-show').length,
        )}
        actions={
          <CapacityMeter label={schedule.participants} taken={count} places={entry.maxParticipants} show="label" />
        }
      >
        <RegistrantList
          entry={entry}
          rows={ROWS_AT_ONCE}
          actions={actions}
          caption={t.registrantsOf(entry.className, formats.weekdayAndDay(entry.startsAt))}
        />
      </Section>
      <div>
        <LinkButton to="/admin/class-registrants" icon={<ArrowLeft aria-hidden="true" className="size-5" />}>
          {t.back}
        </LinkButton>
      </div>
      {dialogs}
    </Page>
  )
}
