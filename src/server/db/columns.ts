import { customType } from 'drizzle-orm/pg-core'

// one call writes the same moment into a dozen columns
let written = { milliseconds: Number.NaN, text: '' }

function textOf(milliseconds: number): string {
  if (milliseconds !== written.milliseconds) written = { milliseconds, text: new Date(milliseconds).toISOString() }
  return written.text
}

/**
 * A moment in time: epoch milliseconds in TypeScript, `timestamptz(3)` in the database.
 * Three digits, because a finer value would not survive the way through a number, and paging by key would skip rows.
 */
export const instant = customType<{ data: number; driverData: string | number }>({
  dataType: () => 'timestamp (3) with time zone',
  toDriver: textOf,
  // the connections of this folder deliver numbers; text comes only from JSON built inside a query
  fromDriver: (value) => (typeof value === 'number' ? value : Date.parse(value)),
})

/** The name that a column has in the database. */
export const inDatabase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
