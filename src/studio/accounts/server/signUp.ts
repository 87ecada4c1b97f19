import { and, eq, isNull, sql } from 'drizzle-orm'
import { newId } from '#kernel/ids.ts'
import { done, refuse } from '#kernel/result.ts'
import { HOUR, dateIn, type LocalDate } from '#kernel/time.ts'
import { addressBucket } from '#server/commands/limits.ts'
import { rows } from '#server/db/database.ts'
import { DatabaseBusy } from '#server/db/errors.ts'
import { handler, type CommandContext } from '#server/procedures.ts'
import type { Settings } from '#server/settings.ts'
import { logLines } from '../messages/log.ts'
import { refuseWrong } from '../rules.ts'
import { pathToReturn } from '../rules/comingBack.ts'
import { checkCredentials, checkPassword, checkSignUp, normalEmail, type Credentials } from '../rules/forms.ts'
import { accounts, credentials, people, sessions } from '../tables.ts'
import { linkLetter } from './letters.ts'
import { consumeLink, createLink } from './links.ts'
import { whyNotPassword } from './newPassword.ts'
import { hashPassword } from './passwords.ts'
import { provenBy, turnToProve } from './proof.ts'
import { endSessions } from './sessions.ts'
import { holdAccount } from './locks.ts'
import { usualIp } from './usualIps.ts'

interface SignUp {
  displayName: string
  familyName: string
  dob: string
  email: string
  password: string
  language: 'en' | 'et'
  terms?: number | undefined
  next?: string | undefined
}

const wrongSignUp = async (input: SignUp, today: LocalDate, { terms, sections }: Settings) =>
  refuseWrong({
    ...checkSignUp(input, today, sections.features.families),
    password: await whyNotPassword(input.password, checkPassword),
    terms: terms !== null && input.terms !== terms ? 'termsNotAccepted' : undefined,
  })

/** Person, account, initial session, log line and e-mail are saved in one transaction. */
export const signUp = handler({
  turn: async (input: SignUp, { now, settings }) =>
    (await wrongSignUp(input, dateIn(settings.timeZone, now), settings)) ? null : { known: false },
  limits: (_input, { address }) => [{ key: `signUp:${addressBucket(address)}`, max: 60, per: HOUR }],
  prepare: ({ password }) => hashPassword(password),
  run: async (c, input, passwordHash) => {
    const wrong = await wrongSignUp(input, dateIn(c.settings.timeZone, c.now), c.settings)
    if (wrong) return wrong
    // the birthday was too recent a moment ago: the browser retries
    if (passwordHash === null) throw new DatabaseBusy('The day has changed')
    // an account created with its person shares its id, as imported ones do
    const id = newId()
    const email = normalEmail(input.email)
    const person = { displayName: input.displayName.trim(), familyName: input.familyName.trim(), dob: input.dob }
    if (!(await insertBoth(c, id, person, { email, language: input.language, terms: c.settings.terms }))) {
      c.log({ channel: 'auth', level: 'warning', message: logLines.addressInUse })
      return refuse('emailTaken')
    }
    await c.tx.insert(credentials).values({ accountId: id, passwordHash, changedAt: c.now })
    const { deviceInfo } = c.request
    await c.tx
      .insert(sessions)
      .values({ id: newId(), accountId: id, status: 'registration', deviceInfo, createdAt: c.now })
    await sendVerification(c, { id, email, displayName: person.displayName, language: input.language }, input)
    c.log({ channel: 'auth', level: 'info', message: logLines.registered, userId: id })
    return done({})
  },
})

/** Inserts both in one statement, so that a refusal leaves nothing behind; returns whether the address was free. */
async function insertBoth(
  c: CommandContext,
  id: string,
  person: { displayName: string; familyName: string; dob: string },
  account: { email: string; language: 'en' | 'et'; terms: number | null },
): Promise<boolean> {
  const at = new Date(c.now).toISOString()
  const made = await c.tx.execute(sql`
    with added as (
      insert into ${accounts} (id, person_id, email, language, accepted_terms, accepted_terms_at, created_at)
      values (
        ${id}, ${id}, ${account.email}, ${account.language}, ${account.terms}::int,
        ${account.terms === null ? null : at}::timestamptz, ${at}
      ) on conflict (email) do nothing returning id
    )
    insert into ${people} (id, display_name, family_name, dob, created_at)
    select id, ${person.displayName}, ${person.familyName}, ${person.dob}::date, ${at}::timestamptz from added
    returning id`)
  return rows(made).length > 0
}

