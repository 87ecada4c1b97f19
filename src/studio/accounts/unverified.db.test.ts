import { describe, expect, it } from 'vitest'
import { ADMIN_PASSWORD, codeOf, TestStudio, visitor, type Person } from '#server/testing/studio.ts'
import { studioForEach } from '#server/testing/studioForEach.ts'
import { accounts } from './contract.ts'

let studio: TestStudio
let admin: Person
let invited: Person

studioForEach(async (empty) => {
  studio = empty
  admin = await studio.person('admin')
  invited = await studio.person('unverified', { email: 'marii@example.ee', displayName: 'Mari' })
})

async function letterTo(address: string) {
  const [letter] = await studio.sql<{ text: string; subject: string }>`
    select text, subject from outbox where to_address = ${address} order by id desc limit 1`
  return { ...letter, token: /token=([\w-]+)/.exec(letter?.text ?? '')?.[1] ?? '' }
}
const lettersTo = async (address: string) =>
  (await studio.sql`select 1 from outbox where to_address = ${address}`).length

const correct = (email: string, { userId } = invited) =>
  codeOf(studio.call(admin, accounts.correctAddress, { userId, email }))
const invite = ({ userId } = invited) => codeOf(studio.call(admin, accounts.inviteAgain, { userId }))
const choosePassword = (token: string) =>
  codeOf(studio.call(visitor, accounts.resetPassword, { token, password: 'a long way to dance' }))
const seen = async ({ userId } = invited) => await studio.ask(admin, accounts.user, { userId })

describe('an address that nobody has verified', () => {
  it('is corrected by an admin, and then its owner is invited again', async () => {
    expect(await seen()).toMatchObject({ email: 'marii@example.ee', verified: false, hasPassword: false })
    expect(await correct(' Mari@Example.ee ')).toBe('done')
    expect(await seen()).toMatchObject({ email: 'mari@example.ee', verified: false })
    expect(await lettersTo('mari@example.ee')).toBe(0)
    expect(await invite()).toBe('done')
    const { token, subject } = await letterTo('mari@example.ee')
    expect(subject).toMatch(/^Your sign-in at /)
    expect(await choosePassword(token)).toBe('done')
    expect(await seen()).toMatchObject({ verified: true, hasPassword: true })
  })

  it('once corrected, is no longer reached by a link to the wrong one', async () => {
    await invite()
    const { token: wrong } = await letterTo('marii@example.ee')
    await studio.must(visitor, accounts.requestPasswordReset, { email: 'marii@example.ee' })
    const { token: asked } = await letterTo('marii@example.ee')
    await correct('mari@example.ee')
    expect(await choosePassword(wrong)).toBe('linkUsed')
    expect(await choosePassword(asked)).toBe('linkUsed')
    await studio.must(visitor, accounts.requestPasswordReset, { email: 'marii@example.ee' })
    expect(await lettersTo('marii@example.ee')).toBe(2)
  })

  it('is not replaced by one in use, or one that is none', async () => {
    await studio.person('user', { email: 'taken@example.ee' })
    expect(await correct('Taken@example.ee')).toEqual({ email: 'emailTaken' })
    expect(await correct('mari')).toEqual({ email: 'invalidEmail' })
    expect(await correct(' ')).toEqual({ email: 'emailRequired' })
    expect(await seen()).toMatchObject({ email: 'marii@example.ee' })
  })

  it('belongs to its owner once it is verified', async () => {
    await invite()
    await choosePassword((await letterTo('marii@example.ee')).token)
    expect(await correct('mari@example.ee')).toBe('alreadyVerified')
    expect(await invite()).toBe('alreadyVerified')
    expect(await seen()).toMatchObject({ email: 'marii@example.ee' })
  })

  it('of staff is not corrected: whoever has their address has their role', async () => {
    const change = { userId: invited.userId, role: 'teacher', password: ADMIN_PASSWORD } as const
    await studio.must(admin, accounts.setRole, change)
    expect(await correct('mari@example.ee')).toBe('staffAddress')
  })

  it('of somebody with a password gets the link to verify it', async () => {
    const form = { displayName: 'Liis', familyName: 'Lill', dob: '2000-01-01', password: 'a long way' }
    await studio.must(visitor, accounts.signUp, { ...form, email: 'liiss@example.ee', language: 'et' })
    const { rows } = await studio.ask(admin, accounts.users, { search: 'liiss', page: 1, sort: 'name', order: 'asc' })
    const liis = { ...invited, userId: rows[0]?.id ?? '' }
    const { token: wrong } = await letterTo('liiss@example.ee')
    expect(await correct('liis@example.ee', liis)).toBe('done')
    expect(await codeOf(studio.call(visitor, accounts.verifyEmail, { token: wrong }))).toBe('linkUsed')
    expect(await invite(liis)).toBe('done')
    const { token } = await letterTo('liis@example.ee')
    expect(await codeOf(studio.call(visitor, accounts.verifyEmail, { token }))).toBe('done')
  })
})

it('only the holder of a link learns whether a first password is chosen with it', async () => {
  const check = async (token: string) => await studio.call(visitor, accounts.checkResetLink, { token })
  await invite()
  const { token: first } = await letterTo('marii@example.ee')
  expect((await check(first)).body).toMatchObject({ ok: true, value: { first: true } })
  await choosePassword(first)
  await studio.must(visitor, accounts.requestPasswordReset, { email: 'marii@example.ee' })
  const { token: next } = await letterTo('marii@example.ee')
  expect((await check(next)).body).toMatchObject({ ok: true, value: { first: false } })
  expect((await check(first)).body).toEqual({ ok: false, code: 'linkUsed' })
  // who has taken an old address back chooses a new password, though there is none now
  await studio.database.transaction((tx) =>
    tx.execute(`delete from credentials where account_id = '${invited.accountId}'`),
  )
  expect((await check(next)).body).toMatchObject({ ok: true, value: { first: false } })
})

it('a mailbox is not flooded with invitations', async () => {
  const strict = await TestStudio.open({ RATE_LIMIT_FACTOR: '1' })
  try {
    const [by, { userId }, other] = [
      await strict.person('admin'),
      await strict.person('unverified'),
      await strict.person('unverified'),
    ]
    const again = (to: string) => codeOf(strict.call(by, accounts.inviteAgain, { userId: to }))
    for (let sent = 0; sent < 5; sent++) expect(await again(userId)).toBe('done')
    expect(await again(userId)).toBe('tooManyRequests')
    expect(await again(other.userId)).toBe('done')
  } finally {
    await strict.close()
  }
})

it('the deactivated are not invited, and nobody can be corrected who is not there', async () => {
  await studio.must(admin, accounts.setActive, { userId: invited.userId, active: false })
  expect(await invite()).toBe('userInactive')
  for (const deed of [
    correct('x@example.ee', { ...invited, userId: 'nobody' }),
    invite({ ...invited, userId: 'nobody' }),
  ])
    expect(await deed).toBe('userNotFound')
})

it('the log says who was corrected, without the addresses', async () => {
  await correct('mari@example.ee')
  const lines = await studio.sql<{ message: string; metadata: unknown }>`
    select message, metadata::text as metadata from logs where message like 'Unverified e-mail%'`
  expect(lines).toHaveLength(1)
  expect(JSON.stringify(lines)).toContain(invited.userId)
  expect(JSON.stringify(lines)).not.toContain('@')
})
