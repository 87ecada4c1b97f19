import { describe, expect, it } from 'vitest'
import { DAY, HOUR } from '#kernel/time.ts'
import type { InputOf } from '#kernel/procedures.ts'
import { codeOf, visitor, type Person, type TestStudio } from '#server/testing/studio.ts'
import { studioForEach } from '#server/testing/studioForEach.ts'
import { accounts } from './contract.ts'

let studio: TestStudio
studioForEach(async (empty) => {
  studio = empty
})

const anna: InputOf<typeof accounts.signUp> = {
  displayName: 'Anna',
  familyName: 'Tamm',
  dob: '2010-02-03',
  email: 'Anna@Example.ee ',
  password: 'quiet waltz',
  language: 'en',
}

/** The tokens in the letters that were queued, newest last. */
async function linkTokens(): Promise<string[]> {
  const letters = await studio.sql<{ text: string }>`select text from outbox order by id`
  return letters.map(({ text }) => /token=([\w-]+)/.exec(text)?.[1] ?? '')
}

async function signIn(email = 'anna@example.ee', password = 'quiet waltz', from: Person = visitor): Promise<Person> {
  const outcome = await studio.call(from, accounts.signIn, { email, password })
  if (!outcome.body.ok) throw new Error(outcome.body.code)
  return { ...visitor, sessionToken: outcome.session?.token ?? null }
}

describe('signing up', () => {
  it('creates the account, its user, its initial session, a letter and a log line as one', async () => {
    await studio.must(visitor, accounts.signUp, anna)
    expect(
      await studio.sql`select email, role, a.active, member_level as level, membership_category as category
        from accounts a join people p on p.id = a.person_id`,
    ).toEqual([{ email: 'anna@example.ee', role: 'user', active: true, level: 'standard', category: null }])
    expect(await studio.sql`select status, device_info as device from sessions`).toEqual([
      { status: 'registration', device: 'test' },
    ])
    expect(await studio.sql`select to_address as address from outbox`).toEqual([{ address: 'anna@example.ee' }])
    expect(await studio.sql`select channel, message from logs`).toEqual([
      { channel: 'auth', message: 'User registered.' },
    ])
  })

  it('gives everyone who signs up the role user, even when the request asks for another role', async () => {
    const input = { ...anna, role: 'admin', emailVerified: true, emailVerifiedAt: 1, active: false, userId: 'me' }
    await studio.callRaw(visitor, 'accounts.signUp', { key: 'a-key-of-one-intent-01', input })
    expect(await studio.sql`select role, active, email_verified_at as verified from accounts`).toEqual([
      { role: 'user', active: true, verified: null },
    ])
  })

  it('refuses an e-mail address that is already taken, in any letter case', async () => {
    await studio.must(visitor, accounts.signUp, anna)
    expect(await codeOf(studio.call(visitor, accounts.signUp, { ...anna, email: 'ANNA@EXAMPLE.EE' }))).toBe(
      'emailTaken',
    )
  })

  it('makes one account when the same address signs up twice at once', async () => {
    const outcomes = await Promise.all([1, 2].map(() => codeOf(studio.call(visitor, accounts.signUp, anna))))
    expect(outcomes).toHaveLength(2)
    expect(outcomes).toContain('done')
    expect(outcomes).toContain('emailTaken')
  })

  it.each<[Partial<typeof anna>, object]>([
    [{ displayName: ' ' }, { displayName: 'fillRequired' }],
    [{ familyName: '' }, { familyName: 'fillRequired' }],
    [{ dob: '' }, { dob: 'fillRequired' }],
    [{ dob: '2026-03-11' }, { dob: 'birthdayInFuture' }],
    [{ dob: '2019-03-11' }, { dob: 'tooYoung' }],
    [{ dob: '2010-02-30' }, { dob: 'dateInvalid' }],
    [{ email: 'anna' }, { email: 'invalidEmail' }],
    [{ email: 'x[1@a.bb' }, { email: 'invalidEmail' }],
    [{ email: 'an\u200Bna@example.ee' }, { email: 'invalidEmail' }],
    [{ password: '12345' }, { password: 'passwordTooShort' }],
    [{ password: '123456' }, { password: 'passwordCommon' }],
    [{ password: 'Password' }, { password: 'passwordCommon' }],
    [{ password: 'aaaaaa' }, { password: 'passwordCommon' }],
    [
      { displayName: ' ', password: 'aaaaaa' },
      { displayName: 'fillRequired', password: 'passwordCommon' },
    ],
    [
      { email: '', password: '' },
      { email: 'fillRequired', password: 'fillRequired' },
    ],
  ])('refuses %j at its field', async (wrong, fields) => {
    expect(await codeOf(studio.call(visitor, accounts.signUp, { ...anna, ...wrong }))).toEqual(fields)
    expect(await studio.sql`select 1 from people`).toEqual([])
  })

  it('accepts somebody who turns seven today', async () => {
    await studio.must(visitor, accounts.signUp, { ...anna, dob: '2019-03-10' })
  })
})

