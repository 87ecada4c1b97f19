import { sql, type SQL } from 'drizzle-orm'
import { bigint, check, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant } from '#server/db/columns.ts'
import type { Level } from './rules.ts'

/** All five channels. No foreign key to accounts: a log line outlives the person it speaks of. */
export const logs = pgTable(
  'logs',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    channel: text().notNull(),
    level: text().$type<Level>().notNull(),
    /** English text. */
    message: text().notNull(),
    /** Null for lines written before there were Estonian texts, and for imported ones. */
    messageEt: text(),
    userId: text(),
    metadata: jsonb().$type<Record<string, unknown>>(),
    createdAt: instant().notNull(),
    /** For refusals: how often it happened within the hour, when last, and the key by which repeats are counted. */
    count: integer().notNull().default(1),
    lastAt: instant(),
    countedAs: text(),
  },
  (t) => [
    index('logs_by_channel').on(t.channel, t.id.desc()),
    index('logs_by_user').on(t.userId),
    index('logs_by_time').on(t.createdAt),
    uniqueIndex('logs_counted')
      .on(t.countedAs)
      .where(sql`counted_as is not null`),
    // most lines are by and about the same person, and are in the other index
    index('logs_about_others')
      .on(sql`(metadata ->> 'user')`)
      .where(sql`metadata ->> 'user' is distinct from user_id`),
    check('logs_channel', sql`${t.channel} in ('auth', 'courses', 'payments', 'registrations', 'membership')`),
    check('logs_level', sql`${t.level} in ('info', 'warning', 'error')`),
  ],
)

/** Id of the person that a line is about, if stored. */
export const aboutWhom = sql`${logs.metadata} ->> 'user'`

/** Lines about a person written by others; written exactly as the condition of the index. */
export const writtenByOthersAbout = (userId: string): SQL =>
  sql`(${aboutWhom} = ${userId} and ${aboutWhom} is distinct from ${logs.userId})`
