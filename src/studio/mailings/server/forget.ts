import { eq, lt, or, gt } from 'drizzle-orm'
import { HOUR } from '#kernel/time.ts'
import { recurring } from '#server/jobs/jobs.ts'
import type { CommandContext } from '#server/procedures.ts'
import { KEEP_MAILINGS, KEEP_READERS } from '../rules.ts'
import { mailingReaders, mailings } from '../tables.ts'

/** A deleted teacher's messages stay with the class, without the author. */
export async function forgetMailings(c: CommandContext, accountId: string): Promise<void> {
  await c.tx.update(mailings).set({ author: '', authorId: null }).where(eq(mailings.authorId, accountId))
  await c.tx.delete(mailingReaders).where(eq(mailingReaders.accountId, accountId))
}

export const cleanUp = recurring('mailings.cleanUp', 6 * HOUR, async ({ tx, now }) => {
  const { createdAt } = mailings
  // also deletes messages dated into the future by a wrong clock
  await tx.delete(mailings).where(or(lt(createdAt, now - KEEP_MAILINGS), gt(createdAt, now + KEEP_MAILINGS)))
  await tx.delete(mailingReaders).where(lt(mailingReaders.toldAt, now - KEEP_READERS))
  return false
})
