import type { ReactNode } from 'react'
import { groupedBy } from '#kernel/grouped.ts'
import { WhereAndWho, WhereAndWhoShort } from '#studio/rooms/parts/WhereAndWho.tsx'
import { useCategoryName } from '#studio/settings/parts/useCategoryName.ts'
import { texts as entryTexts } from '#studio/schedule/messages.ts'
import { useTexts } from '#web/language.tsx'
import { useMay } from '#web/me.ts'
import { words } from '#web/messages.ts'
import { useFormats } from '#web/studio.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { DataTable } from '#web/ui/DataTable.tsx'
import { NameLink, TextLink } from '#web/ui/LinkButton.tsx'
import { ShowMore } from '#web/ui/ShowMore.tsx'
import type { Sort } from '#web/ui/table.ts'
import type { UpcomingEntry } from '../contract.ts'
import { texts } from '../messages.ts'
import type { PlaceButton } from '../rules.ts'
import { Participants } from './Participants.tsx'
import { PlaceState } from './PlaceAction.tsx'
import { usePlaceTexts } from './usePlaceTexts.ts'
import { dayId } from './WeekStrip.tsx'
import { Family, Registered } from './WhoseBadges.tsx'

export interface ClassRow {
  readonly entry: UpcomingEntry
  readonly state: PlaceButton
  readonly registered: boolean
  /** Names of those with a place, if the user books for several people. */
  readonly names?: readonly string[] | undefined
  /** In a family: who is included, and who of them can't come. */
  readonly includedNames?: readonly string[]
  readonly awayNames?: readonly string[]
}

interface RowsProps {
  readonly rows: readonly ClassRow[]
  /** `stated`: the row already shows who comes without a registration. */
  readonly action: (row: ClassRow, namedBy: string, stated: boolean) => ReactNode
  /** The waiting people, shown below the row, or null. */
  readonly waits: (row: ClassRow, namedBy: string) => ReactNode
}

const nameId = (row: ClassRow) => `class-${row.entry.id}`
const whenId = ({ id }: UpcomingEntry) => `when-${id}`
/** Ids of the name and the day: a class takes place every week. */
const nameAndDay = (row: ClassRow) => `${nameId(row)} ${whenId(row.entry)}`

const nameCell = (row: ClassRow) => <Name row={row} badges />
const descriptionCell = (row: ClassRow) => <Description entry={row.entry} />
const whenCell = (row: ClassRow) => <When entry={row.entry} />
const timeCell = (row: ClassRow) => <Times entry={row.entry} />
const dayHeading = (row: ClassRow) => <DayHeading row={row} />
const participantsCell = (row: ClassRow) => <Participants entry={row.entry} />

/** Upcoming classes as a table, on wide screens. */
export function ClassTable(
  props: RowsProps & { sort: Sort<'name' | 'date'>; onSort: (sort: Sort<'name' | 'date'>) => void },
) {
  const t = useTexts(texts)
  const { dayOf } = usePlaceTexts()
  const byDay = props.sort.column === 'date'
  const entryText = useTexts(entryTexts)
  const word = useTexts(words)
  return (
    <DataTable<ClassRow, 'name' | 'description' | 'date' | 'participants' | 'action'>
      caption={t.upcoming}
      quiet
      rows={props.rows}
      rowKey={(row) => row.entry.id}
      sort={props.sort}
      onSort={({ column, direction }) => {
        if (column === 'name' || column === 'date') props.onSort({ column, direction })
      }}
      empty={null}
      detail={(row) => props.waits(row, nameId(row))}
      groups={byDay ? { of: (row) => dayOf(row.entry.startsAt), heading: dayHeading } : undefined}
      columns={[
        { id: 'name', header: entryText.class, rowHeader: true, sortable: word.byAlphabet, cell: nameCell },
        { id: 'description', header: entryText.description, cell: descriptionCell },
        { id: 'date', header: entryText.date, sortable: word.byTime, cell: byDay ? timeCell : whenCell },
        { id: 'participants', header: entryText.participants, cell: participantsCell },
        { id: 'action', header: word.actions, actions: true, cell: (row) => props.action(row, nameAndDay(row), false) },
      ]}
    />
  )
}

/**
 * Upcoming classes by day for a phone: time, name, occupancy and one button. Without day headings when sorted by name.
 */
export function ClassesByDay(props: RowsProps & { byDay: boolean }) {
  const t = useTexts(texts)
  const formats = useFormats()
  const { dayOf, nearDay } = usePlaceTexts()
  if (!props.byDay) return <RowList {...props} label={t.upcoming} withDay />
  const days = [...groupedBy(props.rows, ({ entry }) => dayOf(entry.startsAt))]
  return (
    <div className="flex flex-col gap-5">
      {days.map(([day, rows]) => {
        const heading = [nearDay(day), formats.weekdayAndDay(rows[0].entry.startsAt)].filter(Boolean).join(', ')
        return (
          <div key={day} className="flex flex-col gap-2">
            <h3 className="text-base">{heading}</h3>
            <RowList label={heading} rows={rows} action={props.action} waits={props.waits} />
          </div>
        )
      })}
    </div>
  )
}

