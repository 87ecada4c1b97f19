import { Secret, TOTP } from 'otpauth'
import { expect, it } from 'vitest'
import { MINUTE } from '#kernel/time.ts'
import { saveSettings } from '#server/testing/fixtures.ts'
import { ordered } from '#server/testing/ordered.ts'
import { ADMIN_PASSWORD, codeOf, visitor, type Person, type TestStudio } from '#server/testing/studio.ts'
import { studioForEach } from '#server/testing/studioForEach.ts'
import { accounts } from '#studio/accounts/contract.ts'
import { settings } from '#studio/settings/contract.ts'
import { signing } from './contract.ts'

let studio: TestStudio
let asta: Person
let tiit: Person
studioForEach(async (empty) => {
  studio = empty
  asta = await studio.person('admin', { email: 'asta@example.ee' })
  tiit = await studio.person('teacher', { email: 'tiit@example.ee' })
})

const ask = (on: boolean) => codeOf(saveSettings(studio, asta, 'features', { staffTwoSteps: on }))
const whoIs = (person: Person) => studio.ask(person, accounts.me, {})

async function setUp(person: Person) {
  const { secret } = await studio.must(person, signing.beginTwoSteps, {})
  const app = new TOTP({ secret: Secret.fromBase32(secret) })
  await studio.must(person, signing.confirmTwoSteps, { code: app.generate({ timestamp: studio.now }) })
  studio.now += MINUTE
}

const withPasskey = () =>
  studio.database.transaction((tx) =>
    tx.execute(`insert into passkeys (id, account_id, public_key, counter, transports, backed_up, name, created_at)
      select 'key', id, 'x', 0, '{}', false, 'Phone', created_at from accounts where email = 'tiit@example.ee'`),
  )

it('can be required of staff only by an admin who has a second step', async () => {
  expect((await studio.ask(asta, settings.all, {})).built).toContain('staffTwoSteps')
  expect(await ask(true)).toEqual({ staffTwoSteps: 'secondStepFirst' })
  await setUp(asta)
  expect(await ask(true)).toBe('done')
  expect(await whoIs(asta)).toMatchObject({ kind: 'admin', needsSecondStep: false })
})

it('lets staff act as members until they have set it up, and says why the desk is closed', async () => {
  await setUp(asta)
  await ask(true)
  expect(await whoIs(tiit)).toMatchObject({ kind: 'user', needsSecondStep: true })
  await expect(studio.ask(tiit, accounts.deletionRequests, {})).rejects.toThrow('secondStepNeeded')
  expect(await codeOf(studio.call(tiit, accounts.setLanguage, { language: 'et' }))).toBe('done')
  // they stay staff, whose new address needs a password
  const asked = studio.call(tiit, signing.askForAddress, { email: 'next@example.ee', password: '' })
  expect(await codeOf(asked)).toBe('noPassword')
  expect((await studio.ask(tiit, signing.ways, {})).twoSteps).toEqual({ on: false, codesLeft: 0 })

  await setUp(tiit)
  expect(await whoIs(tiit)).toMatchObject({ kind: 'teacher', needsSecondStep: false })
  expect(await studio.ask(tiit, accounts.deletionRequests, {})).toEqual([])
})

it('accepts a passkey instead of a second step', async () => {
  await setUp(asta)
  await ask(true)
  await withPasskey()
  await studio.database.transaction((tx) => tx.execute('update sessions set by_passkey = true'))
  expect((await whoIs(tiit)).kind).toBe('teacher')
})

it('lets staff with a passkey who sign in by password act as members, and change no way to sign in', async () => {
  await setUp(asta)
  await ask(true)
  await withPasskey()
  expect(await whoIs(tiit)).toMatchObject({ kind: 'user', needsSecondStep: true })
  expect(await codeOf(studio.call(tiit, signing.passkeyToAdd, {}))).toBe('passkeyFirst')
  expect(await codeOf(studio.call(tiit, signing.addPasskey, { response: '{}' }))).not.toBe('done')
  expect(await codeOf(studio.call(tiit, signing.beginTwoSteps, {}))).toBe('passkeyFirst')
  expect(await codeOf(studio.call(tiit, signing.removePasskey, { passkeyId: 'key' }))).toBe('passkeyFirst')
  await ordered(studio, 'twoSteps', 'tiit@example.ee', 'off')
  expect((await studio.ask(tiit, signing.ways, {})).passkeys).toEqual([])
  await setUp(tiit)
  expect((await whoIs(tiit)).kind).toBe('teacher')
})

it('lets the last admin sign in after losing the authenticator: reset on the command line, then set up again', async () => {
  await setUp(asta)
  await ask(true)
  await ordered(studio, 'twoSteps', 'asta@example.ee', 'off')
  const { session } = await studio.call(visitor, accounts.signIn, {
    email: 'asta@example.ee',
    password: ADMIN_PASSWORD,
  })
  const there = { ...asta, sessionToken: session?.token ?? '' }
  expect(await whoIs(there)).toMatchObject({ kind: 'user', needsSecondStep: true })
  expect(await codeOf(saveSettings(studio, there, 'features', { staffTwoSteps: false }))).toBe('secondStepNeeded')
  await setUp(there)
  expect((await whoIs(there)).kind).toBe('admin')
  expect(await codeOf(saveSettings(studio, there, 'features', { staffTwoSteps: false }))).toBe('done')
  expect((await whoIs(tiit)).kind).toBe('teacher')
})
