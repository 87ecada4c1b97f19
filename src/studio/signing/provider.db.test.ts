import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { MINUTE } from '#kernel/time.ts'
import { OidcProvider, oidcClient } from '#server/testing/oidcProvider.ts'
import { TestStudio, codeOf, visitor, type Person } from '#server/testing/studio.ts'
import { accounts } from '#studio/accounts/contract.ts'
import { signing } from './contract.ts'

let provider: OidcProvider
let studio: TestStudio
let mari: Person
beforeAll(async () => {
  provider = await OidcProvider.open('http://localhost:3999/signed-in-elsewhere', {
    mari: 'mari@example.ee',
    new: 'new@example.ee',
  })
  studio = await TestStudio.open({
    BASE_URL: 'http://localhost:3999',
    OIDC_NAME: 'Kool',
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: oidcClient.clientId,
    OIDC_CLIENT_SECRET: oidcClient.clientSecret,
  })
})
afterAll(async () => {
  provider.close()
  await studio.close()
})
beforeEach(async () => {
  await studio.empty()
  // the library checks tokens against the real clock
  studio.now = Date.now()
  mari = await studio.person('user', { email: 'mari@example.ee' })
})

/** Goes to the provider and comes back signed in there under that name. */
async function visited(who: Person, name: string) {
  const { url, state } = await studio.must(who, signing.beginProvider, {})
  return { state, query: await provider.visit(url, name) }
}
const finish = (who: Person, back: { state: string; query: string }) => studio.call(who, signing.finishProvider, back)
const kindOf = async (who: Person, name: string) => {
  const { body } = await finish(who, await visited(who, name))
  return body.ok ? body.value.kind : body.code
}

describe('a linked account', () => {
  beforeEach(async () => {
    expect(await kindOf(mari, 'mari')).toBe('linked')
  })

  it('can sign in at the provider', async () => {
    const { body, session } = await finish(visitor, await visited(visitor, 'mari'))
    expect(body).toEqual({ ok: true, value: { kind: 'user' } })
    const there = { ...mari, sessionToken: session?.token ?? '' }
    expect(await studio.ask(there, accounts.me, {})).toMatchObject({ kind: 'user', email: 'mari@example.ee' })
  })

  it('can be unlinked, and then can’t sign in there', async () => {
    expect((await studio.ask(mari, signing.ways, {})).linked).toBe(true)
    await studio.must(mari, signing.unlinkProvider, {})
    expect((await studio.ask(mari, signing.ways, {})).linked).toBe(false)
    expect(await kindOf(visitor, 'mari')).toBe('linkNeeded')
  })

  it('excludes a link of another account to the same identity', async () => {
    expect(await kindOf(await studio.person(), 'mari')).toBe('linkedElsewhere')
    expect(await kindOf(mari, 'mari')).toBe('linked')
  })

  it('can use a return from the provider once, within a quarter of an hour', async () => {
    const back = await visited(visitor, 'mari')
    expect(await codeOf(finish(visitor, back))).toBe('done')
    expect(await codeOf(finish(visitor, back))).toBe('providerFailed')
    const late = await visited(visitor, 'mari')
    studio.now += 15 * MINUTE
    expect(await codeOf(finish(visitor, late))).toBe('providerFailed')
  })
})

it('an account with the same address is not opened by the provider, but needs its password or a session to link', async () => {
  expect(await kindOf(visitor, 'mari')).toBe('linkNeeded')
})

it('an account with an unverified address can’t be linked, as its real owner would share it', async () => {
  const claimed = await studio.person('unverified')
  expect(await kindOf(claimed, 'new')).toBe('providerFailed')
  expect(await kindOf(visitor, 'new')).not.toBe('unverified')
})

it('a user without an account is told so, whatever the provider says about their address', async () => {
  expect([await kindOf(visitor, 'new'), await kindOf(visitor, 'nobody')]).toEqual(['noAccount', 'noAccount'])
})

