// Rows ↔ union: the only place that knows which columns hold which variant of a payment.
import { getTableColumns, sql } from 'drizzle-orm'
import type { Cents } from '#kernel/money.ts'
import type { LocalDate } from '#kernel/time.ts'
import type { Standing } from '../rules.ts'
import { payments, receipts } from '../tables.ts'

// a payment that is due has none: most lists are of these
const sumOfReceipts = sql`case when ${payments.status} = 'due' then 0 else (
  select coalesce(sum(${receipts.cents}), 0) from ${receipts}
  where ${receipts.paymentId} = ${payments.id} and ${receipts.undoneAt} is null) end`
/** What the receipts of a payment add up to; nested, for drizzle leaves out table names of a field's outermost SQL. */
export const received = sql<Cents>`${sumOfReceipts}`.mapWith(Number)

/** What of it came at the desk; nested as above. */
const sumAtDesk = sql`(
  select coalesce(sum(${receipts.cents}), 0) from ${receipts}
  where ${receipts.paymentId} = ${payments.id} and ${receipts.undoneAt} is null and ${receipts.source} = 'desk')`
export const atDesk = sql<Cents>`${sumAtDesk}`.mapWith(Number)

/** The day of the last receipt of a payment; nested as above. */
const dayOfReceipts = sql`(
  select max(${receipts.day})::text from ${receipts}
  where ${receipts.paymentId} = ${payments.id} and ${receipts.undoneAt} is null)`
export const paidOn = sql<LocalDate | null>`${dayOfReceipts}`

/** What is still to come of due payments together. */
export const rest = sql<Cents>`coalesce(sum(${payments.price} - ${received}), 0)`.mapWith(Number)

/** All columns that say how a payment stands. */
export const standingColumns = {
  status: payments.status,
  stated: payments.stated,
  letGo: payments.letGo,
  received,
}

/** All that a whole payment is made of. */
export const paymentColumns = { ...getTableColumns(payments), received }

type StandingRow = Pick<typeof payments.$inferSelect, 'status' | 'stated' | 'letGo'> & { readonly received: Cents }

export function standingOf({ status, stated, letGo, received }: StandingRow): Standing {
  switch (status) {
    case 'due':
    case 'cancelled':
      return { status }
    case 'partlyPaid':
    case 'markedByUser':
      return { status, received }
    case 'markedByTeacher':
      return { status, received, stated: stated ?? 0 }
    case 'confirmed':
      return { status, received, letGo }
    default:
      return status satisfies never
  }
}

/** A row, or the part of it that is asked for, with what its receipts add up to, as the union. */
export function paymentOf<Row extends StandingRow>(row: Row): Omit<Row, keyof StandingRow> & Standing {
  const { status, stated, letGo, received, ...agreed } = row
  return { ...agreed, ...standingOf({ status, stated, letGo, received }) }
}

/** The columns of a standing; what is not true of it is empty. */
export const columnsOf = (standing: Standing) => ({
  status: standing.status,
  stated: standing.status === 'markedByTeacher' ? standing.stated : null,
  letGo: standing.status === 'confirmed' ? standing.letGo : 0,
})
