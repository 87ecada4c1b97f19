import { useId, useState, type ReactNode } from 'react'
import { hasStarted } from '#studio/schedule/rules.ts'
import { useTexts } from '#web/language.tsx'
import { useNow } from '#web/studio.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ByWidth, DESK_LIST_REM, LIST_REM } from '#web/ui/ByWidth.tsx'
import { classes } from '#web/ui/classes.ts'
import { DataTable } from '#web/ui/DataTable.tsx'
import { ListNews } from '#web/ui/ListNews.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { texts } from '../messages.ts'
import { AttendanceButtons } from './AttendanceButtons.tsx'
import { Method, PaymentStatus, PersonName, RemoveButton } from './cells.tsx'
import type { RegistrantActions } from './useRegistrantActions.tsx'
import type { ClassRow, ListedRow } from './registrants.ts'
import { useKeptPlaces } from './useKeptPlaces.ts'

/** Everyone who comes to one entry; `rows` of them at first. */
export function RegistrantList(props: {
  entry: ClassRow
  rows: number
  caption: string
  actions: RegistrantActions
  withEmail?: boolean
}) {
  const { entry, actions } = props
  const t = useTexts(texts)
  const [all, setAll] = useState(false)
  const count = entry.registrants.length
  const listed = useKeptPlaces(entry.registrants).filter(
    (row) => row.presence !== 'gone' || !actions.isRemoved(entry, row),
  )
  // those who went don't count, and push nobody out of sight
  const shown = all || props.rows >= count ? listed : listed.slice(0, props.rows)

  const attendance = (row: ListedRow) =>
    row.presence === 'gone' ? (
      <p className="flex min-h-13 items-center text-muted sm:min-h-control">{t.gone}</p>
    ) : (
      <AttendanceButtons scheduleId={entry.id} userId={row.userId} name={row.name} standing={row.attendance} />
    )
  const payment = (row: ListedRow) =>
    row.presence !== 'gone' && <PaymentStatus row={row} onSettle={() => actions.settle(row)} />
  const remove = (row: ListedRow) =>
    row.presence !== 'gone' && <RemoveButton row={row} onPress={() => actions.remove(entry, row)} />
  const parts: RowParts = { attendance, payment, remove }
  return (
    <div className="flex flex-col gap-3">
      <ListNews name={props.caption} count={count} />
      {count === 0 && <NoRegistrants entry={entry} />}
      {shown.length > 0 && (
        <ByWidth
          rem={props.withEmail ? DESK_LIST_REM : LIST_REM}
          narrow={<NarrowList {...props} rows={shown} parts={parts} />}
          wide={<WideTable {...props} rows={shown} parts={parts} />}
        />
      )}
      {!all && props.rows < count && (
        <Button onPress={() => setAll(true)}>{shown.length === 0 ? t.expand(count) : t.showAll(count)}</Button>
      )}
    </div>
  )
}

function NoRegistrants({ entry }: { entry: ClassRow }) {
  const t = useTexts(texts)
  const closed = hasStarted(entry, useNow()) || entry.cancelledAt !== null
  return <EmptyState small text={t.noRegistrants} hint={closed ? undefined : t.noRegistrantsHint} />
}

type RowPart = (row: ListedRow) => ReactNode
interface RowParts {
  readonly attendance: RowPart
  readonly payment: RowPart
  readonly remove: RowPart
}
interface RowsProps {
  readonly rows: readonly ListedRow[]
  readonly parts: RowParts
  readonly caption: string
  readonly withEmail?: boolean
}

const personName = (row: ListedRow) => <PersonName row={row} />
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
        { id: 'name', header: t.name, rowHeader: true, cell: personName },
        ...(withEmail ? [{ id: 'email' as const, header: t.email, cell: email }] : []),
        { id: 'method', header: t.method, cell: method },
        { id: 'payment', header: t.paymentStatus, cell: parts.payment },
        { id: 'attendance', header: t.attendance, cell: parts.attendance },
        { id: 'remove', header: t.remove, actions: true, cell: parts.remove },
      ]}
    />
  )
}

/**
 * Also for a tablet, with one line for each. Denser than a table's cards: the next person's buttons stay within the
 * thumb's reach. What changes while people pay has a place of its own, so that no row grows.
 */
function NarrowList({ rows, parts, caption, withEmail }: RowsProps) {
  const id = useId()
  return (
    <ul
      aria-label={caption}
      className={classes(
        'flex flex-col divide-y divide-line',
        // beside its class in a list of them, or by itself
        withEmail ? 'border-t border-line' : 'rounded-card border border-line bg-surface px-4 shadow-card',
      )}
    >
      {rows.map((row) => (
        <li
          key={row.userId}
          aria-labelledby={`${id}-${row.userId}`}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2 gap-y-1.5 py-3 sm:grid-cols-[minmax(0,1fr)_auto_auto] sm:gap-x-4 md:grid-cols-[minmax(0,1fr)_10rem_auto_2.75rem] md:gap-y-0"
        >
          <div
            className={classes(
              'flex min-w-0 flex-col justify-center md:min-h-0',
              row.method === 'included' ? 'md:row-span-2' : 'min-h-control',
            )}
          >
            <span id={`${id}-${row.userId}`} className="text-base">
              <PersonName row={row} />
            </span>
            {withEmail && <span className="text-sm break-all text-muted">{row.email}</span>}
          </div>
          <div
            className={classes(
              'col-span-2 flex flex-wrap items-center justify-between gap-x-2 text-sm text-muted md:contents',
              row.method !== 'included' && 'min-h-control',
            )}
          >
            {/* the badge beside it would say the same */}
            {row.method !== 'included' && (
              <span className="min-w-0 break-words md:col-start-1 md:row-start-2">
                <Method row={row} />
              </span>
            )}
            <div className="md:col-start-2 md:row-span-2 md:row-start-1">{parts.payment(row)}</div>
          </div>
          <div className="max-sm:col-span-2 sm:col-start-3 sm:row-span-2 sm:row-start-1">{parts.attendance(row)}</div>
          <div className="col-start-2 row-start-1 -mr-3 sm:mr-0 md:col-start-4 md:row-span-2">{parts.remove(row)}</div>
        </li>
      ))}
    </ul>
  )
}
