// Maps rows to the union and back: the only module that knows which columns hold which variant of a payment.
import { getTableColumns, sql } from 'drizzle-orm'
import type { Cents } from '#kernel/money.ts'
import type { LocalDate } from '#kernel/time.ts'
import type { Standing } from '../rules.ts'
import { payments, receipts } from '../tables.ts'

// a due payment has no receipts; this skips the subquery for most rows
const sumOfReceipts = sql`case when ${payments.status} = 'due' then 0 else (
  select coalesce(sum(${receipts.cents}), 0) from ${receipts}
  where ${receipts.paymentId} = ${payments.id} and ${receipts.undoneAt} is null) end`
/** Sum of a payment's receipts. Nested, because drizzle drops table names in the outermost SQL of a field. */
export const received = sql<Cents>`${sumOfReceipts}`.mapWith(Number)

/** Sum of the receipts that were taken at the desk; nested as above. */
const sumAtDesk = sql`(
  select coalesce(sum(${receipts.cents}), 0) from ${receipts}
  where ${receipts.paymentId} = ${payments.id} and ${receipts.undoneAt} is null and ${receipts.source} = 'desk')`
export const atDesk = sql<Cents>`${sumAtDesk}`.mapWith(Number)

/** The day of the last receipt of a payment; nested as above. */
const dayOfReceipts = sql`(
  select max(${receipts.day})::text from ${receipts}
  where ${receipts.paymentId} = ${payments.id} and ${receipts.undoneAt} is null)`
export const paidOn = sql<LocalDate | null>`${dayOfReceipts}`

/** Sum of what is still to come for payments that are due. */
export const rest = sql<Cents>`coalesce(sum(${payments.price} - ${received}), 0)`.mapWith(Number)

/** All columns that describe the state of a payment. */
export const standingColumns = {
  status: payments.status,
  stated: payments.stated,
  letGo: payments.letGo,
  received,
}

/** All columns of a payment, and the sum of its receipts. */
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

/** Converts a row, or a part of one, with its sum of receipts to the union. */
export function paymentOf<Row extends StandingRow>(row: Row): Omit<Row, keyof StandingRow> & Standing {
  const { status, stated, letGo, received, ...agreed } = row
  return { ...agreed, ...standingOf({ status, stated, letGo, received }) }
}

/** The columns of a state; those that do not belong to it are null. */
export const columnsOf = (standing: Standing) => ({
  status: standing.status,
  stated: standing.status === 'markedByTeacher' ? standing.stated : null,
  letGo: standing.status === 'confirmed' ? standing.letGo : 0,
})
