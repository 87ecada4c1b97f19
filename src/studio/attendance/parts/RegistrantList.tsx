import { useId, useState, type ReactNode } from 'react'
import { PhotosIcon } from '#studio/families/parts/ListedFacts.tsx'
import { hasStarted } from '#studio/schedule/rules.ts'
import { useTexts } from '#web/language.tsx'
import { useNow } from '#web/studio.tsx'
import { useUnfolded } from '#web/useUnfolded.ts'
import { Button } from '#web/ui/Button.tsx'
import { ByWidth, DESK_LIST_REM, LIST_REM, PHONE_REM, usePrinting } from '#web/ui/ByWidth.tsx'
import { classes } from '#web/ui/classes.ts'
import { DataTable } from '#web/ui/DataTable.tsx'
import { ListNews } from '#web/ui/ListNews.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { texts } from '../messages.ts'
import { AllHere } from './AllHere.tsx'
import { AttendanceButtons } from './AttendanceButtons.tsx'
import { Method, PaymentStatus, PersonName, PhoneState, RemoveButton } from './cells.tsx'
import { PersonFacts } from './PersonFacts.tsx'
import type { RegistrantActions } from './useRegistrantActions.tsx'
import { isNamed, ROWS_OF_ONE, type ClassRow, type ListedRow } from './registrants.ts'
import { useKeptPlaces } from './useKeptPlaces.ts'

/** From this many rows on, the list gets a search field. */
const MANY = 8

/** Everyone who comes to one entry; where it is not `open` by itself, a press shows them. */
export function RegistrantList(props: {
  entry: ClassRow
  open: boolean
  caption: string
  actions: RegistrantActions
  withEmail?: boolean
  /** Not inside the row of its class. */
  alone?: boolean
}) {
  const { entry, actions } = props
  const t = useTexts(texts)
  const [all, setAll] = useUnfolded(`registrants ${entry.id}`)
  // updates by others must not close the list
  const [byItself] = useState(props.open)
  const printing = usePrinting()
  const [typed, setTyped] = useState('')
  const started = hasStarted(entry, useNow()) || entry.cancelledAt !== null
  const count = entry.registrants.length
  const listed = useKeptPlaces(entry.registrants).filter(
    (row) => row.presence !== 'gone' || !actions.isRemoved(entry, row),
  )
  // people who left don't count, and don't push others out of the visible part
  const most = all || printing ? listed.length : byItself || props.open ? ROWS_OF_ONE : 0
  const atFirst = most >= count ? listed : listed.slice(0, most)
  const searching = count > MANY && typed.trim() !== ''
  const shown = searching ? listed.filter(({ name }) => isNamed(name, typed.trim())) : atFirst

  const parts = partsOf(entry, actions, started)
  const removable = listed.some(({ method, presence }) => presence !== 'gone' && !(method === 'included' && started))
  const show = (
    <div className="flex flex-col sm:items-start">
      <Button onPress={() => setAll(true)}>{shown.length === 0 ? t.expand(count) : t.showAll(count)}</Button>
    </div>
  )
  // in the table, the count opens the list
  if (most === 0 && count > 0 && !props.alone) return <ByWidth rem={PHONE_REM} narrow={show} />
  return (
    <div className="flex flex-col gap-3">
      <ListNews name={props.caption} count={count} />
      {count === 0 && <NoRegistrants entry={entry} />}
      {most > 0 && <AllHere entry={entry} quiet={searching} />}
      {most > 0 && count > MANY && (
        <SearchField
          label={t.findPerson}
          of={props.caption}
          hideLabel
          placeholder={t.findPerson}
          value={typed}
          onChange={setTyped}
        />
      )}
      {searching && shown.length === 0 && <EmptyState small text={t.nobodyFound} />}
      {shown.length > 0 && (
        <ByWidth
          rem={props.withEmail ? DESK_LIST_REM : LIST_REM}
          narrow={
            <ByWidth
              rem={PHONE_REM}
              narrow={<PhoneList {...props} rows={shown} parts={parts} removable={removable} />}
              wide={<NarrowList {...props} rows={shown} parts={parts} />}
            />
          }
          wide={<WideTable {...props} rows={shown} parts={parts} />}
        />
      )}
      {!searching && most < count && show}
    </div>
  )
}

