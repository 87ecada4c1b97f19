import { customType } from 'drizzle-orm/pg-core'

// cached, because one call often writes the same moment into a dozen columns
let written = { milliseconds: Number.NaN, text: '' }

function textOf(milliseconds: number): string {
  if (milliseconds !== written.milliseconds) written = { milliseconds, text: new Date(milliseconds).toISOString() }
  return written.text
}

/**
 * A moment in time: epoch milliseconds in TypeScript, `timestamptz(3)` in the database. Three digits, because a
 * JavaScript number of milliseconds can't hold finer values, and paging by key would then skip rows.
 */
export const instant = customType<{ data: number; driverData: string | number }>({
  dataType: () => 'timestamp (3) with time zone',
  toDriver: textOf,
  // connections of this folder return numbers; text comes only from JSON built inside a query
  fromDriver: (value) => (typeof value === 'number' ? value : Date.parse(value)),
})

/** Returns a column's name in the database. */
export const inDatabase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
