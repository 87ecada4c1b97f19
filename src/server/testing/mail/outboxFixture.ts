import { asc } from 'drizzle-orm'
import type { Instant } from '#kernel/time.ts'
import type { Database, Tx } from '#server/db/database.ts'
import { outbox } from '#server/mail/tables.ts'

export const sender = {
  mailFrom: 'kirjad@stuudio.example',
  studioName: 'Tantsustuudio Hoog',
  supportEmail: 'abi@stuudio.example',
}

/** A clock that only moves when the test moves it. */
export function standingClock(start: Instant = Date.UTC(2026, 2, 2, 12)) {
  let now = start
  return { read: () => now, move: (milliseconds: number) => void (now += milliseconds) }
}

export interface TestMail {
  to?: string
  subject?: string
  text?: string
  html?: string
  unsubscribe?: string
  calendar?: string
}

/** Queues e-mails in one transaction, as a command does. */
export async function queueIn(tx: Tx, now: Instant, mails: readonly TestMail[]): Promise<void> {
  await tx.insert(outbox).values(
    mails.map(({ to, subject, text, html, ...rest }) => ({
      toAddress: to ?? 'anna@example.ee',
      subject: subject ?? 'Verify your email',
      text: text ?? 'secret link',
      html: html ?? '<p>secret link</p>',
      ...rest,
      createdAt: now,
      nextAttemptAt: now,
    })),
  )
}

export const queue = (database: Database, now: Instant, ...mails: TestMail[]): Promise<void> =>
  database.transaction((tx) => queueIn(tx, now, mails))

export const outboxRows = (database: Database) => database.read.select().from(outbox).orderBy(asc(outbox.id))
