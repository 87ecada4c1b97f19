// Topics name what changed and what a query reads. Both are derived from tables, only in this file.
import { getTableName } from 'drizzle-orm'
import type { AnyPgColumn, AnyPgTable } from 'drizzle-orm/pg-core'
import { inDatabase } from '#server/db/columns.ts'
import { accounts, guardians, passkeys, people, sessions, twoSteps } from '#studio/accounts/tables.ts'
import { courses } from '#studio/courses/tables.ts'
import { logs } from '#studio/logs/tables.ts'
import { passEntries } from '#studio/memberships/tables.ts'
import { waitingNotices } from '#studio/notices/tables.ts'
import { invoiceLines, paperNumbers } from '#studio/papers/tables.ts'
import { payers, paymentHistory, receipts } from '#studio/payments/tables.ts'
import { schedule } from '#studio/schedule/tables.ts'
import { commands, rateLimits } from '#server/commands/tables.ts'
import { jobs } from '#server/jobs/tables.ts'
import { meta } from '#server/db/tables.ts'
import { outbox } from '#server/mail/tables.ts'

/** A part of a table's rows or columns whose changes are announced separately. */
export type Topic = string & { readonly of: 'a topic' }

/** What a query reads: tables as a whole, or topics. */
export type Reads = readonly (AnyPgTable | Topic)[]

/** Means all topics: used after very many changes at once, or when changes may have been missed. */
export const EVERYTHING = '*'

/**
 * Tables whose own changes are not announced: those that no screen shows; logs, which the program announces itself; and
 * tables that only change together with an announced one (payment history, receipts and payers, lines of invoices and
 * of pass books).
 */
const ours = [commands, outbox, jobs, rateLimits, meta, logs, waitingNotices]
const untracked = [...ours, paymentHistory, receipts, payers, paperNumbers, invoiceLines, passEntries]
const UNTRACKED = new Set(['migrations', ...untracked.map((table) => getTableName(table))])
export const isUntracked = (table: string): boolean => UNTRACKED.has(table)

// Columns that bookkeeping updates at every visit and registration. A screen that shows none of them reads the
// "content" topic, so that these updates do not refresh it.
const bookkeeping = {
  schedule: [schedule.registeredCount, schedule.heldCount, schedule.updatedAt],
  courses: [courses.registeredCount, courses.heldCount, courses.updatedAt],
  accounts: [accounts.lastLogin],
} as const
const BOOKKEEPING: Readonly<Record<string, readonly AnyPgColumn[]>> = bookkeeping

/** Columns excluded from a table's content topic; empty when the table has no content topic. */
export const bookkeepingOf = (table: string): readonly string[] =>
  (BOOKKEEPING[table] ?? []).map(({ name }) => inDatabase(name))

/** Columns that say whose a row is. */
const OWNERS = ['userId', 'accountId', 'personId', 'payerId'] as const
const own: readonly string[] = [people, accounts].map((table) => getTableName(table))

/** A column that holds a person id. */
export type OfPerson = AnyPgColumn<{ name: 'userId' | 'personId' }> | typeof people.id
/** A column that holds an account id; the id of a payer is its account's, unless a person pays without one. */
export type OfAccount = AnyPgColumn<{ name: 'accountId' | 'payerId' }> | typeof accounts.id

/** All owner columns by their database names. */
export const owners: readonly string[] = ['id', ...OWNERS.map(inDatabase)]
export const ownersOf = (table: string, columns: readonly string[]): string[] =>
  owners.filter((owner) => (owner === 'id' ? own.includes(table) : columns.includes(owner)))

/** Topic of a table without its bookkeeping columns. */
export const contentOf = (table: AnyPgTable<{ name: keyof typeof bookkeeping }>): Topic =>
  `${getTableName(table)}:content` as Topic

/** Topic of the rows that belong to this id by this column. */
export const rowsOf = (column: OfPerson | OfAccount, id: string): Topic => `${nameOf(column.table)}:${id}` as Topic

/** Topic of the people for whom an account is a guardian. */
export const linksOf = (accountId: string): Topic => rowsOf(guardians.accountId, accountId)

/** Topic of the log lines of a channel. */
export const linesOf = (channel: typeof logs.$inferSelect.channel): Topic => `${getTableName(logs)}:${channel}` as Topic

/** The topic names to subscribe to for these reads. */
export const topicsFor = (reads: Reads): string[] =>
  reads.map((read) => (typeof read === 'string' ? read : nameOf(read)))

function nameOf(table: AnyPgTable): string {
  const name = getTableName(table)
  if (isUntracked(name)) throw new Error(`Changes of ${name} are not announced.`)
  return name
}

/** Account ids whose sign-in data changed, taken from the topics. */
export function accountsIn(topics: readonly string[]): Set<string> {
  const about = [accounts, sessions, twoSteps, passkeys].map((table) => `${getTableName(table)}:`)
  const theirs = topics.filter((topic) => about.some((start) => topic.startsWith(start)))
  return new Set(theirs.map((topic) => topic.slice(topic.indexOf(':') + 1)))
}
