import { useNavigate, useSearch } from '@tanstack/react-router'
import { useChoice } from '#web/useChoice.ts'
import { ArrowLeft, ChevronDown, Pencil, UserPlus } from 'lucide-react'
import { groupedBy } from '#kernel/grouped.ts'
import { entryRanges, type EntryRange } from '#studio/schedule/rules.ts'
import { WhereAndWho } from '#studio/rooms/parts/WhereAndWho.tsx'
import { useHeld } from '#studio/registrations/parts/useHeld.ts'
import { usePlaceTexts } from '#studio/registrations/parts/usePlaceTexts.ts'
import { texts as entryTexts } from '#studio/schedule/messages.ts'
import { StandIns } from '#studio/standIns/parts/StandIns.tsx'
import { UndoChanges } from '#studio/schedule/parts/UndoChanges.tsx'
import { useNameOf } from '#studio/accounts/parts/useNameOf.ts'
import { DeskLink } from '#web/DeskLink.tsx'
import { WriteLink } from '#web/WriteLink.tsx'
import { useTexts } from '#web/language.tsx'
import { LiveAnswer } from '#web/live/LiveAnswer.tsx'
import { LiveContent } from '#web/live/LiveContent.tsx'
import { retryLive, useLive } from '#web/live/useLive.ts'
import { WithRows } from '#web/live/WithRows.tsx'
import { words } from '#web/messages.ts'
import { useFormats, useStudio } from '#web/studio.tsx'
import { useUnfolded } from '#web/useUnfolded.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ByWidth, LIST_REM, PHONE_REM } from '#web/ui/ByWidth.tsx'
import { classes } from '#web/ui/classes.ts'
import { DataTable } from '#web/ui/DataTable.tsx'
import { ExportButton } from '#web/ui/ExportButton.tsx'
import { LinkButton, TextLink } from '#web/ui/LinkButton.tsx'
import { Page, PageHeader } from '#web/ui/Page.tsx'
import { Pagination } from '#web/ui/Pagination.tsx'
import { RowActions, ShortRow } from '#web/ui/RowActions.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { attendance } from '../calls.ts'
import { texts } from '../messages.ts'
import { ENTRIES_ON_A_PAGE } from '../rules.ts'
import { OneClass } from '../parts/OneClass.tsx'
import { RegistrantList } from '../parts/RegistrantList.tsx'
import { openByThemselves, ROWS_AT_ONCE, rowsOf, type ClassRow, type ListedClass } from '../parts/registrants.ts'
import { useClassActions, useClassRights } from '../parts/useClassActions.ts'
import { useRegistrantActions } from '../parts/useRegistrantActions.tsx'
import { useRegistrantsFile } from '../parts/useRegistrantsFile.ts'

/** Scheduled Classes and Registrants: the screen at the door. */
export function RegistrantsPage() {
  const t = useTexts(texts)
  const [view, choose] = useChoice(useSearch({ from: '/admin/class-registrants' }))
  const { range = 'upcoming', page = 1, entry } = view
  const navigate = useNavigate()
  const file = useRegistrantsFile()
  const show = (range: EntryRange) =>
    choose({ range }, () =>
      navigate({ to: '/admin/class-registrants', search: range === 'upcoming' ? {} : { range }, replace: true }),
    )
  if (entry) return <ClassAtTheDoor key={entry} scheduleId={entry} />
  return (
    <Page width="wide">
      <PageHeader
        title={t.title}
        lowOnPhone
        actions={
          <WithRows query={attendance.registrants} input={{ range, page }} any={({ total }) => total > 0}>
            <ExportButton
              fileName={t.exportName}
              procedure={attendance.registrantsForExport}
              input={{ range }}
              table={file}
              of={(answer) => answer}
            />
          </WithRows>
        }
      />
      <UndoChanges />
      <SelectField
        inline
        label={t.range}
        value={range}
        onChange={show}
        options={entryRanges.map((value) => ({ value, label: t.ranges[value] }))}
      />
      <Classes key={range} range={range} />
    </Page>
  )
}

