import { hash } from 'node:crypto'
import { and, eq, gt, lt } from 'drizzle-orm'
import type { Configuration } from 'openid-client'
import type { AnswerOf } from '#kernel/procedures.ts'
import { done, refuse } from '#kernel/result.ts'
import { HOUR, MINUTE } from '#kernel/time.ts'
import { addressBucket } from '#server/commands/limits.ts'
import { recurring } from '#server/jobs/jobs.ts'
import { handler, run, shared, type BeforeCommand } from '#server/procedures.ts'
import type { Settings } from '#server/settings.ts'
import { kindOf } from '#studio/accounts/rules.ts'
import { normalEmail } from '#studio/accounts/rules/forms.ts'
import { openSession } from '#studio/accounts/server/openSession.ts'
import { asksSecondStep } from '#studio/accounts/server/secondStep.ts'
import { holdAccount } from '#studio/accounts/server/locks.ts'
import { accounts } from '#studio/accounts/tables.ts'
import type { signing } from '../contract.ts'
import { logLines } from '../messages/log.ts'
import { providerLinks, providerVisits } from '../tables.ts'
import { tellOfSafety } from './letters.ts'
import { passkeyFirst } from './passkeys.ts'

type Finished = AnswerOf<typeof signing.finishProvider>
type Provider = NonNullable<Settings['provider']>

/** How long a visit at the provider may take (ms). */
const VISIT = 15 * MINUTE

/** Path to which the provider redirects; it must be registered with the provider. */
export const RETURN_PATH = '/signed-in-elsewhere'

export const provider = shared([], async ({ settings }) =>
  settings.provider ? { name: settings.provider.name } : null,
)

const library = () => import('openid-client')

/** The provider's latest discovery result, by issuer and client; the library refreshes the keys. */
const known = new Map<string, Promise<Configuration>>()

const keyOf = ({ issuer, clientId }: Provider) => `${issuer} ${clientId}`

/** Runs discovery before each visit, so that nobody is sent to an unavailable provider. */
async function asked(provider: Provider): Promise<Configuration> {
  const { issuer, clientId, clientSecret } = provider
  const { allowInsecureRequests, discovery } = await library()
  // http is allowed only for a provider on this computer: see settings.ts
  const options = issuer.startsWith('http:') ? { execute: [allowInsecureRequests], timeout: 5 } : { timeout: 5 }
  const answer = discovery(new URL(issuer), clientId, clientSecret, undefined, options)
  const key = keyOf(provider)
  known.set(key, answer)
  // forget a failed discovery, so that the next visit tries again
  answer.catch(() => known.delete(key))
  return await answer
}

const hashOf = (state: string) => hash('sha256', state, 'base64url')

export const beginProvider = handler({
  limits: (_input: object, { address }) => [{ key: `provider:${addressBucket(address)}`, max: 60, per: HOUR }],
  prepare: async (_input, before) => await askedOf(before),
  run: async (c, _input, asked) => {
    if (!asked) return refuse('providerAway')
    const { url, state, verifier, nonce } = asked
    const accountId = c.actorId
    await c.tx
      .insert(providerVisits)
      .values({ stateHash: hashOf(state), verifier, nonce, accountId, expiresAt: c.now + VISIT })
    return done({ url, state })
  },
})

async function askedOf({ settings }: BeforeCommand) {
  if (!settings.provider) return null
  try {
    const configuration = await asked(settings.provider)
    const openid = await library()
    const [verifier, state, nonce] = [openid.randomPKCECodeVerifier(), openid.randomState(), openid.randomNonce()]
    const url = openid.buildAuthorizationUrl(configuration, {
      redirect_uri: `${settings.baseUrl}${RETURN_PATH}`,
      scope: 'openid email',
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      nonce,
    })
    return { url: url.href, state, verifier, nonce }
  } catch {
    return null
  }
}

interface Back {
  /** Kept in the browser in which the visit began. */
  readonly state: string
  /** Query string of the provider's redirect. */
  readonly query: string
}