describe('a verification link', () => {
  /** The addresses in the letters, without their tokens. */
  const links = async () => {
    const letters = await studio.sql<{ text: string; html: string }>`select text, html from outbox order by id`
    return letters.map(({ text, html }) => {
      const [link = ''] = /\/verify-email\S*token=\S+/.exec(text) ?? []
      // the one that is pressed
      expect(html).toContain(link.replaceAll('&', '&amp;'))
      return link.replace(/token=[\w-]+/, 'token=…')
    })
  }

  it('leads on to the class where the sign-up began, also when it is sent again', async () => {
    const next = '/class/AbC_1-2'
    await studio.must(visitor, accounts.signUp, { ...anna, next })
    await studio.must(await signIn(), accounts.resendVerification, { next })
    const { email, password } = anna
    await studio.must(visitor, accounts.resendVerificationTo, { email, password, next })
    expect(await links()).toEqual([1, 2, 3].map(() => '/verify-email#token=…&next=%2Fclass%2FAbC_1-2'))
  })

  it.each([
    'https://evil.example/class/x',
    '//evil.example/class/x',
    '/\\evil.example',
    'evil.example',
    'javascript:alert(1)',
    '/class/x y',
    '/class/x/Your account is blocked',
    '/class/x\r\nBcc: all@example.ee',
  ])('leads nowhere else when the sign-up asks for %j', async (next) => {
    await studio.must(visitor, accounts.signUp, { ...anna, next })
    expect(await links()).toEqual(['/verify-email#token=…'])
  })

  it('says nothing that the sign-up typed after the path', async () => {
    await studio.must(visitor, accounts.signUp, { ...anna, next: '/classes?search=Your+account+is+blocked#now' })
    expect(await links()).toEqual(['/verify-email#token=…&next=%2Fclasses'])
  })

  it('works once', async () => {
    await studio.must(visitor, accounts.signUp, anna)
    const [token = ''] = await linkTokens()
    expect(await studio.must(visitor, accounts.verifyEmail, { token })).toEqual({ email: 'anna@example.ee' })
    expect(await codeOf(studio.call(visitor, accounts.verifyEmail, { token }))).toBe('linkUsed')
  })

  it('expires after two days, and an invented one is unknown', async () => {
    await studio.must(visitor, accounts.signUp, anna)
    const [token = ''] = await linkTokens()
    studio.now += 2 * DAY
    expect(await codeOf(studio.call(visitor, accounts.verifyEmail, { token }))).toBe('linkExpired')
    expect(await codeOf(studio.call(visitor, accounts.verifyEmail, { token: 'invented' }))).toBe('linkUnknown')
    studio.now -= 2 * DAY
  })

  it('ends sessions opened earlier when the link is opened in another browser', async () => {
    await studio.must(visitor, accounts.signUp, anna)
    const [stranger, another] = [await signIn(), await signIn()]
    const [token = ''] = await linkTokens()
    await studio.must(visitor, accounts.verifyEmail, { token })
    for (const session of [stranger, another]) {
      expect(await studio.ask(session, accounts.me, {})).toMatchObject({ kind: 'visitor' })
    }
    expect(await studio.ask(await signIn(), accounts.me, {})).toMatchObject({ kind: 'user' })
    expect(await studio.sql`select status from sessions where status = 'registration'`).toHaveLength(1)
  })

  it('keeps only the session of the browser in which the link is opened', async () => {
    await studio.must(visitor, accounts.signUp, anna)
    const [own, other] = [await signIn(), await signIn()]
    const [token = ''] = await linkTokens()
    await studio.must(own, accounts.verifyEmail, { token })
    expect(await studio.ask(own, accounts.me, {})).toMatchObject({ kind: 'user' })
    expect(await studio.ask(other, accounts.me, {})).toMatchObject({ kind: 'visitor' })
  })

  it("leaves another account's session alone, which keeps none of this one's", async () => {
    const mari = await studio.person('user')
    await studio.must(visitor, accounts.signUp, anna)
    const session = await signIn()
    const [token = ''] = await linkTokens()
    await studio.must(mari, accounts.verifyEmail, { token })
    expect(await studio.ask(mari, accounts.me, {})).toMatchObject({ kind: 'user' })
    expect(await studio.ask(session, accounts.me, {})).toMatchObject({ kind: 'visitor' })
  })

  it('ends no sessions when the address was already verified', async () => {
    await studio.must(visitor, accounts.signUp, anna)
    const [token = ''] = await linkTokens()
    await studio.must(visitor, accounts.requestPasswordReset, { email: 'anna@example.ee' })
    const reset = (await linkTokens())[1] ?? ''
    await studio.must(visitor, accounts.resetPassword, { token: reset, password: 'a new one' })
    const session = await signIn('anna@example.ee', 'a new one')
    await studio.must(visitor, accounts.verifyEmail, { token })
    expect(await studio.ask(session, accounts.me, {})).toMatchObject({ kind: 'user' })
  })

  it('can be sent again from the banner and from the sign-in screen, until the address is verified', async () => {
    await studio.must(visitor, accounts.signUp, anna)
    const session = await signIn()
    studio.now += HOUR
    await studio.must(session, accounts.resendVerification, {})
    await studio.must(visitor, accounts.resendVerificationTo, { email: anna.email, password: anna.password })
    const tokens = await linkTokens()
    expect(tokens).toHaveLength(3)
    await studio.must(session, accounts.verifyEmail, { token: tokens[2] ?? '' })
    expect(await codeOf(studio.call(session, accounts.resendVerification, {}))).toBe('alreadyVerified')
    const byPassword = { email: anna.email, password: anna.password }
    expect(await codeOf(studio.call(visitor, accounts.resendVerificationTo, byPassword))).toBe('alreadyVerified')
    expect(await codeOf(studio.call(visitor, accounts.verifyEmail, { token: tokens[0] ?? '' }))).toBe('linkUsed')
  })

  it('requires both e-mail and password to send the link again', async () => {
    const ask = (email: string, password: string) =>
      codeOf(studio.call(visitor, accounts.resendVerificationTo, { email, password }))
    expect(await ask('', '')).toBe('enterBoth')
    expect(await ask('', 'x')).toEqual({ email: 'emailRequired' })
    expect(await ask('a@b.ee', '')).toEqual({ password: 'passwordRequired' })
    expect(await ask('a@b.ee', 'quiet waltz')).toBe('wrongCredentials')
  })
})