function NoRegistrants({ entry }: { entry: ClassRow }) {
  const t = useTexts(texts)
  const started = hasStarted(entry, useNow())
  if (entry.cancelledAt !== null) return <EmptyState small text={t.placesEnded} />
  return <EmptyState small text={t.noRegistrants} hint={started ? undefined : t.noRegistrantsHint} />
}

type RowPart = (row: ListedRow) => ReactNode
interface RowParts {
  readonly name: RowPart
  readonly nameOnPhone: RowPart
  readonly age: RowPart
  readonly attendance: (row: ListedRow, round?: boolean) => ReactNode
  readonly payment: RowPart
  readonly state: RowPart
  readonly remove: RowPart
}
interface RowsProps {
  readonly rows: readonly ListedRow[]
  readonly parts: RowParts
  readonly caption: string
  readonly withEmail?: boolean
  readonly alone?: boolean
}

function partsOf(entry: ClassRow, actions: RegistrantActions, started: boolean): RowParts {
  const attendance = (row: ListedRow, round = false) =>
    row.presence === 'gone' ? (
      <Gone />
    ) : (
      <AttendanceButtons
        scheduleId={entry.id}
        userId={row.userId}
        name={row.name}
        current={row.attendance}
        round={round}
      />
    )
  const payment = (row: ListedRow) =>
    row.presence !== 'gone' && <PaymentStatus row={row} onSettle={() => actions.settle(entry, row)} />
  const remove = (row: ListedRow) =>
    row.presence !== 'gone' && <RemoveButton row={row} started={started} onPress={() => actions.remove(entry, row)} />
  const state = (row: ListedRow) =>
    row.presence !== 'gone' && <PhoneState row={row} onSettle={() => actions.settle(entry, row)} />
  const name = (row: ListedRow) => (
    // what goes on to a second line begins below the name
    <span className="-ml-2 flex flex-wrap items-center">
      <span className="ml-2 min-w-0">
        <PersonName row={row} />
      </span>
      <PersonFacts scheduleId={entry.id} row={row} />
    </span>
  )
  const nameOnPhone = (row: ListedRow) => (
    <>
      <PersonName row={row} /> <PhotosIcon photos={row.photos} />
    </>
  )
  const age = (row: ListedRow) => (
    // the line has gaps of its own, and a long badge leaves little room
    <span className="-ml-2 empty:hidden">
      <PersonFacts scheduleId={entry.id} row={row} withoutPhotos />
    </span>
  )
  return { name, nameOnPhone, age, attendance, payment, state, remove }
}

function Gone() {
  const t = useTexts(texts)
  return <p className="flex min-h-control items-center text-muted">{t.gone}</p>
}

const method = (row: ListedRow) => <Method row={row} />

function WideTable({ rows, parts, caption, withEmail }: RowsProps) {
  const t = useTexts(texts)
  const email = (row: ListedRow) => <span className="break-words">{row.email}</span>
  return (
    <DataTable
      caption={caption}
      quiet
      rows={rows}
      rowKey={(row) => row.userId}
      empty={null}
      columns={[
        { id: 'name', header: t.name, rowHeader: true, cell: parts.name, width: 'w-auto' },
        ...(withEmail ? [{ id: 'email' as const, header: t.email, cell: email, width: 'w-[22%]' }] : []),
        { id: 'method', header: t.method, cell: method, width: 'w-[16%]' },
        // for included people the cell beside it says so
        {
          id: 'payment',
          header: t.paymentStatus,
          cell: (row) => (row.method === 'included' ? '–' : parts.payment(row)),
          width: 'w-44',
        },
        { id: 'attendance', header: t.attendance, cell: parts.attendance, width: 'w-64' },
        { id: 'remove', header: t.remove, actions: true, cell: parts.remove, width: 'w-24' },
      ]}
    />
  )
}

