import { sql, type SQL } from 'drizzle-orm'
import * as z from 'zod/mini'
import { isRemembered } from '#server/commands/limits.ts'

/** A backup or a restore is refused; the message is one clear line for the person who ordered it. */
export class BackupRefused extends Error {
  override name = 'BackupRefused'
}

/** Of the format itself: raised when a program that knows the present one could not read a file any longer. */
export const FORMAT_VERSION = 1

/** Made anew by every installation; or files on their way, which nobody needs twice and which hold hashes of passwords. */
export const NOT_KEPT: ReadonlySet<string> = new Set(['migrations', 'firebaseParts'])

/** The tables of which only some rows are kept, and which. */
export const KEPT_ROWS: ReadonlyMap<string, SQL> = new Map([
  // a letter that was sent is of no more use, and may hold a link that only its reader should have
  ['outbox', sql`sent_at is null`],
  // what was remembered of people is; how often something was tried is worth nothing elsewhere
  ['rateLimits', isRemembered],
])

/** Sums that earlier versions kept. */
const SUMS = ['counts', 'confirmedByDay']

/** Traces that a place may hold in which no studio has been opened yet. */
export const TRACES: ReadonlySet<string> = new Set([
  ...NOT_KEPT,
  ...KEPT_ROWS.keys(),
  ...SUMS,
  'meta',
  'logs',
  'commands',
  'jobs',
  // those that a studio begins with: who has others has people as well
  'membershipCategories',
  'classCategories',
])

/** The first line. */
export const firstLine = z.object({
  format: z.literal('dance-studio-backup'),
  version: z.int(),
  /** The program that wrote it. */
  product: z.string(),
  madeAt: z.string(),
  /** What was applied to the database, in order: its schema's version. */
  migrations: z.optional(z.array(z.object({ name: z.string(), hash: z.string() }))),
})
export type FirstLine = z.infer<typeof firstLine>

/** Says which table the following rows are of; each row is an array of texts and nulls, one for each column. */
export const tableLine = z.object({ table: z.string(), columns: z.array(z.string()) })
export type TableLine = z.infer<typeof tableLine>

/** The last line: without it a file is not whole. */
export const lastLine = z.object({
  end: z.literal(true),
  /** How many of each table. */
  rows: z.record(z.string(), z.int()),
  /** The last number that each sequence gave out. */
  sequences: z.record(z.string(), z.int()),
  /** Of all bytes before this line, uncompressed. */
  sha256: z.string(),
})
export type LastLine = z.infer<typeof lastLine>
