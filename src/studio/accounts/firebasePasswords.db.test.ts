import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { DAY } from '#kernel/time.ts'
import { EXAMPLE } from '#server/testing/firebase.ts'
import { visitor, type Person, type TestStudio } from '#server/testing/studio.ts'
import { studioForEach } from '#server/testing/studioForEach.ts'
import { accounts as contract } from './contract.ts'
import {
  firebaseHash,
  forgetFirebaseKeys,
  keepFirebaseKey,
  keyIdOf,
  storedFirebase,
} from './server/firebasePasswords.ts'
import { accounts, credentials } from './tables.ts'

const value = (name: string) => new RegExp(`${name}: (\\S+?),`).exec(EXAMPLE.key)?.[1] ?? ''
const key = { signerKey: value('base64_signer_key'), saltSeparator: 'Bw==', rounds: 8, memCost: 14 }

let studio: TestStudio
let mari: Person
const stored = async () => (await studio.database.read.select().from(credentials))[0]?.passwordHash ?? ''

studioForEach(async (empty) => {
  studio = empty
  mari = await studio.person()
  await studio.database.transaction(async (tx) => {
    await tx.update(accounts).set({ email: 'mari@example.com' }).where(eq(accounts.id, mari.accountId))
    await keepFirebaseKey(tx, key, studio.now)
    const passwordHash = storedFirebase(keyIdOf(key), EXAMPLE.salt, EXAMPLE.hash)
    await tx.delete(credentials)
    await tx.insert(credentials).values({ accountId: mari.accountId, passwordHash, changedAt: studio.now })
  })
})

const signIn = async (password: string) =>
  (await studio.call(visitor, contract.signIn, { email: 'Mari@example.com', password })).body

it("computes the same hash as the example in Firebase's documentation", async () => {
  expect((await firebaseHash(EXAMPLE.password, EXAMPLE.salt, key)).toString('base64')).toBe(EXAMPLE.hash)
})

it('signs in with the old password, and stores it with the studio’s own hash from then on', async () => {
  expect(await signIn(EXAMPLE.password)).toMatchObject({ ok: true })
  expect(await stored()).toMatch(/^scrypt\$/)
  expect(await signIn(EXAMPLE.password)).toMatchObject({ ok: true })
})

it('refuses another password and changes nothing', async () => {
  expect(await signIn('user2password')).toMatchObject({ ok: false, code: 'wrongCredentials' })
  expect(await stored()).toMatch(/^fbscrypt\$/)
})

it('lets both of two simultaneous sign-ins in', async () => {
  const both = await Promise.all([signIn(EXAMPLE.password), signIn(EXAMPLE.password)])
  // if both had read the old hash, the browser retries the second
  for (const one of both) expect(one.ok || one.code === 'busy').toBe(true)
  expect(await signIn(EXAMPLE.password)).toMatchObject({ ok: true })
})

it('refuses a deactivated person and keeps the old hash', async () => {
  await studio.database.transaction((tx) => tx.update(accounts).set({ active: false }))
  expect(await signIn(EXAMPLE.password)).toMatchObject({ ok: false, code: 'deactivated' })
  expect(await stored()).toMatch(/^fbscrypt\$/)
})

it('deletes the key after a year, together with the passwords that only it can verify', async () => {
  const at = studio.now
  await studio.database.transaction((tx) => forgetFirebaseKeys(tx, at + 364 * DAY))
  expect(await stored()).toMatch(/^fbscrypt\$/)
  await studio.database.transaction((tx) => forgetFirebaseKeys(tx, at + 366 * DAY))
  expect(await stored()).toBe('')
  expect(await signIn(EXAMPLE.password)).toMatchObject({ ok: false, code: 'wrongCredentials' })
})
