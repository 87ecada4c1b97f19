import { Secret, TOTP } from 'otpauth'
import { beforeEach, describe, expect, it } from 'vitest'
import { MINUTE } from '#kernel/time.ts'
import { ordered } from '#server/testing/ordered.ts'
import { ADMIN_PASSWORD, codeOf, visitor, type Person, type TestStudio } from '#server/testing/studio.ts'
import { studioForEach } from '#server/testing/studioForEach.ts'
import { accounts } from '#studio/accounts/contract.ts'
import { signing } from './contract.ts'

let studio: TestStudio
let asta: Person
studioForEach(async (empty) => {
  studio = empty
  asta = await studio.person('admin', { email: 'asta@example.ee' })
})

const email = 'asta@example.ee'
let app: TOTP
let codes: string[]
/** The authenticator's current code. */
const shown = () => app.generate({ timestamp: studio.now })

beforeEach(async () => {
  const { secret } = await studio.must(asta, signing.beginTwoSteps, {})
  app = new TOTP({ secret: Secret.fromBase32(secret) })
  codes = (await studio.must(asta, signing.confirmTwoSteps, { code: shown() })).codes
  studio.now += MINUTE
})

const password = (word = ADMIN_PASSWORD) => studio.must(visitor, accounts.signIn, { email, password: word })
const step = (ticket: string, code: string, of = email) =>
  codeOf(studio.call(visitor, signing.secondStep, { ticket, email: of, code }))
const ticket = async () => (await password()).ticket ?? ''

