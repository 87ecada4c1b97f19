import type {
  AuthenticationResponseJSON,
  AuthenticatorTransportFuture,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { and, count, eq } from 'drizzle-orm'
import { done, refuse, type Refusal } from '#kernel/result.ts'
import { HOUR, MINUTE } from '#kernel/time.ts'
import { addressBucket } from '#server/commands/limits.ts'
import { handler, run, type BeforeCommand, type CommandContext } from '#server/procedures.ts'
import type { Settings } from '#server/settings.ts'
import { kindOf } from '#studio/accounts/rules.ts'
import { openSession } from '#studio/accounts/server/openSession.ts'
import { holdAccount } from '#studio/accounts/server/locks.ts'
import { passkeys, sessions } from '#studio/accounts/tables.ts'
import { logLines } from '../messages/log.ts'
import { MOST_PASSKEYS, nameOfDevice } from '../rules.ts'
import { tellOfSafety } from './letters.ts'
import { rememberChallenge, takeChallenge } from './challenges.ts'

/** Loaded on first use, as it is slow to load. */
const library = () => import('@simplewebauthn/server')

const siteOf = ({ baseUrl }: Settings) => ({ expectedOrigin: baseUrl, expectedRPID: new URL(baseUrl).hostname })

/**
 * Staff with a passkey who signed in with a password alone can't change their ways to sign in, as a password is not
 * enough for that.
 */
export async function passkeyFirst(c: CommandContext): Promise<Refusal<'passkeyFirst'> | null> {
  if (!c.me.needsSecondStep) return null
  const own = c.tx.select({ id: passkeys.id }).from(passkeys).where(eq(passkeys.accountId, c.me.accountId))
  return (await own.limit(1)).length > 0 ? refuse('passkeyFirst') : null
}

export const passkeyToAdd = run(async (c) => {
  const first = await passkeyFirst(c)
  if (first) return first
  const account = await holdAccount(c.tx, c.me.accountId)
  if (!account) throw new Error('The caller has no account.')
  const known = await c.tx.select().from(passkeys).where(eq(passkeys.accountId, account.id))
  const { generateRegistrationOptions } = await library()
  const options = await generateRegistrationOptions({
    rpName: c.settings.studioName,
    rpID: siteOf(c.settings).expectedRPID,
    userName: account.email,
    userDisplayName: account.displayName,
    userID: new TextEncoder().encode(account.id),
    excludeCredentials: known.map(({ id, transports }) => ({
      id,
      transports: transports as AuthenticatorTransportFuture[],
    })),
    // so that it works without a typed address, and counts as both steps
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  await rememberChallenge(c, options.challenge, 'addPasskey', account.id)
  return done({ options: JSON.stringify(options) })
})

interface Answered {
  readonly response: string
}

export const addPasskey = handler({
  limits: () => [{ key: 'addPasskey', max: 30, per: HOUR, perCaller: true }],
  prepare: async ({ response }: Answered, before) => verifiedNew(response, before),
  run: async (c, _input, made) => {
    const { accountId } = c.me
    if (!made) return refuse('passkeyFailed')
    const first = await passkeyFirst(c)
    if (first) return first
    const [all] = await c.tx.select({ total: count() }).from(passkeys).where(eq(passkeys.accountId, accountId))
    if ((all?.total ?? 0) >= MOST_PASSKEYS) return refuse('tooManyPasskeys')
    const known = await c.tx.select({ id: passkeys.id }).from(passkeys).where(eq(passkeys.id, made.id))
    if (known.length > 0) return refuse('passkeyFailed')
    if (!(await takeChallenge(c, made.challenge, 'addPasskey', accountId))) return refuse('passkeyFailed')
    const { challenge: _challenge, ...passkey } = made
    const name = nameOfDevice(c.request.deviceInfo)
    await c.tx.insert(passkeys).values({ ...passkey, accountId, name, createdAt: c.now })
    await c.tx.update(sessions).set({ byPasskey: true }).where(eq(sessions.id, c.me.sessionId))
    await tellOfSafety(c, 'passkeyAdded')
    c.log({ channel: 'auth', level: 'info', message: logLines.passkeyAdded })
    return done({})
  },
})

async function verifiedNew(response: string, { settings }: BeforeCommand) {
  try {
    const { verifyRegistrationResponse } = await library()
    let challenge = ''
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: JSON.parse(response) as RegistrationResponseJSON,
      // accept it here; the transaction checks the challenge
      expectedChallenge: (said) => Boolean((challenge = said)),
      ...siteOf(settings),
    })
    if (!verified) return null
    const { credential, credentialBackedUp } = registrationInfo
    return {
      id: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      transports: credential.transports ?? [],
      backedUp: credentialBackedUp,
      challenge,
    }
  } catch {
    // responses are untrusted, so a failed check is no error to report
    return null
  }
}

export const removePasskey = run(async (c, { passkeyId }: { passkeyId: string }) => {
  const first = await passkeyFirst(c)
  if (first) return first
  const own = and(eq(passkeys.id, passkeyId), eq(passkeys.accountId, c.me.accountId))
  const removed = await c.tx.delete(passkeys).where(own).returning({ id: passkeys.id })
  if (removed.length > 0) {
    await tellOfSafety(c, 'passkeyRemoved')
    c.log({ channel: 'auth', level: 'info', message: logLines.passkeyRemoved })
  }
  return done({})
})

export const passkeyToSignIn = handler({
  limits: (_input: object, { address }) => [{ key: `passkey:${addressBucket(address)}`, max: 300, per: HOUR }],
  run: async (c) => {
    const { generateAuthenticationOptions } = await library()
    const options = await generateAuthenticationOptions({
      rpID: siteOf(c.settings).expectedRPID,
      userVerification: 'required',
    })
    await rememberChallenge(c, options.challenge, 'signIn', null)
    return done({ options: JSON.stringify(options) })
  },
})

/** A passkey counts as both steps: possession of the device, and its check of the user. */
export const signInWithPasskey = handler({
  limits: (_input: Answered, { address }) => [{ key: `signIn:${addressBucket(address)}`, max: 120, per: 15 * MINUTE }],
  prepare: ({ response }, before) => verifiedKnown(response, before),
  run: async (c, _input, proof) => {
    if (proof === 'unknown') return refuse('passkeyUnknown')
    if (!proof) return refuse('passkeyFailed')
    const account = await holdAccount(c.tx, proof.accountId)
    // it may have been removed meanwhile
    const own = and(eq(passkeys.id, proof.id), eq(passkeys.accountId, proof.accountId))
    const [passkey] = await c.tx.select({ id: passkeys.id }).from(passkeys).where(own).for('update')
    if (!account || !passkey) return refuse('passkeyUnknown')
    if (!account.active) return refuse('deactivated')
    if (!(await takeChallenge(c, proof.challenge, 'signIn', null))) return refuse('passkeyFailed')
    await c.tx.update(passkeys).set({ counter: proof.counter, lastUsedAt: c.now }).where(own)
    await openSession(c, account, 'passkey')
    return done({ kind: kindOf(account) })
  },
})

async function verifiedKnown(response: string, { db, settings }: BeforeCommand) {
  try {
    const answered = JSON.parse(response) as AuthenticationResponseJSON
    if (typeof answered.id !== 'string') return null
    const [known] = await db.select().from(passkeys).where(eq(passkeys.id, answered.id))
    if (!known) return 'unknown'
    const { verifyAuthenticationResponse } = await library()
    let challenge = ''
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: answered,
      expectedChallenge: (said) => Boolean((challenge = said)),
      ...siteOf(settings),
      credential: {
        id: known.id,
        publicKey: new Uint8Array(Buffer.from(known.publicKey, 'base64url')),
        counter: known.counter,
        transports: known.transports as AuthenticatorTransportFuture[],
      },
    })
    if (!verified) return null
    return { id: known.id, accountId: known.accountId, counter: authenticationInfo.newCounter, challenge }
  } catch {
    return null
  }
}
