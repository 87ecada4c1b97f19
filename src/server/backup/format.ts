import { sql, type SQL } from 'drizzle-orm'
import * as z from 'zod/mini'
import { isRemembered } from '#server/commands/limits.ts'

/** A backup or a restore is refused; the message is one clear line for the person who ordered it. */
export class BackupRefused extends Error {
  override name = 'BackupRefused'
}

/** Format version; raise it when programs that know this version could not read the file. */
export const FORMAT_VERSION = 1

/** Tables left out: each installation makes its own, or files in transit that also hold password hashes. */
export const NOT_KEPT: ReadonlySet<string> = new Set(['migrations', 'firebaseParts'])

/** Tables of which only some rows are backed up, with the condition. */
export const KEPT_ROWS: ReadonlyMap<string, SQL> = new Map([
  // sent e-mails are no longer needed, and may hold a link that is meant for the recipient only
  ['outbox', sql`sent_at is null`],
  // keep what is remembered about people; counters of attempts mean nothing on another installation
  ['rateLimits', isRemembered],
])

/** Totals that earlier versions stored. */
const SUMS = ['counts', 'confirmedByDay']

/** Tables that may have rows before a studio is set up; a restore still counts the place as empty. */
export const TRACES: ReadonlySet<string> = new Set([
  ...NOT_KEPT,
  ...KEPT_ROWS.keys(),
  ...SUMS,
  'meta',
  'logs',
  'commands',
  'jobs',
  // the default categories: a studio with more categories also has people
  'membershipCategories',
  'classCategories',
])

/** First line of the file. */
export const firstLine = z.object({
  format: z.literal('dance-studio-backup'),
  version: z.int(),
  /** Name of the program that wrote the file. */
  product: z.string(),
  madeAt: z.string(),
  /** Migrations applied to the database, in order: the schema version. */
  migrations: z.optional(z.array(z.object({ name: z.string(), hash: z.string() }))),
})
export type FirstLine = z.infer<typeof firstLine>

/** Starts the rows of one table; each row is an array of texts and nulls, one per column. */
export const tableLine = z.object({ table: z.string(), columns: z.array(z.string()) })
export type TableLine = z.infer<typeof tableLine>

/** Last line of the file; without it the file is incomplete. */
export const lastLine = z.object({
  end: z.literal(true),
  /** Row count per table. */
  rows: z.record(z.string(), z.int()),
  /** Last number that each sequence returned. */
  sequences: z.record(z.string(), z.int()),
  /** Hash of all bytes before this line, uncompressed. */
  sha256: z.string(),
})
export type LastLine = z.infer<typeof lastLine>