describe('sign-in with two steps', () => {
  it('opens no session for the password alone, but for a code after it', async () => {
    const { session, body } = await studio.call(visitor, accounts.signIn, { email, password: ADMIN_PASSWORD })
    expect(body).toMatchObject({ ok: true, value: { kind: 'secondStep' } })
    expect(session).toBe(undefined)
    const input = { ticket: await ticket(), email, code: shown() }
    const entered = await studio.call(visitor, signing.secondStep, input)
    expect(entered.body).toEqual({ ok: true, value: { kind: 'admin' } })
    const there = { ...asta, sessionToken: entered.session?.token ?? '' }
    expect((await studio.ask(there, accounts.me, {})).kind).toBe('admin')
  })

  it('accepts a code once, up to half a minute early or late', async () => {
    const code = shown()
    expect(await step(await ticket(), code)).toBe('done')
    expect(await step(await ticket(), code)).toEqual({ code: 'wrongCode' })
    studio.now += MINUTE
    expect(await step(await ticket(), app.generate({ timestamp: studio.now - MINUTE / 2 }))).toBe('done')
    expect(await step(await ticket(), app.generate({ timestamp: studio.now + MINUTE }))).toEqual({ code: 'wrongCode' })
  })

  // RFC 6238, appendix B: seconds, and the last six digits of the code for the SHA-1 secret '12345678901234567890'
  it.each([
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('accepts the code of RFC 6238 at %i seconds', async (seconds, code) => {
    await studio.database.transaction((tx) =>
      tx.execute(`update "twoSteps" set secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', last_step = 0`),
    )
    studio.now = seconds * 1000
    expect(await step(await ticket(), code)).toBe('done')
    expect(await step(await ticket(), '123456')).toEqual({ code: 'wrongCode' })
  })

  it('accepts each of ten recovery codes once, in any spelling', async () => {
    expect(new Set(codes).size).toBe(10)
    const [first = '', second = ''] = codes
    expect(await step(await ticket(), first.toLowerCase().replaceAll('-', ' '))).toBe('done')
    expect(await step(await ticket(), first)).toEqual({ code: 'wrongCode' })
    expect(await step(await ticket(), second)).toBe('done')
    expect((await studio.ask(asta, signing.ways, {})).twoSteps).toEqual({ on: true, codesLeft: 8 })
    const kept = JSON.stringify(await studio.sql`select * from "recoveryCodes"`)
    for (const code of codes) expect(kept).not.toContain(code.replaceAll('-', ''))
  })

  it('accepts a ticket once, for ten minutes, for its account, and not after a password change', async () => {
    const used = await ticket()
    expect(await step(used, shown())).toBe('done')
    studio.now += MINUTE
    expect(await step(used, shown())).toBe('ticketOver')
    const old = await ticket()
    studio.now += 10 * MINUTE
    expect(await step(old, shown())).toBe('ticketOver')
    expect(await step(await ticket(), shown(), 'other@example.ee')).toBe('ticketOver')
    const before = await ticket()
    studio.now += 1
    await studio.must(asta, signing.changePassword, { password: ADMIN_PASSWORD, newPassword: 'another waltz' })
    expect(await step(before, shown())).toBe('ticketOver')
  })
})

describe('two-step sign-in', () => {
  it('takes effect only after a first valid code', async () => {
    const teacher = await studio.person('teacher', { email: 'tiit@example.ee' })
    const begun = await studio.must(teacher, signing.beginTwoSteps, {})
    expect(begun.uri).toContain('otpauth://totp/Tantsustuudio%20Hoog:tiit%40example.ee')
    expect((await studio.ask(teacher, signing.ways, {})).twoSteps).toEqual({ on: false, codesLeft: 0 })
    expect(await codeOf(studio.call(teacher, signing.confirmTwoSteps, { code: '000000' }))).toEqual({
      code: 'wrongCode',
    })
    // each attempt gets another secret
    expect((await studio.must(teacher, signing.beginTwoSteps, {})).secret).not.toBe(begun.secret)
  })

  it('signs the account out where it was opened with the password alone', async () => {
    await studio.must(asta, signing.endTwoSteps, { code: shown() })
    studio.now += MINUTE
    const elsewhere = await studio.session(asta)
    const { secret } = await studio.must(asta, signing.beginTwoSteps, {})
    app = new TOTP({ secret: Secret.fromBase32(secret) })
    await studio.must(asta, signing.confirmTwoSteps, { code: shown() })
    expect(await studio.ask(elsewhere, accounts.me, {})).toMatchObject({ kind: 'visitor' })
    expect(await studio.ask(asta, accounts.me, {})).toMatchObject({ kind: 'admin' })
  })

  it('can’t be set up again while it is on', async () => {
    expect(await codeOf(studio.call(asta, signing.beginTwoSteps, {}))).toBe('twoStepsOn')
    expect(await codeOf(studio.call(asta, signing.confirmTwoSteps, { code: shown() }))).toBe('twoStepsOn')
  })

  it('is switched off with a code, and then the password is enough', async () => {
    expect(await codeOf(studio.call(asta, signing.endTwoSteps, { code: '123' }))).toEqual({ code: 'wrongCode' })
    await studio.must(asta, signing.endTwoSteps, { code: shown() })
    expect(await password()).toEqual({ kind: 'admin' })
  })

  it('is switched off on the command line after losing the authenticator and the codes', async () => {
    const order = (...words: string[]) => ordered(studio, 'twoSteps', ...words)
    expect(await order(email)).toEqual({ ok: false, line: 'Use: npm run two-steps -- EMAIL off' })
    expect(await order('nobody@example.ee', 'off')).toMatchObject({ ok: false })
    expect(await order(email.toUpperCase(), 'off')).toEqual({
      ok: true,
      line: `${email} signs in without a second step.`,
    })
    expect(await password()).toEqual({ kind: 'admin' })
    expect(await order(email, 'off')).toEqual({ ok: false, line: `${email} has no second step.` })
  })

  it('is offered to staff, and stays on when they lose the role', async () => {
    const member = await studio.person()
    expect((await studio.ask(member, signing.ways, {})).twoSteps).toBe(null)
    await studio.person('admin')
    await studio.database.transaction((tx) => tx.execute(`update accounts set role = 'user' where email = '${email}'`))
    expect(await password()).toMatchObject({ kind: 'secondStep' })
    await studio.must(asta, signing.endTwoSteps, { code: shown() })
    expect(await password()).toEqual({ kind: 'user' })
  })
})

it('tells the account when it is switched on or off', async () => {
  const subjects = () =>
    studio.sql<{ subject: string }>`select subject from outbox where to_address = ${email} order by id`
  expect((await subjects()).at(-1)?.subject).toBe('Two steps were turned on for your account (Tantsustuudio Hoog)')
  await studio.must(asta, signing.endTwoSteps, { code: shown() })
  expect((await subjects()).at(-1)?.subject).toBe('Two steps were turned off for your account (Tantsustuudio Hoog)')
})