function Classes({ range }: { range: EntryRange }) {
  const t = useTexts(texts)
  const { page = 1 } = useSearch({ from: '/admin/class-registrants' })
  const nameOf = useNameOf()
  return (
    <LiveAnswer query={attendance.registrants} input={{ range, page }} steady failed={t.loadFailed}>
      {(answer) => (
        <>
          <ClassTable rows={rowsOf(answer, nameOf)} />
          <Pagination page={answer.page} total={answer.total} more={answer.more} size={ENTRIES_ON_A_PAGE} />
        </>
      )}
    </LiveAnswer>
  )
}

/** One class of the list, as the dashboard leads to it; while there is none, what the page is. */
function ClassAtTheDoor({ scheduleId }: { scheduleId: string }) {
  const t = useTexts(texts)
  const nameOf = useNameOf()
  const live = useLive(attendance.classDetails, { scheduleId })
  const [entry] = live.state === 'ready' ? rowsOf(live.answer, nameOf) : []
  const before = live.state === 'ready' ? live.answer.registeredBefore : []
  if (entry) return <OneClass entry={entry} registeredBefore={before} withEmail />
  return (
    <Page>
      <PageHeader title={t.title} />
      <LiveContent live={live} failed={t.loadFailed} retry={() => retryLive(attendance.classDetails, { scheduleId })}>
        {() => <EmptyState text={t.noClasses} />}
      </LiveContent>
      <div>
        <LinkButton to="/admin/class-registrants" icon={<ArrowLeft aria-hidden="true" className="size-5" />}>
          {t.back}
        </LinkButton>
      </div>
    </Page>
  )
}

function ClassTable({ rows }: { rows: readonly ListedClass[] }) {
  const t = useTexts(texts)
  const { actions } = useTexts(words)
  const formats = useFormats()
  const { dayOf, nearDay } = usePlaceTexts()
  const { actions: registrantActions, dialogs } = useRegistrantActions()
  const openIn = (width: keyof typeof ROWS_AT_ONCE) => {
    const open = openByThemselves(
      rows.map((row) => row.registrants.length),
      ROWS_AT_ONCE[width],
    )
    return new Set(rows.filter((_row, index) => open[index]))
  }
  const countCell = (opened: ReadonlySet<ListedClass>) => (row: ListedClass) =>
    opened.has(row) || row.registrants.length === 0 || row.cancelledAt !== null ? (
      <Count row={row} />
    ) : (
      <Opens row={row} />
    )
  const registrants = (opened: ReadonlySet<ListedClass>) => (row: ListedClass) => (
    <div className="flex flex-col gap-3">
      <StandIns entry={row} />
      <RegistrantList
        entry={row}
        open={opened.has(row)}
        withEmail
        actions={registrantActions}
        caption={t.registrantsOf(row.className, formats.weekdayAndDay(row.startsAt))}
      />
    </div>
  )
  const table = (some: readonly ListedClass[], caption: string, opened: ReadonlySet<ListedClass>) => (
    <DataTable
      caption={caption}
      rows={some}
      rowKey={(row) => row.id}
      empty={<EmptyState text={t.noClasses} action={<DeskLink to="/admin/add-to-schedule" />} />}
      columns={[
        { id: 'name', header: t.className, rowHeader: true, cell: className },
        { id: 'date', header: t.date, hideOnPhone: true, cell: (row) => formats.weekdayAndDay(row.startsAt) },
        { id: 'start', header: t.startTime, hideOnPhone: true, cell: (row) => formats.time(row.startsAt) },
        { id: 'end', header: t.endTime, hideOnPhone: true, cell: (row) => formats.time(row.endsAt) },
        {
          id: 'count',
          header: t.registrantCount,
          align: 'end',
          hideOnPhone: true,
          cell: countCell(opened),
        },
        { id: 'actions', header: actions, actions: true, cell: rowLinks },
      ]}
      detail={registrants(opened)}
    />
  )
  const [wide, narrow] = [openIn('wide'), openIn('narrow')]
  const days = [...groupedBy(rows, ({ startsAt }) => dayOf(startsAt))].map(([day, entries]) => {
    const name = formats.weekdayAndDay(entries[0].startsAt)
    return { day, entries, name: [nearDay(day), name].filter(Boolean).join(', ') }
  })
  return (
    <>
      <ByWidth
        rem={PHONE_REM}
        narrow={
          days.length === 0
            ? table(rows, t.title, narrow)
            : days.map(({ day, entries, name }) => (
                <section key={day} aria-label={name} className="flex flex-col gap-2">
                  <h2 className="text-base">{name}</h2>
                  {table(entries, `${t.title}: ${name}`, narrow)}
                </section>
              ))
        }
        wide={table(rows, t.title, wide)}
      />
      {dialogs}
    </>
  )
}

