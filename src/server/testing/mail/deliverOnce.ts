import { Deliveries } from '#server/mail/deliveries.ts'
import { LetterRefused, type QueuedLetter } from '#server/mail/message.ts'
import type { TestStudio } from '../studio.ts'

/** Delivers due e-mails to a mail server that permanently refuses some addresses; returns who received one. */
export async function deliverOnce(studio: TestStudio, refused: readonly string[] = []): Promise<string[]> {
  const delivered: string[] = []
  const deliver = async ({ toAddress }: QueuedLetter) => {
    if (refused.includes(toAddress)) throw new LetterRefused('550 no such mailbox', { forGood: true })
    delivered.push(toAddress)
  }
  const parts = { database: studio.database, clock: () => studio.now, report: () => {}, log: () => {} }
  await new Deliveries({ ...parts, post: { deliver, close: () => {} } }).run(() => false)
  return delivered
}
