import { lt } from 'drizzle-orm'
import { DAY, HOUR } from '#kernel/time.ts'
import { recurring } from '#server/jobs/jobs.ts'
import { invitations } from '../tables.ts'

/** Invitations that nobody can ask about any more. */
export const cleanUpInvitations = recurring('families.cleanUp', 6 * HOUR, async ({ tx, now }) => {
  await tx.delete(invitations).where(lt(invitations.expiresAt, now - 30 * DAY))
  return false
})
