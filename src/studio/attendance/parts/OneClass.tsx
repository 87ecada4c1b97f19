import { ArrowLeft, Pencil, UserPlus, UsersRound } from 'lucide-react'
import type { AnswerOf } from '#kernel/procedures.ts'
import { useNameOf } from '#studio/accounts/parts/useNameOf.ts'
import { Absentees } from '#studio/registrations/parts/Absentees.tsx'
import { CheckDialog } from '#studio/registrations/parts/CheckDialog.tsx'
import { LateCancellations } from '#studio/registrations/parts/LateCancellations.tsx'
import { WhereAndWho } from '#studio/rooms/parts/WhereAndWho.tsx'
import { texts as entryTexts } from '#studio/schedule/messages.ts'
import { StandIns } from '#studio/standIns/parts/StandIns.tsx'
import { WaitingList } from '#studio/waiting/parts/WaitingList.tsx'
import { WriteLink } from '#web/WriteLink.tsx'
import { useHeld } from '#studio/registrations/parts/useHeld.ts'
import { useTexts } from '#web/language.tsx'
import { useMay } from '#web/me.ts'
import { useFormats, useNow } from '#web/studio.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { ByWidth, PHONE_REM } from '#web/ui/ByWidth.tsx'
import { CapacityMeter } from '#web/ui/CapacityMeter.tsx'
import { ExportButton } from '#web/ui/ExportButton.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { Page, PageHeader } from '#web/ui/Page.tsx'
import { RowActions } from '#web/ui/RowActions.tsx'
import { attendance } from '../calls.ts'
import type { attendance as contract } from '../contract.ts'
import { texts } from '../messages.ts'
import { mayTakeAll } from '../rules.ts'
import { RegistrantList } from './RegistrantList.tsx'
import type { ClassRow } from './registrants.ts'
import { useClassActions, useClassRights } from './useClassActions.ts'
import { useRegistrantsFile } from './useRegistrantsFile.ts'
import { useRegistrantActions } from './useRegistrantActions.tsx'

/** One scheduled class with everyone who comes: on a phone the first person's marks are in sight at once. */
export function OneClass(props: {
  entry: ClassRow
  registeredBefore: AnswerOf<typeof contract.classDetails>['registeredBefore']
  withEmail?: boolean
}) {
  const { entry, registeredBefore, withEmail } = props
  const nameOf = useNameOf()
  const t = useTexts(texts)
  const schedule = useTexts(entryTexts)
  const formats = useFormats()
  const { actions: registrantActions, dialogs } = useRegistrantActions()
  const actions = useClassActions(entry)
  const mayRegister = useMay('registerOthers')
  const held = useHeld()(entry.id)
  const count = entry.registrants.length
  // a cancelled class has no places to count
  const isCancelled = entry.cancelledAt !== null
  const when = formats.dayAndTimes(entry.startsAt, entry.endsAt)
  const check = mayRegister && <CheckDialog scheduleId={entry.id} className={entry.className} />
  return (
    <Page width={withEmail ? 'wide' : 'normal'}>
      <div className="flex flex-col gap-4 sm:gap-8">
        <PageHeader
          title={entry.className}
          subtitle={
            <>
              <span className="flex flex-wrap gap-x-3">
                <span>{when}</span>
                <ByWidth
                  rem={PHONE_REM}
                  narrow={
                    !isCancelled && (
                      <span className="whitespace-nowrap">
                        <UsersRound aria-hidden="true" className="mr-1.5 inline size-4 align-text-bottom" />
                        <span className="sr-only">{schedule.participants} </span>
                        {count} / {entry.maxParticipants}
                        {held && <span className="ml-1.5 text-warn">{held.note}</span>}
                      </span>
                    )
                  }
                />
              </span>
              <WhereAndWho of={entry} />
            </>
          }
          lowOnPhone
        />
        <ByWidth
          rem={PHONE_REM}
          narrow={
            <div className="flex items-center gap-1">
              <RowActions name={entry.className} actions={actions} />
            </div>
          }
          // below the name, however long it is
          wide={
            <div className="-mt-4 flex flex-wrap items-center gap-3">
              <Links entry={entry} />
              {check}
            </div>
          }
        />
        {isCancelled && <Alert kind="warning">{schedule.cancelled}</Alert>}
        <StandIns entry={entry} />
        <section aria-label={t.registrants} className="flex min-w-0 flex-col gap-4">
          <RegistrantsHead entry={entry} />
          <RegistrantList
            entry={entry}
            open
            alone
            withEmail={withEmail ?? false}
            actions={registrantActions}
            caption={t.registrantsOf(entry.className, formats.weekdayAndDay(entry.startsAt))}
          />
          {registeredBefore.length > 0 && <p>{t.registeredBefore(registeredBefore.map(nameOf).join(', '))}</p>}
        </section>
      </div>
      {mayRegister && <WaitingList kind="class" id={entry.id} />}
      {mayRegister && <Absentees scheduleId={entry.id} />}
      {mayRegister && <LateCancellations scheduleId={entry.id} />}
      <div className="flex flex-wrap gap-3">
        <ByWidth rem={PHONE_REM} narrow={check} />
        <LinkButton to="/admin/class-registrants" icon={<ArrowLeft aria-hidden="true" className="size-5" />}>
          {t.back}
        </LinkButton>
      </div>
      {dialogs}
    </Page>
  )
}

function Links({ entry }: { entry: ClassRow }) {
  const t = useTexts(texts)
  const { edit } = useTexts(entryTexts)
  const { register, write } = useClassRights(entry)
  return (
    <>
      {register && (
        <LinkButton
          to="/admin/class-registration"
          search={{ entry: entry.id }}
          variant="primary"
          icon={<UserPlus aria-hidden="true" className="size-5" />}
        >
          {t.registerPerson}
        </LinkButton>
      )}
      {write && <WriteLink to="class" id={entry.id} teacherIds={entry.teacherIds} />}
      <LinkButton
        to="/admin/edit-schedule/$id"
        params={{ id: entry.id }}
        aria-label={t.editSchedule(entry.className)}
        icon={<Pencil aria-hidden="true" className="size-5" />}
      >
        {edit}
      </LinkButton>
    </>
  )
}

/** How full a class is, how many of it are marked, and the file of its list. */
function RegistrantsHead({ entry }: { entry: ClassRow }) {
  const t = useTexts(texts)
  const { participants } = useTexts(entryTexts)
  const now = useNow()
  const file = useRegistrantsFile()
  const held = useHeld()(entry.id)
  const count = entry.registrants.length
  const marks = entry.registrants.map((row) => row.attendance)
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 max-sm:sr-only">
      <div className="flex flex-wrap items-center gap-x-4">
        <h2 className="text-xl">{t.registrants}</h2>
        <ByWidth
          rem={PHONE_REM}
          wide={
            entry.cancelledAt === null && (
              <CapacityMeter label={participants} taken={count} places={entry.maxParticipants} note={held?.note} />
            )
          }
        />
        {/* the bar for marking all shows this */}
        {marks.some(Boolean) && !mayTakeAll(entry, now) && (
          <p className="text-muted">
            {t.marked(
              marks.filter((mark) => mark === 'attended').length,
              marks.filter((mark) => mark === 'no-show').length,
            )}
          </p>
        )}
      </div>
      {count > 0 && (
        <ByWidth
          rem={PHONE_REM}
          wide={
            <ExportButton
              fileName={t.exportName}
              procedure={attendance.classDetails}
              input={{ scheduleId: entry.id }}
              table={file}
              of={() => ({ total: count, parts: 1 })}
            />
          }
        />
      )}
    </div>
  )
}