describe('signing in', () => {
  it('lets an unverified person in as unverified, and as a user once verified, in the same session', async () => {
    await studio.must(visitor, accounts.signUp, anna)
    const session = await signIn()
    expect(await studio.ask(session, accounts.me, {})).toMatchObject({ kind: 'unverified', displayName: 'Anna' })
    const [token = ''] = await linkTokens()
    await studio.must(session, accounts.verifyEmail, { token })
    expect(await studio.ask(session, accounts.me, {})).toMatchObject({ kind: 'user' })
  })

  it('returns the same response for a wrong password and an unknown address', async () => {
    await studio.must(visitor, accounts.signUp, anna)
    const wrong = await studio.call(visitor, accounts.signIn, { email: 'anna@example.ee', password: 'other1' })
    const unknown = await studio.call(visitor, accounts.signIn, { email: 'mari@example.ee', password: 'other1' })
    expect(wrong).toEqual(unknown)
  })

  it('gives a new session each time and ends the one the browser had', async () => {
    await studio.must(visitor, accounts.signUp, anna)
    const first = await signIn()
    const second = await signIn('anna@example.ee', 'quiet waltz', first)
    expect(second.sessionToken).not.toBe(first.sessionToken)
    expect(await studio.ask(first, accounts.me, {})).toMatchObject({ kind: 'visitor' })
  })

  it('keeps no token in the database', async () => {
    await studio.must(visitor, accounts.signUp, anna)
    const { sessionToken } = await signIn()
    const kept = await studio.sql`select 1 from sessions where token_hash = ${sessionToken}`
    expect(kept).toEqual([])
  })

  it('ends with signing out, and after sixty days', async () => {
    await studio.must(visitor, accounts.signUp, anna)
    const session = await signIn()
    const other = await signIn()
    await studio.must(session, accounts.signOut, {})
    expect(await studio.ask(session, accounts.me, {})).toMatchObject({ kind: 'visitor' })
    studio.now += 61 * DAY
    expect(await studio.ask(other, accounts.me, {})).toMatchObject({ kind: 'visitor' })
    studio.now -= 61 * DAY
  })

  it('refuses a deactivated person, and says why only if the password is right', async () => {
    await studio.must(visitor, accounts.signUp, anna)
    const session = await signIn()
    await studio.database.transaction((tx) => tx.execute('update accounts set active = false'))
    expect(await studio.ask(session, accounts.me, {})).toMatchObject({ kind: 'visitor' })
    const attempt = (password: string) =>
      codeOf(studio.call(visitor, accounts.signIn, { email: 'anna@example.ee', password }))
    expect(await attempt('quiet waltz')).toBe('deactivated')
    expect(await attempt('wrong1')).toBe('wrongCredentials')
  })
})