/**
 * Adds an account for an existing, locked person, at an address that an e-mail has proven; null if the address is
 * taken.
 */
export async function addAccount(
  c: CommandContext,
  account: { personId: string; email: string; language: 'en' | 'et'; passwordHash: string },
): Promise<string | null> {
  const { personId, email, language, passwordHash } = account
  const { terms } = c.settings
  const [added] = await c.tx
    .insert(accounts)
    .values({
      id: newId(),
      personId,
      email,
      language,
      emailVerifiedAt: c.now,
      acceptedTerms: terms,
      acceptedTermsAt: terms === null ? null : c.now,
      createdAt: c.now,
    })
    .onConflictDoNothing({ target: accounts.email })
    .returning({ id: accounts.id })
  if (!added) return null
  await c.tx.insert(credentials).values({ accountId: added.id, passwordHash, changedAt: c.now })
  c.log({
    channel: 'auth',
    level: 'info',
    message: logLines.registered,
    userId: added.id,
    metadata: { user: personId },
  })
  return added.id
}

type Addressee = { id: string; email: string; displayName: string; language: 'en' | 'et' }

interface ComingBack {
  next?: string | undefined
}

async function sendVerification(c: CommandContext, account: Addressee, { next }: ComingBack): Promise<void> {
  const token = await createLink(c.tx, account.id, 'verify', c.now)
  c.mail(linkLetter(c.settings, 'verify', account, token, { next: pathToReturn(next) }))
}

/**
 * Ends sessions opened earlier in other browsers, since the person who signed up may not own the address. This
 * browser's session stays, because the password was typed here.
 */
export const verifyEmail = handler({
  limits: (_input: { token: string }, { address }) => [{ key: `link:${addressBucket(address)}`, max: 60, per: HOUR }],
  run: async (c, { token }) => {
    const link = await consumeLink(c.tx, token, 'verify', c.now)
    if (!link.ok) return link
    const { accountId } = link
    const first = and(eq(accounts.id, accountId), isNull(accounts.emailVerifiedAt))
    const [verified] = await c.tx
      .update(accounts)
      .set({ emailVerifiedAt: c.now })
      .where(first)
      .returning({ id: accounts.id })
    if (verified) {
      // a concurrent sign-in locks the account too, so its session is either ended here or opened afterwards
      await endSessions(c.tx, accountId, { except: c.actorId === null ? null : c.me.sessionId })
      c.log({ channel: 'auth', level: 'info', message: logLines.verified, userId: accountId })
    }
    const [account] = await c.tx.select({ email: accounts.email }).from(accounts).where(eq(accounts.id, accountId))
    return account ? done(account) : refuse('linkUnknown')
  },
})

const resendFrom = (address: string) => ({ key: `resend:${addressBucket(address)}`, max: 60, per: HOUR })

/** From the banner of a signed-in person. */
export const resendVerification = handler({
  limits: (_input: ComingBack, { address }) => [
    resendFrom(address),
    { key: 'resend', max: 5, per: HOUR, perCaller: true },
  ],
  run: async (c, input) => {
    const account = await holdAccount(c.tx, c.me.accountId)
    if (!account || account.emailVerifiedAt !== null) return refuse('alreadyVerified')
    await sendVerification(c, account, input)
    c.log({ channel: 'auth', level: 'info', message: logLines.verificationSentAgain })
    return done({})
  },
})

/** From the sign-in screen: the password proves who asks; does not sign in. */
export const resendVerificationTo = handler({
  turn: turnToProve,
  limits: (input: Credentials & ComingBack, { address }) => [
    resendFrom(address),
    { key: `resend:${normalEmail(input.email)}:${addressBucket(address)}`, max: 5, per: HOUR },
    // The password can be guessed here as well, so the same limits apply.
    { key: `account:${normalEmail(input.email)}`, max: 100, per: HOUR, unless: usualIp(input.email, address) },
  ],
  prepare: provenBy,
  run: async (c, input, proven) => {
    if (input.email.trim() === '' && input.password === '') return refuse('enterBoth')
    const wrong = refuseWrong(checkCredentials(input))
    if (wrong) return wrong
    const account = proven && (await holdAccount(c.tx, proven.accountId))
    if (!account) return refuse('wrongCredentials')
    if (!account.active) return refuse('deactivated')
    if (account.emailVerifiedAt !== null) return refuse('alreadyVerified')
    await sendVerification(c, account, input)
    c.log({ channel: 'auth', level: 'info', message: logLines.verificationSentAgain, userId: account.id })
    return done({})
  },
})
