import { lt } from 'drizzle-orm'
import { DAY, HOUR } from '#kernel/time.ts'
import { recurring } from '#server/jobs/jobs.ts'
import { emailLinks, sessions } from '../tables.ts'
import { forgetFirebaseKeys } from './firebasePasswords.ts'

/** Deletes ended sessions, expired links, and old keys of imported passwords. */
export const cleanUpAccounts = recurring('accounts.cleanUp', HOUR, async ({ tx, now }) => {
  await tx.delete(sessions).where(lt(sessions.expiresAt, now))
  await tx.delete(emailLinks).where(lt(emailLinks.expiresAt, now - 30 * DAY))
  await forgetFirebaseKeys(tx, now)
  return false
})