const frame = (alone: boolean | undefined) =>
  classes(
    'flex flex-col divide-y divide-line',
    alone ? 'rounded-card border border-line bg-surface px-4 shadow-card' : 'border-t border-line',
  )

/** For a tablet, with one line for each. What changes while people pay has a place of its own, so that no row grows. */
function NarrowList({ rows, parts, caption, withEmail, alone }: RowsProps) {
  const id = useId()
  return (
    <ul aria-label={caption} className={frame(alone)}>
      {rows.map((row) => (
        <li
          key={row.userId}
          aria-labelledby={`${id}-${row.userId}`}
          className="grid grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-4 gap-y-1.5 py-3 md:grid-cols-[minmax(0,1fr)_10rem_auto_2.75rem] md:gap-y-0"
        >
          <div
            className={classes(
              'flex min-w-0 flex-col justify-center md:min-h-0',
              row.method === 'included' ? 'md:row-span-2' : 'min-h-control',
            )}
          >
            <span id={`${id}-${row.userId}`} className="text-base">
              {parts.name(row)}
            </span>
            {withEmail && <span className="text-sm break-all text-muted">{row.email}</span>}
          </div>
          <div
            className={classes(
              'col-span-2 flex flex-wrap items-center justify-between gap-x-2 text-sm text-muted md:contents',
              row.method !== 'included' && 'min-h-control',
            )}
          >
            {/* the badge beside it says the same */}
            {row.method !== 'included' && (
              <span className="min-w-0 break-words md:col-start-1 md:row-start-2">
                <Method row={row} />
              </span>
            )}
            <div className="md:col-start-2 md:row-span-2 md:row-start-1">{parts.payment(row)}</div>
          </div>
          <div className="col-start-3 row-span-2 row-start-1">{parts.attendance(row)}</div>
          <div className="col-start-2 row-start-1 md:col-start-4 md:row-span-2">{parts.remove(row)}</div>
        </li>
      ))}
    </ul>
  )
}

/**
 * At the door: one row of 64 px for each, higher where an age or phone can be pressed below the name; no row changes its
 * height when somebody pays. Name first, and the marks all below each other under the thumb. Taking somebody off the list
 * is seldom, and asks for a press on 'Edit the list' before.
 */
function PhoneList({ rows, parts, caption, alone, removable }: RowsProps & { removable: boolean }) {
  const id = useId()
  const t = useTexts(texts)
  const [editing, setEditing] = useState(false)
  return (
    <>
      <ul aria-label={caption} className={frame(alone)}>
        {rows.map((row) => (
          <li
            key={row.userId}
            aria-labelledby={`${id}-${row.userId}`}
            className="-mr-1 flex min-h-16 items-center gap-1 py-1.5 max-[18rem]:flex-wrap"
          >
            <div className="min-w-0 grow max-[18rem]:basis-full [&>p_a]:py-1 has-[[data-contacts]]:[&>p_a]:py-3">
              <p id={`${id}-${row.userId}`} className="leading-tight">
                {parts.nameOnPhone(row)}
              </p>
              <div className="-mt-1 has-[[data-contacts]]:mt-3 has-[[data-contacts]]:mb-0 -mb-2 flex min-h-control min-w-0 flex-wrap items-center gap-x-1.5 text-sm text-muted">
                {parts.state(row)}
                {parts.age(row)}
              </div>
            </div>
            {editing ? parts.remove(row) : parts.attendance(row, true)}
          </li>
        ))}
      </ul>
      {removable && (
        <Button size="small" variant="quiet" aria-pressed={editing} onPress={() => setEditing(!editing)}>
          {editing ? t.editDone : t.editList}
        </Button>
      )}
    </>
  )
}
