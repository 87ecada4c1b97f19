import { useId, useState, type ReactNode } from 'react'
import { useTexts } from '#web/language.tsx'
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
      {count === 0 && <EmptyState small text={t.noRegistrants} hint={t.noRegistrantsHint} />}
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
 * Also for a tablet. Denser than a table's cards: the next person's buttons stay within the thumb's reach. What changes while people pay
 * has a line of its own, so that no row grows.
 */
function NarrowList({ rows, parts, caption, withEmail }: RowsProps) {
  const id = useId()
  return (
    <ul aria-label={caption} className="-mx-1 flex flex-col divide-y divide-line">
      {rows.map((row) => (
        <li
          key={row.userId}
          aria-labelledby={`${id}-${row.userId}`}
          className="flex flex-col gap-1.5 py-3 sm:flex-row sm:items-center sm:gap-6"
        >
          <div className="flex min-w-0 flex-col gap-1.5 sm:flex-1">
            <div className="flex min-h-control items-center justify-between gap-2">
              <div className="min-w-0">
                <span id={`${id}-${row.userId}`} className="text-base">
                  <PersonName row={row} />
                </span>
                {withEmail && <span className="block text-sm break-all text-muted">{row.email}</span>}
              </div>
              {parts.remove(row)}
            </div>
            <div
              className={classes(
                'flex flex-wrap items-center justify-between gap-x-2 text-sm text-muted',
                row.payment && 'min-h-control',
              )}
            >
              {/* the badge beside it would say the same */}
              {row.method !== 'included' && (
                <span className="min-w-0 break-words">
                  <Method row={row} />
                </span>
              )}
              {parts.payment(row)}
            </div>
          </div>
          {parts.attendance(row)}
        </li>
      ))}
    </ul>
  )
}