describe('resetting a password', () => {
  it('ends every session, verifies the address, and lets only the new password in', async () => {
    await studio.must(visitor, accounts.signUp, anna)
    const session = await signIn()
    await studio.must(visitor, accounts.requestPasswordReset, { email: 'anna@example.ee' })
    const token = (await linkTokens())[1] ?? ''
    expect(await studio.must(visitor, accounts.resetPassword, { token, password: 'newsecret' })).toEqual({
      email: 'anna@example.ee',
    })
    expect(await studio.ask(session, accounts.me, {})).toMatchObject({ kind: 'visitor' })
    await expect(signIn()).rejects.toThrow('wrongCredentials')
    expect(await studio.ask(await signIn('anna@example.ee', 'newsecret'), accounts.me, {})).toMatchObject({
      kind: 'user',
    })
    expect(await codeOf(studio.call(visitor, accounts.resetPassword, { token, password: 'another one' }))).toBe(
      'linkUsed',
    )
  })

  it('refuses a short or very common password without using the link up', async () => {
    await studio.must(visitor, accounts.signUp, anna)
    await studio.must(visitor, accounts.requestPasswordReset, { email: 'anna@example.ee' })
    const token = (await linkTokens())[1] ?? ''
    const choose = (password: string) => codeOf(studio.call(visitor, accounts.resetPassword, { token, password }))
    expect(await choose('')).toEqual({ password: 'fillRequired' })
    expect(await choose('tantsin')).toEqual({ password: 'newPasswordTooShort' })
    expect(await choose('12345678')).toEqual({ password: 'passwordCommon' })
    expect(await choose('PASSWORD1')).toEqual({ password: 'passwordCommon' })
    expect(await choose('tantsime')).toBe('done')
  })

  it('checks the link when the page opens without using it up', async () => {
    await studio.must(visitor, accounts.signUp, anna)
    await studio.must(visitor, accounts.requestPasswordReset, { email: 'anna@example.ee' })
    const [verifying = '', token = ''] = await linkTokens()
    const check = (token: string) => codeOf(studio.call(visitor, accounts.checkResetLink, { token }))
    expect([await check(token), await check(token)]).toEqual(['done', 'done'])
    expect([await check(verifying), await check('x')]).toEqual(['linkUnknown', 'linkUnknown'])
    studio.now += HOUR
    expect(await check(token)).toBe('linkExpired')
    studio.now -= HOUR
    await studio.must(visitor, accounts.resetPassword, { token, password: 'newsecret' })
    expect(await check(token)).toBe('linkUsed')
  })

  it('returns the same response for an unknown address, and sends nothing', async () => {
    expect(await codeOf(studio.call(visitor, accounts.requestPasswordReset, { email: 'nobody@example.ee' }))).toBe(
      'done',
    )
    expect(await studio.sql`select 1 from outbox`).toEqual([])
  })

  it('works for one hour', async () => {
    await studio.must(visitor, accounts.signUp, anna)
    await studio.must(visitor, accounts.requestPasswordReset, { email: 'anna@example.ee' })
    const token = (await linkTokens())[1] ?? ''
    studio.now += HOUR
    expect(await codeOf(studio.call(visitor, accounts.resetPassword, { token, password: 'newsecret' }))).toBe(
      'linkExpired',
    )
    studio.now -= HOUR
  })

  it('does not take a verification link', async () => {
    await studio.must(visitor, accounts.signUp, anna)
    const [token = ''] = await linkTokens()
    expect(await codeOf(studio.call(visitor, accounts.resetPassword, { token, password: 'newsecret' }))).toBe(
      'linkUnknown',
    )
  })
})
