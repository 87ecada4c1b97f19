import { useId, useState, type ReactNode } from 'react'
import { useTexts } from '#web/language.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ByWidth, PHONE_REM } from '#web/ui/ByWidth.tsx'
import { DataTable } from '#web/ui/DataTable.tsx'
import { ListNews } from '#web/ui/ListNews.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { texts } from '../messages.ts'
import { AttendanceButtons } from './AttendanceButtons.tsx'
import { Method, PaymentStatus, PersonName, RemoveButton } from './cells.tsx'
import type { RegistrantActions } from './useRegistrantActions.tsx'
import type { ClassRow, RegistrantRow } from './registrants.ts'

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
  const shown = all ? entry.registrants : entry.registrants.slice(0, props.rows)

  const attendance = (row: RegistrantRow) => (
    <AttendanceButtons scheduleId={entry.id} userId={row.userId} name={row.name} standing={row.attendance} />
  )
  const payment = (row: RegistrantRow) => <PaymentStatus row={row} onSettle={() => actions.settle(row)} />
  const remove = (row: RegistrantRow) => <RemoveButton row={row} onPress={() => actions.remove(entry, row)} />
  const parts: RowParts = { attendance, payment, remove }
  return (
    <div className="flex flex-col gap-3">
      <ListNews name={props.caption} count={count} />
      {count === 0 && <EmptyState small text={t.noRegistrants} hint={t.noRegistrantsHint} />}
      {shown.length > 0 && (
        <ByWidth
          rem={PHONE_REM}
          narrow={<PhoneList {...props} rows={shown} parts={parts} />}
          wide={<WideTable {...props} rows={shown} parts={parts} />}
        />
      )}
      {shown.length < count && (
        <Button onPress={() => setAll(true)}>{shown.length === 0 ? t.expand(count) : t.showAll(count)}</Button>
      )}
    </div>
  )
}

type RowPart = (row: RegistrantRow) => ReactNode
interface RowParts {
  readonly attendance: RowPart
  readonly payment: RowPart
  readonly remove: RowPart
}
interface RowsProps {
  readonly rows: readonly RegistrantRow[]
  readonly parts: RowParts
  readonly caption: string
  readonly withEmail?: boolean
}

const personName = (row: RegistrantRow) => <PersonName row={row} />
const method = (row: RegistrantRow) => <Method row={row} />

function WideTable({ rows, parts, caption, withEmail }: RowsProps) {
  const t = useTexts(texts)
  const email = (row: RegistrantRow) => <span className="break-words">{row.email}</span>
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

/** Denser than a table's cards: the next person's buttons stay within the thumb's reach. */
function PhoneList({ rows, parts, caption, withEmail }: RowsProps) {
  const id = useId()
  return (
    <ul aria-label={caption} className="-mx-1 flex flex-col divide-y divide-line">
      {rows.map((row) => (
        <li key={row.userId} aria-labelledby={`${id}-${row.userId}`} className="flex flex-col gap-1.5 py-3">
          <div className="flex items-center justify-between gap-2">
            <span id={`${id}-${row.userId}`} className="min-w-0 text-base">
              <PersonName row={row} />
            </span>
            <span className="flex shrink-0 items-center">
              {parts.payment(row)}
              {parts.remove(row)}
            </span>
          </div>
          <p className="text-sm break-words text-muted">
            <Method row={row} />
            {withEmail && <span className="block break-all">{row.email}</span>}
          </p>
          {parts.attendance(row)}
        </li>
      ))}
    </ul>
  )
}