function RowList(props: RowsProps & { label: string; withDay?: boolean }) {
  const formats = useFormats()
  return (
    <ul
      aria-label={props.label}
      className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface shadow-card"
    >
      {props.rows.map((row) => (
        <li
          key={row.entry.id}
          aria-labelledby={nameId(row)}
          // what does not fit beside the name wraps to a line below
          className="flex flex-wrap items-center justify-end gap-x-2.5 gap-y-1 px-4 py-2.5 max-sm:gap-x-2 max-sm:px-3"
        >
          <p
            id={whenId(row.entry)}
            className="flex w-13 shrink-0 flex-col self-start max-[16rem]:w-full max-[16rem]:flex-row max-[16rem]:flex-wrap max-[16rem]:items-baseline max-[16rem]:gap-x-2"
          >
            <span className={props.withDay ? 'text-sm font-semibold' : 'sr-only'}>
              {formats.weekdayAndDay(row.entry.startsAt)}{' '}
            </span>
            <span className="font-display text-lg leading-snug font-bold whitespace-nowrap tabular-nums">
              {formats.time(row.entry.startsAt)}
            </span>
            <span className="text-sm text-muted whitespace-nowrap tabular-nums">{formats.time(row.entry.endsAt)}</span>
          </p>
          {/* as wide as the names in it, with the button below; else short buttons fit beside it on a phone */}
          <div className="max-w-[calc(100%-3.875rem)] flex-1 max-[16rem]:max-w-full">
            <Name row={row} />
            <p className="text-sm text-muted max-sm:hidden">
              <Description entry={row.entry} />
            </p>
            <Line entry={row.entry} />
          </div>
          {props.action(row, nameAndDay(row), true)}
          <Stated row={row} />
          <Waits of={props.waits(row, nameId(row))} />
        </li>
      ))}
    </ul>
  )
}

/** State badge below the name, where it leaves room for the button; not shown if a family's names say it already. */
function Stated({ row }: { row: ClassRow }) {
  const { state, includedNames = [], awayNames = [] } = row
  if ((state !== 'included' && state !== 'absent') || includedNames.length + awayNames.length > 0) return null
  return (
    <div className="-my-2 flex min-h-control basis-full items-center pl-15.5 max-sm:pl-15">
      <PlaceState state={state} />
    </div>
  )
}

/** Below everything else of the class, in full width. */
function Waits({ of }: { of: ReactNode }) {
  return of ? <div className="mt-1 basis-full border-t border-line pt-1">{of}</div> : null
}

function Name({ row, badges }: { row: ClassRow; badges?: boolean }) {
  const categoryName = useCategoryName()
  const staff = useMay('seeDesk')
  const { entry, registered, names } = row
  return (
    <div className="flex min-w-26 flex-wrap items-center gap-x-2 gap-y-1">
      <span id={nameId(row)} className="min-w-0 text-base leading-snug font-semibold">
        {staff ? (
          <TextLink to="/admin/class-details/$id" params={{ id: entry.id }}>
            {entry.className}
          </TextLink>
        ) : (
          <NameLink to="/class/$id" params={{ id: entry.id }}>
            {entry.className}
          </NameLink>
        )}
      </span>
      {registered && !badges && <Registered names={names} />}
      {!badges && <Family {...row} />}
      {badges && (
        <span className="flex basis-full flex-wrap gap-1.5">
          {registered && <Registered names={names} />}
          <Family {...row} />
          {entry.categories.map((category) => (
            <Badge key={category} tone="accent">
              {categoryName(category)}
            </Badge>
          ))}
        </span>
      )}
      {badges && <WhereAndWho of={entry} />}
    </div>
  )
}

/** Category, occupancy, teacher and room in muted text. */
function Line({ entry }: { entry: UpcomingEntry }) {
  const categoryName = useCategoryName()
  return (
    <p className="flex flex-wrap gap-x-2 text-sm text-muted">
      <span>{entry.categories.map((category) => categoryName(category)).join(', ')}</span>{' '}
      <Participants entry={entry} noBar />
      <WhereAndWhoShort of={entry} />
    </p>
  )
}

function Description({ entry }: { entry: UpcomingEntry }) {
  const { showMore, showLess } = useTexts(words)
  return <ShowMore text={entry.classDescription} limit={50} moreLabel={showMore} lessLabel={showLess} />
}

/** Heading of a day; target of the links in the day strip. */
function DayHeading({ row }: { row: ClassRow }) {
  const formats = useFormats()
  const { dayOf, nearDay } = usePlaceTexts()
  const day = dayOf(row.entry.startsAt)
  return (
    <h3 id={dayId(day)} tabIndex={-1} className="scroll-mt-48 text-base outline-none">
      {[nearDay(day), formats.weekdayAndDay(row.entry.startsAt)].filter(Boolean).join(', ')}
    </h3>
  )
}

function Times({ entry }: { entry: UpcomingEntry }) {
  const formats = useFormats()
  return (
    <span id={whenId(entry)} className="font-semibold whitespace-nowrap tabular-nums">
      <span className="sr-only">{formats.weekdayAndDay(entry.startsAt)} </span>
      {formats.times(entry.startsAt, entry.endsAt)}
    </span>
  )
}

function When({ entry }: { entry: UpcomingEntry }) {
  const formats = useFormats()
  const { dayOf, nearDay } = usePlaceTexts()
  const near = nearDay(dayOf(entry.startsAt))
  return (
    <span id={whenId(entry)} className="flex flex-col whitespace-nowrap">
      {near && <span className="text-xs font-semibold text-brand">{near}</span>}
      <span className="font-semibold">{formats.weekdayAndDay(entry.startsAt)}</span>
      <span className="text-muted tabular-nums">{formats.times(entry.startsAt, entry.endsAt)}</span>
    </span>
  )
}
