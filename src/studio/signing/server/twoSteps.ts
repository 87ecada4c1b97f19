import { hash, randomBytes } from 'node:crypto'
import { and, eq, gt, isNotNull, isNull } from 'drizzle-orm'
import { done, refuse, refuseFields } from '#kernel/result.ts'
import { HOUR, MINUTE } from '#kernel/time.ts'
import { addressBucket } from '#server/commands/limits.ts'
import { handler, run, type CommandContext } from '#server/procedures.ts'
import { kindOf } from '#studio/accounts/rules.ts'
import { normalEmail } from '#studio/accounts/rules/forms.ts'
import { consumeLink, findLink } from '#studio/accounts/server/links.ts'
import { openSession } from '#studio/accounts/server/openSession.ts'
import { endSessions } from '#studio/accounts/server/sessions.ts'
import { holdAccount } from '#studio/accounts/server/locks.ts'
import { usualIp } from '#studio/accounts/server/usualIps.ts'
import { accounts, credentials, passkeys, twoSteps } from '#studio/accounts/tables.ts'
import { logLines } from '../messages/log.ts'
import { recoveryCodes } from '../tables.ts'
import { tellOfSafety } from './letters.ts'
import { passkeyFirst } from './passkeys.ts'

/** RFC 6238 with the defaults of authenticators: SHA-1, six digits, 30 seconds. */
const PERIOD = 30
const RECOVERY_CODES = 10

/** Loads the library on first use. */
async function totpOf(secret: string, label = '', issuer = '') {
  const { Secret, TOTP } = await import('otpauth')
  return new TOTP({ issuer, label, secret: Secret.fromBase32(secret), period: PERIOD })
}

export const beginTwoSteps = run(async (c) => {
  const first = await passkeyFirst(c)
  if (first) return first
  const account = await holdAccount(c.tx, c.me.accountId)
  if (!account) throw new Error('The caller has no account.')
  const { Secret } = await import('otpauth')
  const secret = new Secret({ size: 20 }).base32
  const begun = await c.tx
    .insert(twoSteps)
    .values({ accountId: account.id, secret })
    .onConflictDoUpdate({ target: twoSteps.accountId, set: { secret }, setWhere: isNull(twoSteps.confirmedAt) })
    .returning({ secret: twoSteps.secret })
  if (begun.length === 0) return refuse('twoStepsOn')
  return done({ secret, uri: (await totpOf(secret, account.email, c.settings.studioName)).toString() })
})

/** Limits guessing, as for a password. */
const tries = () => [{ key: 'twoSteps', max: 20, per: 15 * MINUTE, perCaller: true }]

export const confirmTwoSteps = handler({
  limits: tries,
  run: async (c, { code }: { code: string }) => {
    const { accountId } = c.me
    const [begun] = await c.tx.select().from(twoSteps).where(eq(twoSteps.accountId, accountId)).for('update')
    if (begun && begun.confirmedAt !== null) return refuse('twoStepsOn')
    if (!begun || !(await takeCode(c, accountId, code))) return refuseFields({ code: 'wrongCode' })
    await c.tx.update(twoSteps).set({ confirmedAt: c.now }).where(eq(twoSteps.accountId, accountId))
    // a session of somebody who has only the password must not count as opened with both steps
    await endSessions(c.tx, accountId, { except: c.me.sessionId })
    await tellOfSafety(c, 'twoStepsOn')
    c.log({ channel: 'auth', level: 'info', message: logLines.twoStepsOn })
    return done({ codes: await newRecoveryCodes(c, accountId) })
  },
})

export const endTwoSteps = handler({
  limits: tries,
  run: async (c, { code }: { code: string }) => {
    const { accountId } = c.me
    if (!(await takeEither(c, accountId, code))) return refuseFields({ code: 'wrongCode' })
    await forget(c, accountId)
    await tellOfSafety(c, 'twoStepsOff')
    c.log({ channel: 'auth', level: 'warning', message: logLines.twoStepsOff })
    return done({})
  },
})

interface SecondStep {
  readonly ticket: string
  readonly email: string
  readonly code: string
}

