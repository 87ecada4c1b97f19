import { describe, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE } from '#kernel/time.ts'
import { countHashes } from '#server/testing/countedHashes.ts'
import { ADMIN_PASSWORD, codeOf, visitor, type Person, type TestStudio } from '#server/testing/studio.ts'
import { studioForEach } from '#server/testing/studioForEach.ts'
import { accounts } from '#studio/accounts/contract.ts'
import { signing } from './contract.ts'

let studio: TestStudio
let mari: Person
studioForEach(async (empty) => {
  studio = empty
  mari = await studio.person('user', { email: 'old@example.ee' })
})

/** The latest letter to that address, with the token of its link. */
async function letterTo(address: string) {
  const [letter] = await studio.sql<{ text: string; subject: string }>`
    select text, subject from outbox where to_address = ${address} order by id desc limit 1`
  return { ...letter, token: /token=([\w-]+)/.exec(letter?.text ?? '')?.[1] ?? '' }
}

const ask = (email: string, who = mari, password = '') =>
  codeOf(studio.call(who, signing.askForAddress, { email, password }))
const take = (token: string, who = mari) => codeOf(studio.call(who, signing.takeAddress, { token }))
const addressOf = async (who = mari) => (await studio.ask(who, signing.ways, {})).email

async function moved(email = 'new@example.ee'): Promise<void> {
  await ask(email)
  expect(await take((await letterTo(email)).token)).toBe('done')
}

describe('changing the e-mail address', () => {
  it('takes effect only after the link in the letter to the new address was used', async () => {
    expect(await ask(' New@Example.ee ')).toBe('done')
    const { token, subject } = await letterTo('new@example.ee')
    expect(subject).toBe('Use this address for Tantsustuudio Hoog')
    expect(await studio.ask(mari, signing.ways, {})).toMatchObject({
      email: 'old@example.ee',
      pendingEmail: 'new@example.ee',
    })
    expect(await studio.must(visitor, signing.checkAddressLink, { token })).toEqual({ email: 'new@example.ee' })
    expect(await addressOf()).toBe('old@example.ee')
    expect(await take(token)).toBe('done')
    expect(await studio.ask(mari, signing.ways, {})).toMatchObject({ email: 'new@example.ee', pendingEmail: null })
    expect(await take(token)).toBe('linkUsed')
  })

  it('can be confirmed only by a session of the same account', async () => {
    const other = await studio.person()
    await ask('new@example.ee')
    const { token } = await letterTo('new@example.ee')
    expect(await take(token, visitor)).toBe('signInNeeded')
    expect(await take(token, other)).toBe('otherAccount')
    expect(await take(token)).toBe('done')
  })

  it('works for 48 hours, and only with the latest link', async () => {
    await ask('first@example.ee')
    const first = (await letterTo('first@example.ee')).token
    await ask('second@example.ee')
    expect(await take(first)).toBe('linkUsed')
    studio.now += 48 * HOUR
    expect(await take((await letterTo('second@example.ee')).token)).toBe('linkExpired')
    expect(await studio.ask(mari, signing.ways, {})).toMatchObject({ email: 'old@example.ee', pendingEmail: null })
  })

  it.each([
    ['', 'emailRequired'],
    ['new', 'invalidEmail'],
    ['OLD@example.ee', 'sameAddress'],
    ['taken@example.ee', 'emailTaken'],
  ])('refuses %s at its field: %s', async (email, code) => {
    await studio.person('user', { email: 'taken@example.ee' })
    expect(await ask(email)).toEqual({ email: code })
    expect(await studio.sql`select 1 from outbox`).toEqual([])
  })

  it('is refused if another account has taken the address meanwhile', async () => {
    await ask('new@example.ee')
    await studio.person('user', { email: 'new@example.ee' })
    expect(await take((await letterTo('new@example.ee')).token)).toBe('emailTaken')
  })

  it('makes a password link in the old mailbox invalid', async () => {
    await studio.must(visitor, accounts.requestPasswordReset, { email: 'old@example.ee' })
    const { token } = await letterTo('old@example.ee')
    await moved()
    expect(await codeOf(studio.call(visitor, accounts.resetPassword, { token, password: 'quiet waltz' }))).toBe(
      'linkUsed',
    )
  })
})

