// What an admin may do for an account whose address nobody has verified.
import { eq } from 'drizzle-orm'
import { isEmail } from '#kernel/email.ts'
import { done, refuse, refuseFields } from '#kernel/result.ts'
import { HOUR } from '#kernel/time.ts'
import { handler, type CommandContext } from '#server/procedures.ts'
import { logLines } from '../messages/log.ts'
import { may } from '../rules.ts'
import { normalEmail } from '../rules/forms.ts'
import { accounts } from '../tables.ts'
import { invitation, linkLetter } from './letters.ts'
import { createLink, endLinksOf } from './links.ts'
import { hasPassword } from './ownPassword.ts'
import { lockAccountOf } from './people.ts'
import { holdAccount } from './locks.ts'

async function unverified(c: CommandContext, userId: string) {
  const locked = await lockAccountOf(c, userId)
  const account = locked && (await holdAccount(c.tx, locked.id))
  if (!account) return refuse('userNotFound')
  return account.emailVerifiedAt === null ? done(account) : refuse('alreadyVerified')
}

/** Links to the wrong address end. Nothing is sent: the admin does that next, with `inviteAgain`. */
export const correctAddress = handler({
  limits: () => [{ key: 'correctAddress', max: 60, per: HOUR, perCaller: true }],
  run: async (c, input: { userId: string; email: string }) => {
    const email = normalEmail(input.email)
    if (!isEmail(email)) return refuseFields({ email: email === '' ? 'emailRequired' : 'invalidEmail' })
    const found = await unverified(c, input.userId)
    if (!found.ok) return found
    const { id, role, email: before } = found.value
    // as changing a role, this would need more than an open screen
    if (may(role, 'seeDesk')) return refuse('staffAddress')
    if (email === before) return done({})
    const taken = await c.tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.email, email))
    if (taken.length > 0) return refuseFields({ email: 'emailTaken' })
    await endLinksOf(c.tx, id, ['verify', 'reset', 'address', 'secondStep'], c.now)
    await c.tx.update(accounts).set({ email }).where(eq(accounts.id, id))
    c.log({ channel: 'auth', level: 'info', message: logLines.addressCorrected, metadata: { user: input.userId } })
    return done({})
  },
})

/** A link to choose a first password; to verify the address, for somebody who has chosen one. */
export const inviteAgain = handler({
  limits: ({ userId }: { userId: string }) => [
    { key: 'inviteAgain', max: 60, per: HOUR, perCaller: true },
    { key: `inviteAgain:${userId}`, max: 5, per: HOUR },
  ],
  run: async (c, { userId }) => {
    const found = await unverified(c, userId)
    if (!found.ok) return found
    const account = found.value
    if (!account.active) return refuse('userInactive')
    if (await hasPassword(c.tx, account.id)) {
      c.mail(linkLetter(c.settings, 'verify', account, await createLink(c.tx, account.id, 'verify', c.now)))
      c.log({ channel: 'auth', level: 'info', message: logLines.verificationSentAgain, metadata: { user: userId } })
    } else {
      c.mail(await invitation(c, account))
      c.log({ channel: 'auth', level: 'info', message: logLines.invitedAgain, metadata: { user: userId } })
    }
    return done({})
  },
})
