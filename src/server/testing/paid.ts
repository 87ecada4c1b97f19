import { sql } from 'drizzle-orm'
import { paidAmount } from '#server/doctor/checks.ts'

/** SQL for the 'Actual Paid Amount' of a payment `p`, for tests that read the database directly. */
export const paid = sql.raw(paidAmount)
