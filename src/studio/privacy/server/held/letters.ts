// What was sent, and the log.
import { and, asc, desc, eq, inArray, or, sql } from 'drizzle-orm'
import type { Tx } from '#server/db/database.ts'
import { outbox } from '#server/mail/tables.ts'
import type { CommandContext } from '#server/procedures.ts'
import { sessions } from '#studio/accounts/tables.ts'
import { categorySpans } from '#studio/bills/tables.ts'
import { categoriesIncluding } from '#studio/classes/rules.ts'
import { courseRegistrations } from '#studio/courses/tables.ts'
import { feeds } from '#studio/feeds/tables.ts'
import type { Channel } from '#studio/logs/rules.ts'
import { logs, writtenByOthersAbout } from '#studio/logs/tables.ts'
import { mailingReaders, mailings } from '#studio/mailings/tables.ts'
import { chosenWays, pushSubscriptions } from '#studio/notices/tables.ts'
import { schedule } from '#studio/schedule/tables.ts'
import { entriesOf } from './classes.ts'
import { iso, isoOrNull, inIso, byWhom, type Held } from './shape.ts'

/** Without the keys of the push subscriptions. */
export async function noticesOf(tx: Tx, accountId: string): Promise<Held['notices']> {
  const { kind, way } = chosenWays
  const ways = await tx.select({ kind, way }).from(chosenWays).where(eq(chosenWays.accountId, accountId))
  const devices = await tx
    .select({ device: sessions.deviceInfo, turnedOnAt: pushSubscriptions.createdAt })
    .from(pushSubscriptions)
    .innerJoin(sessions, eq(sessions.id, pushSubscriptions.sessionId))
    .where(eq(pushSubscriptions.accountId, accountId))
  return { ways, pushedTo: inIso(devices, 'turnedOnAt') }
}

/** Without the texts: a waiting letter may have a link that only its mailbox may open. */
export async function lettersOf(tx: Tx, email: string): Promise<Held['letters']> {
  const { subject, createdAt, sentAt } = outbox
  const found = await tx
    .select({ subject, createdAt, sentAt })
    .from(outbox)
    .where(eq(outbox.toAddress, email))
    .orderBy(desc(outbox.id))
  return inIso(found, 'createdAt', 'sentAt')
}

export async function messagesOf(tx: Tx, accountId: string): Promise<Held['messages']> {
  const { title, subject, text, createdAt, authorId, search } = mailings
  const got = tx
    .select({ id: mailingReaders.mailingId })
    .from(mailingReaders)
    .where(eq(mailingReaders.accountId, accountId))
  const found = await tx
    .select({ title, search, subject, text, at: createdAt, authorId })
    .from(mailings)
    .where(or(eq(authorId, accountId), inArray(mailings.id, got)))
    .orderBy(desc(createdAt), asc(mailings.id))
  const rows = found.map(({ authorId, title, search, ...row }) => {
    const as: 'author' | 'reader' = authorId === accountId ? 'author' : 'reader'
    // the search that found the recipients is shown only to its author
    return { ...row, to: search !== null && as === 'reader' ? '' : title, as }
  })
  return inIso(rows, 'at')
}

/** Messages to what a child is in, as far as they came to this guardian; a search finds people, not a class of theirs. */
export async function messagesOfChild(
  { tx, settings }: CommandContext,
  personId: string,
  accountId: string,
): Promise<Held['messages']> {
  const { title, subject, text, createdAt, scheduleId, courseId, categoryId } = mailings
  const spans = await tx
    .select({ id: categorySpans.categoryId })
    .from(categorySpans)
    .where(eq(categorySpans.personId, personId))
  const had = spans.map(({ id }) => id)
  const including = had.flatMap((id) => categoriesIncluding(settings.classCategories, id))
  const included = tx
    .select({ id: schedule.id })
    .from(schedule)
    .where(sql`${schedule.categories} && ${sql.param(including)}::text[]`)
  const joined = tx
    .select({ id: courseRegistrations.courseId })
    .from(courseRegistrations)
    .where(eq(courseRegistrations.userId, personId))
  const found = await tx
    .select({ to: title, subject, text, at: createdAt })
    .from(mailings)
    .innerJoin(mailingReaders, and(eq(mailingReaders.mailingId, mailings.id), eq(mailingReaders.accountId, accountId)))
    .where(
      or(
        inArray(scheduleId, entriesOf(tx, personId)),
        inArray(scheduleId, included),
        inArray(courseId, joined),
        inArray(categoryId, had),
      ),
    )
    .orderBy(desc(createdAt), asc(mailings.id))
  return inIso(
    found.map((row) => ({ ...row, as: 'reader' as const })),
    'at',
  )
}

/** Without the secret addresses. */
export async function calendarsOf(tx: Tx, accountId: string): Promise<Held['calendars']> {
  const found = await tx
    .select({ kind: feeds.kind, madeAt: feeds.createdAt })
    .from(feeds)
    .where(eq(feeds.accountId, accountId))
    .orderBy(asc(feeds.kind))
  return inIso(found, 'madeAt')
}

/** Without the metadata of a line, which may be about others. */
export async function logOf(tx: Tx, personId: string, accountId: string): Promise<Held['log']> {
  const found = await tx
    .select()
    .from(logs)
    .where(or(eq(logs.userId, accountId), writtenByOthersAbout(personId)))
    .orderBy(desc(logs.id))
  return found.map((line) => ({
    at: iso(line.createdAt),
    channel: line.channel as Channel,
    level: line.level,
    message: line.message,
    messageEt: line.messageEt,
    count: line.count,
    lastAt: isoOrNull(line.lastAt),
    by: byWhom(line.userId, accountId),
  }))
}