/** How many people come, the capacity, and how many wait. */
function Count({ row }: { row: ListedClass }) {
  const t = useTexts(texts)
  const held = useHeld()(row.id)
  const waits = useStudio().features.includes('waitingLists') && row.waiting > 0
  // a cancelled class has no places
  if (row.cancelledAt !== null) return null
  return (
    <span className="inline-flex flex-wrap gap-x-2 tabular-nums sm:flex-col sm:items-end">
      <span className="font-semibold text-ink">
        {row.registrants.length}/{row.maxParticipants}
      </span>
      {held && <span className="whitespace-nowrap text-warn sm:text-xs">{held.note}</span>}
      {waits && <span className="whitespace-nowrap sm:text-xs sm:text-muted">{t.waiting(row.waiting)}</span>}
    </span>
  )
}

/** The count as a button that opens and closes the class's list. */
function Opens({ row }: { row: ListedClass }) {
  const t = useTexts(texts)
  const [open, setOpen] = useUnfolded(`registrants ${row.id}`)
  return (
    <Button size="small" variant="quiet" aria-expanded={open} onPress={() => setOpen(!open)}>
      <Count row={row} />
      <span className="sr-only">, {t.expand(row.registrants.length)}</span>
      <ChevronDown aria-hidden="true" className={classes('size-4', open && 'rotate-180')} />
    </Button>
  )
}

function ClassName({ row }: { row: ClassRow }) {
  const t = useTexts(texts)
  const entry = useTexts(entryTexts)
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <span className="flex min-w-0 items-center max-md:flex-wrap max-sm:-my-2">
        <TextLink to="/admin/class-details/$id" params={{ id: row.id }}>
          {row.className}
        </TextLink>
        <ByWidth
          rem={PHONE_REM}
          wide={
            <TextLink
              to="/admin/edit-schedule/$id"
              params={{ id: row.id }}
              aria-label={t.editSchedule(row.className)}
              className="inline-grid size-11 shrink-0 place-items-center print:hidden"
            >
              <Pencil aria-hidden="true" className="size-4" />
            </TextLink>
          }
        />
      </span>
      {row.cancelledAt !== null && <Badge tone="danger">{entry.cancelled}</Badge>}
      {/* below the name, however short it is */}
      <span className="max-lg:basis-full">
        <WhereAndWho of={row} />
      </span>
    </span>
  )
}

/** On a phone after when it is and how many come, so that the first person is in sight. */
function RowLinks({ row }: { row: ListedClass }) {
  const t = useTexts(texts)
  const formats = useFormats()
  const { register, write } = useClassRights(row)
  const actions = useClassActions(row)
  return (
    <span className="flex items-center gap-2 max-sm:grow sm:flex-wrap">
      <span className="grow text-sm text-muted sm:hidden">
        {formats.times(row.startsAt, row.endsAt)}
        {row.cancelledAt === null && (
          <span className="block">
            {t.registrantCount} <Count row={row} />
          </span>
        )}
      </span>
      <ByWidth
        rem={LIST_REM}
        narrow={
          <ShortRow value>
            <RowActions name={row.className} actions={actions} />
          </ShortRow>
        }
        wide={
          <>
            {register && (
              <LinkButton
                to="/admin/class-registration"
                search={{ entry: row.id }}
                size="small"
                icon={<UserPlus aria-hidden="true" className="size-4" />}
              >
                {t.registerPerson}
              </LinkButton>
            )}
            {write && <WriteLink to="class" id={row.id} teacherIds={row.teacherIds} size="small" />}
          </>
        }
      />
    </span>
  )
}

const className = (row: ClassRow) => <ClassName row={row} />
const rowLinks = (row: ListedClass) => <RowLinks row={row} />
