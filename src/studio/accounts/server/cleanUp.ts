import { lt } from 'drizzle-orm'
import { DAY, type Instant } from '#kernel/time.ts'
import type { Tx } from '#server/db/database.ts'
import { emailLinks, sessions } from '../tables.ts'

/** Sessions that have ended, and links that nobody can ask about any more. */
export async function cleanUpAccounts(tx: Tx, now: Instant): Promise<boolean> {
  await tx.delete(sessions).where(lt(sessions.expiresAt, now))
  await tx.delete(emailLinks).where(lt(emailLinks.expiresAt, now - 30 * DAY))
  return false
}