it('a link that one user began can’t be finished by another', async () => {
  const other = await studio.person()
  const back = await visited(mari, 'mari')
  expect(await codeOf(finish(visitor, back))).toBe('providerFailed')
  expect(await codeOf(finish(other, back))).toBe('providerFailed')
})

it('a provider’s response to another request signs nobody in', async () => {
  const [one, other] = [await visited(visitor, 'mari'), await visited(visitor, 'mari')]
  expect(await codeOf(finish(visitor, { state: one.state, query: other.query }))).toBe('providerFailed')
  expect(await codeOf(finish(visitor, { state: one.state, query: 'error=access_denied' }))).toBe('providerFailed')
  expect(await codeOf(finish(visitor, { state: 'made up', query: one.query }))).toBe('providerFailed')
})

it('a provider that stops working is reported before the user is sent there', async () => {
  const going = await OidcProvider.open('http://localhost:3998/signed-in-elsewhere', {})
  const here = await TestStudio.open({
    BASE_URL: 'http://localhost:3998',
    OIDC_NAME: 'Kool',
    OIDC_ISSUER: going.issuer,
    OIDC_CLIENT_ID: oidcClient.clientId,
    OIDC_CLIENT_SECRET: oidcClient.clientSecret,
  })
  try {
    expect(await codeOf(here.call(visitor, signing.beginProvider, {}))).toBe('done')
    going.close()
    expect(await codeOf(here.call(visitor, signing.beginProvider, {}))).toBe('providerAway')
  } finally {
    going.close()
    await here.close()
  }
})

describe('an account without a password', () => {
  beforeEach(async () => {
    expect(await kindOf(mari, 'mari')).toBe('linked')
    await studio.database.transaction((tx) => tx.execute('delete from credentials'))
  })

  it('needs its second step after the provider, too', async () => {
    const { secret } = await studio.must(mari, signing.beginTwoSteps, {})
    const app = new TOTP({ secret: Secret.fromBase32(secret) })
    await studio.must(mari, signing.confirmTwoSteps, { code: app.generate({ timestamp: studio.now }) })
    studio.now += MINUTE
    const { body } = await finish(visitor, await visited(visitor, 'mari'))
    if (!body.ok || body.value.kind !== 'secondStep') throw new Error('No second step was asked for.')
    const { ticket = '', email = '' } = body.value
    const code = app.generate({ timestamp: studio.now })
    expect(await codeOf(studio.call(visitor, signing.secondStep, { ticket, email, code }))).toBe('done')
  })

  it('can get a password by letter if the provider is gone', async () => {
    await studio.must(visitor, accounts.requestPasswordReset, { email: 'mari@example.ee' })
    const [letter] = await studio.sql<{ text: string }>`select text from outbox order by id desc limit 1`
    const token = /token=([\w-]+)/.exec(letter?.text ?? '')?.[1] ?? ''
    await studio.must(visitor, accounts.resetPassword, { token, password: 'quiet waltz' })
    const credentials = { email: 'mari@example.ee', password: 'quiet waltz' }
    expect(await studio.must(visitor, accounts.signIn, credentials)).toEqual({ kind: 'user' })
  })
})

it('an unavailable provider is reported, so that users sign in with the password', async () => {
  const away = await TestStudio.open({
    OIDC_NAME: 'Kool',
    OIDC_ISSUER: 'http://127.0.0.1:9',
    OIDC_CLIENT_ID: 'x',
    OIDC_CLIENT_SECRET: 'x',
  })
  try {
    expect(await codeOf(away.call(visitor, signing.beginProvider, {}))).toBe('providerAway')
  } finally {
    await away.close()
  }
})

it('no provider is offered if none is configured', async () => {
  const plain = await TestStudio.open()
  try {
    expect(await plain.ask(visitor, signing.provider, {})).toBe(null)
    expect(await codeOf(plain.call(visitor, signing.beginProvider, {}))).toBe('providerAway')
  } finally {
    await plain.close()
  }
})