export const finishProvider = handler({
  limits: (_input: Back, { address }) => [{ key: `signIn:${addressBucket(address)}`, max: 120, per: 15 * MINUTE }],
  prepare: async (input, before) => await claimsOf(input, before),
  run: async (c, { state }, claims) => {
    const mine = and(eq(providerVisits.stateHash, hashOf(state)), gt(providerVisits.expiresAt, c.now))
    const [visit] = await c.tx.select().from(providerVisits).where(mine).for('update')
    if (!claims || !visit) return refuse('providerFailed')
    const { issuer, subject, email } = claims
    const same = and(eq(providerLinks.issuer, issuer), eq(providerLinks.subject, subject))
    const [link] = await c.tx.select().from(providerLinks).where(same)
    if (visit.accountId !== null) {
      // linking needs the session that began it as proof
      if (c.actorId === null || c.actorId !== visit.accountId) return refuse('providerFailed')
      if (link && link.accountId !== visit.accountId) return refuse('linkedElsewhere')
      // an unverified address may belong to another person, who could then sign in to the account
      if (c.actor.kind === 'unverified') return refuse('providerFailed')
      const first = await passkeyFirst(c)
      if (first) return first
      await c.tx.delete(providerVisits).where(mine)
      if (!link) {
        await c.tx.insert(providerLinks).values({ issuer, subject, accountId: visit.accountId, createdAt: c.now })
        await tellOfSafety(c, 'providerLinked')
        c.log({ channel: 'auth', level: 'info', message: logLines.providerLinked })
      }
      return done<Finished>({ kind: 'linked' })
    }
    if (!link) {
      const known =
        email === null ? [] : await c.tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.email, email))
      return refuse(known.length > 0 ? 'linkNeeded' : 'noAccount')
    }
    const account = await holdAccount(c.tx, link.accountId)
    if (!account) return refuse('noAccount')
    if (!account.active) return refuse('deactivated')
    await c.tx.delete(providerVisits).where(mine)
    const ticket = await asksSecondStep(c, account.id)
    if (ticket !== null) return done<Finished>({ kind: 'secondStep', ticket, email: account.email })
    await openSession(c, account)
    return done<Finished>({ kind: kindOf(account) })
  },
})

/** The provider's claims about the user, checked by the library: signature, issuer, audience, nonce, PKCE. */
async function claimsOf({ state, query }: Back, { db, now, settings }: BeforeCommand) {
  const mine = and(eq(providerVisits.stateHash, hashOf(state)), gt(providerVisits.expiresAt, now))
  const [visit] = await db.select().from(providerVisits).where(mine)
  if (!visit || !settings.provider) return null
  try {
    const { authorizationCodeGrant } = await library()
    const configuration = await (known.get(keyOf(settings.provider)) ?? asked(settings.provider))
    const url = new URL(`${settings.baseUrl}${RETURN_PATH}?${query}`)
    const tokens = await authorizationCodeGrant(configuration, url, {
      pkceCodeVerifier: visit.verifier,
      expectedState: state,
      expectedNonce: visit.nonce,
      idTokenExpected: true,
    })
    const claims = tokens.claims()
    if (!claims) return null
    const { email, email_verified: verified } = claims
    return {
      issuer: claims.iss,
      subject: claims.sub,
      email: verified === true && typeof email === 'string' ? normalEmail(email) : null,
    }
  } catch {
    return null
  }
}

export const unlinkProvider = run(async (c) => {
  const first = await passkeyFirst(c)
  if (first) return first
  const removed = await c.tx.delete(providerLinks).where(eq(providerLinks.accountId, c.me.accountId)).returning()
  if (removed.length > 0) {
    await tellOfSafety(c, 'providerUnlinked')
    c.log({ channel: 'auth', level: 'info', message: logLines.providerUnlinked })
  }
  return done({})
})

export const cleanUpVisits = recurring('signing.cleanUpVisits', HOUR, async ({ tx, now }) => {
  await tx.delete(providerVisits).where(lt(providerVisits.expiresAt, now))
  return false
})
