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
    /** In English. */
    message: text().notNull(),
    /** Null where it was written before lines were said in both languages, or elsewhere. */
    messageEt: text(),
    userId: text(),
    metadata: jsonb().$type<Record<string, unknown>>(),
    createdAt: instant().notNull(),
    /** How often it was so within the hour, when last, and under which key that is counted: of refusals alone. */
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
    // most lines are of and about the same person, and stand in the other one
    index('logs_about_others')
      .on(sql`(metadata ->> 'user')`)
      .where(sql`metadata ->> 'user' is distinct from user_id`),
    check('logs_channel', sql`${t.channel} in ('auth', 'courses', 'payments', 'registrations', 'membership')`),
    check('logs_level', sql`${t.level} in ('info', 'warning', 'error')`),
  ],
)

/** The person that a line is about, where that is said. */
export const aboutWhom = sql`${logs.metadata} ->> 'user'`

/** Lines about somebody that are not their own, in the words of the index that finds them. */
export const writtenByOthersAbout = (userId: string): SQL =>
  sql`(${aboutWhom} = ${userId} and ${aboutWhom} is distinct from ${logs.userId})`
