import { eq } from 'drizzle-orm'
import { isEmail } from '#kernel/email.ts'
import type { AnswerOf } from '#kernel/procedures.ts'
import { done, refuse, refuseFields } from '#kernel/result.ts'
import { HOUR, MINUTE } from '#kernel/time.ts'
import { addressBucket, forgive } from '#server/commands/limits.ts'
import { handler, run, type CommandContext } from '#server/procedures.ts'
import type { accounts as contract } from '../contract.ts'
import { logLines } from '../messages/log.ts'
import { kindOf, refuseWrong } from '../rules.ts'
import { checkCredentials, checkNewPassword, normalEmail, type Credentials } from '../rules/forms.ts'
import { accounts } from '../tables.ts'
import { linkLetter } from './letters.ts'
import { consumeLink, createLink, findLink, whyDead } from './links.ts'
import { setPassword, whyNotPassword } from './newPassword.ts'
import { hasPassword, isStillTrue, renewPassword } from './ownPassword.ts'
import { hashPassword } from './passwords.ts'
import { provenBy, turnToProve } from './proof.ts'
import { endOwnSession, openSession } from './openSession.ts'
import { asksSecondStep } from './secondStep.ts'
import { endSessions } from './sessions.ts'
import { holdAccount } from './locks.ts'
import { rememberIp, usualIp } from './usualIps.ts'

type Entered = AnswerOf<typeof contract.signIn>

const triesOf = (email: string, address: string) => `signIn:${normalEmail(email)}:${addressBucket(address)}`

export const signIn = handler({
  turn: turnToProve,
  limits: (input: Credentials, { address }) => [
    { key: `signIn:${addressBucket(address)}`, max: 120, per: 15 * MINUTE },
    // Per account and address: stops a guesser without locking the owner out elsewhere.
    { key: triesOf(input.email, address), max: 10, per: 15 * MINUTE, forgivable: true },
    // Stops guessing from many addresses; the owner's usual IP addresses are exempt.
    { key: `account:${normalEmail(input.email)}`, max: 100, per: HOUR, unless: usualIp(input.email, address) },
  ],
  prepare: provenBy,
  run: async (c, input, proven) => {
    const wrong = refuseWrong(checkCredentials(input))
    if (wrong) return wrong
    if (!proven) {
      c.log({ channel: 'auth', level: 'warning', message: logLines.signInFailed, userId: null })
      return refuse('wrongCredentials')
    }
    // the account may be in deletion
    const account = await holdAccount(c.tx, proven.accountId)
    // The password may have changed meanwhile. If a change runs right now, it waits, and ends this session with the
    // others.
    if (!account) return refuse('wrongCredentials')
    if (proven.renewed === undefined && !(await isStillTrue(c.tx, proven))) return refuse('wrongCredentials')
    if (!account.active) return refuse('deactivated')
    await renewPassword(c.tx, proven)
    // correct passwords do not count as guesses
    await forgive(c.tx, triesOf(input.email, c.request.address))
    const ticket = await asksSecondStep(c, account.id)
    if (ticket !== null) return done<Entered>({ kind: 'secondStep', ticket })
    await openSession(c, account)
    return done<Entered>({ kind: kindOf(account) })
  },
})

export const signOut = run(async (c: CommandContext) => {
  await endOwnSession(c)
  c.setSession(null)
  if (c.actorId !== null) c.log({ channel: 'auth', level: 'info', message: logLines.signedOut })
  return done({})
})

/** The result and its duration are the same for known and unknown addresses: queueing an e-mail takes time. */
export const requestPasswordReset = handler({
  notBefore: 250,
  limits: (input: { email: string }, { address }) => [
    { key: `reset:${addressBucket(address)}`, max: 30, per: HOUR },
    { key: `reset:${normalEmail(input.email)}`, max: 5, per: HOUR },
  ],
  run: async (c, input) => {
    const email = normalEmail(input.email)
    if (!isEmail(email)) return refuseFields({ email: email === '' ? 'emailRequired' : 'invalidEmail' })
    const [found] = await c.tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.email, email))
    const account = found ? await holdAccount(c.tx, found.id) : null
    if (account?.active) {
      const token = await createLink(c.tx, account.id, 'reset', c.now)
      c.mail(linkLetter(c.settings, 'reset', account, token))
    }
    c.log({ channel: 'auth', level: 'info', message: logLines.resetAsked, userId: account?.id ?? null })
    return done({})
  },
})

export const checkResetLink = handler({
  limits: (_input: { token: string }, { address }) => [
    { key: `link-check:${addressBucket(address)}`, max: 120, per: HOUR },
  ],
  run: async (c, { token }) => {
    const link = await findLink(c.tx, token, 'reset', c.now)
    if (!link.ok) return link
    const account = await holdAccount(c.tx, link.accountId)
    // a verified account without a password had one, or signs in elsewhere
    const isNew = account?.emailVerifiedAt === null
    return done({ first: isNew && !(await hasPassword(c.tx, link.accountId)) })
  },
})

interface ResetPassword {
  token: string
  password: string
}

/** The link proves the mailbox, so the address counts as verified; every session ends. */
export const resetPassword = handler({
  turn: async ({ token, password }: ResetPassword, { db, now }) => {
    const refused = (await whyNotPassword(password, checkNewPassword)) ?? (await whyDead(db, token, 'reset', now))
    // the link in the e-mail has proven the account
    return refused ? null : { known: true }
  },
  limits: ({ token }, { address }) => [
    { key: `link:${addressBucket(address)}`, max: 60, per: HOUR },
    // so that a link to one's own account does not give more hashes than this
    { key: `resetLink:${token}`, max: 10, per: HOUR },
  ],
  prepare: ({ password }) => hashPassword(password),
  run: async (c, input, passwordHash) => {
    const wrong = refuseWrong({ password: await whyNotPassword(input.password, checkNewPassword) })
    if (wrong) return wrong
    if (passwordHash === null) return (await whyDead(c.tx, input.token, 'reset', c.now)) ?? refuse('linkUnknown')
    const link = await consumeLink(c.tx, input.token, 'reset', c.now)
    if (!link.ok) return link
    const { accountId } = link
    await setPassword(c, accountId, passwordHash)
    const [account] = await c.tx.select().from(accounts).where(eq(accounts.id, accountId))
    // the link proves the owner's place, even while others guess the password
    if (account) {
      await rememberIp(c, account.email)
      // the owner may have tried the old password too often here
      await forgive(c.tx, triesOf(account.email, c.request.address))
    }
    if (account?.emailVerifiedAt === null)
      await c.tx.update(accounts).set({ emailVerifiedAt: c.now }).where(eq(accounts.id, accountId))
    await endSessions(c.tx, accountId)
    c.log({ channel: 'auth', level: 'info', message: logLines.passwordReset, userId: accountId })
    return done({ email: account?.email ?? '' })
  },
})
