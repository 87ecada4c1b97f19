// What was sent, and the log.
import { asc, desc, eq, inArray, or } from 'drizzle-orm'
import type { Tx } from '#server/db/database.ts'
import { outbox } from '#server/mail/tables.ts'
import { sessions } from '#studio/accounts/tables.ts'
import { feeds } from '#studio/feeds/tables.ts'
import type { Channel } from '#studio/logs/rules.ts'
import { logs, writtenByOthersAbout } from '#studio/logs/tables.ts'
import { mailingReaders, mailings } from '#studio/mailings/tables.ts'
import { chosenWays, pushSubscriptions } from '#studio/notices/tables.ts'
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
