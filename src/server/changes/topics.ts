// Topics: by what a change is announced, and what a query says it reads. Both are made of tables, here alone.
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

/** Part of a table's rows or columns, as its changes are announced. */
export type Topic = string & { readonly of: 'a topic' }

/** What a query reads: tables as a whole, or topics. */
export type Reads = readonly (AnyPgTable | Topic)[]

/** Stands for all topics: after very many changes at once, or when something may have been missed. */
export const EVERYTHING = '*'

/**
 * Tables that no screen shows; the log, whose topics the program announces itself; and a payment's history, receipts and
 * payer, the lines of an invoice and of a pass's book, which follow a change that was announced already.
 */
const ours = [commands, outbox, jobs, rateLimits, meta, logs, waitingNotices]
const untracked = [...ours, paymentHistory, receipts, payers, paperNumbers, invoiceLines, passEntries]
const UNTRACKED = new Set(['migrations', ...untracked.map((table) => getTableName(table))])
export const isUntracked = (table: string): boolean => UNTRACKED.has(table)

// What bookkeeping writes at every visit and every registration. A screen that shows none of these columns reads the
// content, and stays as it is when nothing else has changed.
const bookkeeping = {
  schedule: [schedule.registeredCount, schedule.heldCount, schedule.updatedAt],
  courses: [courses.registeredCount, courses.heldCount, courses.updatedAt],
  accounts: [accounts.lastLogin],
} as const
const BOOKKEEPING: Readonly<Record<string, readonly AnyPgColumn[]>> = bookkeeping

/** The columns of a table that its content leaves out; none where it has no such topic. */
export const bookkeepingOf = (table: string): readonly string[] =>
  (BOOKKEEPING[table] ?? []).map(({ name }) => inDatabase(name))

/** By these columns rows are told apart: whose they are. */
const OWNERS = ['userId', 'accountId', 'personId', 'payerId'] as const
const own: readonly string[] = [people, accounts].map((table) => getTableName(table))

/** A column that says whose a row is: a person's … */
export type OfPerson = AnyPgColumn<{ name: 'userId' | 'personId' }> | typeof people.id
/** … or an account's, which is a payer's, too. */
export type OfAccount = AnyPgColumn<{ name: 'accountId' | 'payerId' }> | typeof accounts.id

/** All of them, as the database calls them. */
export const owners: readonly string[] = ['id', ...OWNERS.map(inDatabase)]
export const ownersOf = (table: string, columns: readonly string[]): string[] =>
  owners.filter((owner) => (owner === 'id' ? own.includes(table) : columns.includes(owner)))

/** A table without what bookkeeping writes. */
export const contentOf = (table: AnyPgTable<{ name: keyof typeof bookkeeping }>): Topic =>
  `${getTableName(table)}:content` as Topic

/** The rows that are somebody's by this column. */
export const rowsOf = (column: OfPerson | OfAccount, id: string): Topic => `${nameOf(column.table)}:${id}` as Topic

/** For whom an account is a guardian. */
export const linksOf = (accountId: string): Topic => rowsOf(guardians.accountId, accountId)

/** The lines of a channel. */
export const linesOf = (channel: typeof logs.$inferSelect.channel): Topic => `${getTableName(logs)}:${channel}` as Topic

/** The names under which changes of it are announced. */
export const topicsFor = (reads: Reads): string[] =>
  reads.map((read) => (typeof read === 'string' ? read : nameOf(read)))

function nameOf(table: AnyPgTable): string {
  const name = getTableName(table)
  if (isUntracked(name)) throw new Error(`Changes of ${name} are not announced.`)
  return name
}

/** The accounts of which something about signing in has changed. */
export function accountsIn(topics: readonly string[]): Set<string> {
  const about = [accounts, sessions, twoSteps, passkeys].map((table) => `${getTableName(table)}:`)
  const theirs = topics.filter((topic) => about.some((start) => topic.startsWith(start)))
  return new Set(theirs.map((topic) => topic.slice(topic.indexOf(':') + 1)))
}
