import { sql } from 'drizzle-orm'
import { paidAmount } from '#server/doctor/checks.ts'

/** The 'Actual Paid Amount' of a payment `p`, for tests that look behind the product's back. */
export const paid = sql.raw(paidAmount)