describe('the address of staff', () => {
  it('changes only with their own password', async () => {
    const admin = await studio.person('admin', { email: 'asta@example.ee' })
    expect(await ask('thief@example.ee', admin)).toEqual({ password: 'passwordRequired' })
    for (const guess of ['a guess', `${ADMIN_PASSWORD} `])
      expect(await ask('thief@example.ee', admin, guess)).toEqual({ password: 'wrongPassword' })
    expect(await studio.sql`select 1 from outbox`).toEqual([])
    expect(await ask('', admin)).toEqual({ email: 'emailRequired', password: 'passwordRequired' })
    expect(await ask('next@example.ee', admin, ADMIN_PASSWORD)).toBe('done')
    expect(await take((await letterTo('next@example.ee')).token, admin)).toBe('done')
  })

  it('is kept while they have no password, and their page says so', async () => {
    const teacher = await studio.person('teacher')
    expect(await ask('next@example.ee', teacher, 'any')).toBe('noPassword')
    const ways = await studio.ask(teacher, signing.ways, {})
    expect(ways).toMatchObject({ addressNeedsPassword: true, passwordChangedAt: null })
    expect((await studio.ask(mari, signing.ways, {})).addressNeedsPassword).toBe(false)
  })

  it('can’t be changed with a letter from before they became staff', async () => {
    const admin = await studio.person('admin')
    await ask('thief@example.ee')
    await studio.must(admin, accounts.setRole, { userId: mari.userId, role: 'teacher', password: ADMIN_PASSWORD })
    expect(await take((await letterTo('thief@example.ee')).token)).toBe('linkUsed')
  })

  it('costs a hash only of staff', async () => {
    const hashes = countHashes()
    try {
      await ask('next@example.ee', mari, ADMIN_PASSWORD)
      expect(hashes.count).toBe(0)
      await ask('other@example.ee', await studio.person('admin'), ADMIN_PASSWORD)
      expect(hashes.count).toBe(1)
    } finally {
      hashes.stop()
    }
  })
})

describe('taking the old address back', () => {
  it('is offered by letter, ends all sessions and the password, and lets the owner choose a new one', async () => {
    const password = 'quiet waltz'
    const admin = await studio.person('admin', { email: 'asta@example.ee' })
    const other = await studio.session(admin)
    await ask('thief@example.ee', admin, ADMIN_PASSWORD)
    await take((await letterTo('thief@example.ee')).token, admin)
    studio.now += 7 * DAY - 1
    const { token, text } = await letterTo('asta@example.ee')
    expect(text).toContain('thief@example.ee')
    expect(await studio.must(visitor, signing.checkKeepLink, { token })).toEqual({ email: 'asta@example.ee' })

    const kept = await studio.must(visitor, signing.keepAddress, { token })
    for (const session of [admin, other]) {
      expect(await studio.ask(session, accounts.me, {})).toMatchObject({ kind: 'visitor' })
    }
    for (const email of ['thief@example.ee', 'asta@example.ee']) {
      expect(await codeOf(studio.call(visitor, accounts.signIn, { email, password }))).toBe('wrongCredentials')
    }
    await studio.must(visitor, accounts.resetPassword, { token: kept.token, password: 'another waltz' })
    const credentials = { email: 'asta@example.ee', password: 'another waltz' }
    expect(await studio.must(visitor, accounts.signIn, credentials)).toEqual({ kind: 'admin' })
    expect(await codeOf(studio.call(visitor, signing.keepAddress, { token }))).toBe('linkUsed')
  })

  it('is possible for seven days', async () => {
    await moved()
    studio.now += 7 * DAY
    const { token } = await letterTo('old@example.ee')
    expect(await codeOf(studio.call(visitor, signing.keepAddress, { token }))).toBe('linkExpired')
    expect(await addressOf()).toBe('new@example.ee')
  })

  it('is possible after several changes, and makes the later links invalid', async () => {
    await moved('second@example.ee')
    await moved('third@example.ee')
    const [first, second] = [await letterTo('old@example.ee'), await letterTo('second@example.ee')]
    await studio.must(visitor, signing.keepAddress, { token: first.token })
    expect(await studio.sql`select email from accounts`).toEqual([{ email: 'old@example.ee' }])
    expect(await codeOf(studio.call(visitor, signing.keepAddress, { token: second.token }))).toBe('linkUsed')
  })

  it('is still possible for the owner after somebody who changed it twice took back the second address', async () => {
    await moved('thief@example.ee')
    studio.now += MINUTE
    await moved('other.thief@example.ee')
    const [owners, thiefs] = [await letterTo('old@example.ee'), await letterTo('thief@example.ee')]
    await studio.must(visitor, signing.keepAddress, { token: thiefs.token })
    const kept = await studio.must(visitor, signing.keepAddress, { token: owners.token })
    expect(await studio.sql`select email from accounts`).toEqual([{ email: 'old@example.ee' }])
    await studio.must(visitor, accounts.resetPassword, { token: kept.token, password: 'another waltz' })
  })

  it('is refused if another account has the address by then', async () => {
    await moved()
    await studio.person('user', { email: 'old@example.ee' })
    const { token } = await letterTo('old@example.ee')
    expect(await codeOf(studio.call(visitor, signing.keepAddress, { token }))).toBe('emailTaken')
  })

  it('stores the token for choosing a password nowhere', async () => {
    await moved()
    const { token } = await studio.must(visitor, signing.keepAddress, {
      token: (await letterTo('old@example.ee')).token,
    })
    const kept = JSON.stringify(await studio.sql`select * from commands`)
    expect(kept).not.toContain(token)
  })
})