export const secondStep = handler({
  limits: (_input: SecondStep, { address }) => [
    { key: `signIn:${addressBucket(address)}`, max: 120, per: 15 * MINUTE },
  ],
  // an invented ticket counts for no account: a stranger who knows only the address could lock its owner out
  limitsOfFound: async ({ ticket }, { db, now, request }) => {
    const found = await findLink(db, ticket, 'secondStep', now)
    if (!found.ok) return []
    const [account] = await db.select({ email: accounts.email }).from(accounts).where(eq(accounts.id, found.accountId))
    if (!account) return []
    const unless = usualIp(account.email, request.address)
    return [
      { key: `ticket:${ticket}`, max: 10, per: HOUR },
      // a person with the password can get many tickets, so limit guesses per account too, except from its usual
      // addresses
      { key: `secondStep:${found.accountId}`, max: 30, per: HOUR, unless },
    ]
  },
  run: async (c, { ticket, email, code }) => {
    const found = await findLink(c.tx, ticket, 'secondStep', c.now)
    if (!found.ok) return refuse('ticketOver')
    const account = await holdAccount(c.tx, found.accountId)
    if (!account || account.email !== normalEmail(email)) return refuse('ticketOver')
    if (!account.active) return refuse('deactivated')
    // the password may have been changed since the ticket; a user of the provider may have no password
    const since = and(eq(credentials.accountId, account.id), gt(credentials.changedAt, found.createdAt))
    if ((await c.tx.select().from(credentials).where(since)).length > 0) return refuse('ticketOver')
    if (!(await takeEither(c, account.id, code))) {
      c.log({ channel: 'auth', level: 'warning', message: logLines.wrongCode, userId: account.id })
      return refuseFields({ code: 'wrongCode' })
    }
    await consumeLink(c.tx, ticket, 'secondStep', c.now)
    await openSession(c, account)
    return done({ kind: kindOf(account) })
  },
})

const takeEither = async (c: CommandContext, accountId: string, code: string): Promise<boolean> =>
  (await takeCode(c, accountId, code)) || (await takeRecoveryCode(c, accountId, code))

/** Uses up an authenticator code: accepts the previous and the next 30 seconds, and no code twice. */
async function takeCode(c: CommandContext, accountId: string, typed: string): Promise<boolean> {
  const token = typed.replace(/\s/g, '')
  const [found] = await c.tx.select().from(twoSteps).where(eq(twoSteps.accountId, accountId)).for('update')
  if (!found || !/^\d{6}$/.test(token)) return false
  const delta = (await totpOf(found.secret)).validate({ token, timestamp: c.now, window: 1 })
  if (delta === null) return false
  const step = Math.floor(c.now / 1000 / PERIOD) + delta
  if (step <= found.lastStep) return false
  await c.tx.update(twoSteps).set({ lastStep: step }).where(eq(twoSteps.accountId, accountId))
  return true
}

const plain = (code: string) => code.toUpperCase().replace(/[^A-Z2-7]/g, '')
const hashOf = (code: string) => hash('sha256', plain(code), 'base64url')

async function takeRecoveryCode(c: CommandContext, accountId: string, typed: string): Promise<boolean> {
  const [on] = await c.tx
    .select({ accountId: twoSteps.accountId })
    .from(twoSteps)
    .where(and(eq(twoSteps.accountId, accountId), isNotNull(twoSteps.confirmedAt)))
  if (!on) return false
  const unused = and(
    eq(recoveryCodes.accountId, accountId),
    eq(recoveryCodes.codeHash, hashOf(typed)),
    isNull(recoveryCodes.usedAt),
  )
  const used = await c.tx.update(recoveryCodes).set({ usedAt: c.now }).where(unused).returning()
  return used.length > 0
}

/** 'ABCD-EFGH-IJKL-MNOP', easy to copy by hand: without 0, 1, 8 and 9. */
async function newRecoveryCodes(c: CommandContext, accountId: string): Promise<string[]> {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    [...randomBytes(16)].map((byte, at) => `${at > 0 && at % 4 === 0 ? '-' : ''}${letters[byte % 32]}`).join(''),
  )
  await c.tx.delete(recoveryCodes).where(eq(recoveryCodes.accountId, accountId))
  await c.tx.insert(recoveryCodes).values(codes.map((code) => ({ accountId, codeHash: hashOf(code) })))
  return codes
}

async function forget(c: CommandContext, accountId: string): Promise<boolean> {
  await c.tx.delete(recoveryCodes).where(eq(recoveryCodes.accountId, accountId))
  const ended = await c.tx.delete(twoSteps).where(eq(twoSteps.accountId, accountId)).returning()
  return ended.some(({ confirmedAt }) => confirmedAt !== null)
}

/** For the command line, which identifies accounts by address. */
export async function endTwoStepsByEmail(c: CommandContext, email: string) {
  const [account] = await c.tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.email, email))
  if (!account) return refuse('userNotFound')
  const [found] = await c.tx.select().from(twoSteps).where(eq(twoSteps.accountId, account.id))
  // the passkey may be lost as well
  const lost = await c.tx.delete(passkeys).where(eq(passkeys.accountId, account.id)).returning({ id: passkeys.id })
  if (!found && lost.length === 0) return refuse('twoStepsOff')
  await forget(c, account.id)
  c.log({
    channel: 'auth',
    level: 'warning',
    message: logLines.twoStepsOffByOperator,
    userId: account.id,
  })
  return done({})
}
