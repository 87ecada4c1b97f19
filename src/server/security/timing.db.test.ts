import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { countHashes } from '#server/testing/countedHashes.ts'
import { TestStudio, visitor } from '#server/testing/studio.ts'
import { accounts } from '#studio/accounts/contract.ts'

let studio: TestStudio
// counts hashes instead of measuring time: load on the computer changes times, and hashing dominates everything else
const hashes = countHashes()
beforeAll(async () => {
  studio = await TestStudio.open()
  const form = { displayName: 'Anna', familyName: 'T', dob: '2000-01-01', language: 'en' as const }
  await studio.must(visitor, accounts.signUp, { ...form, email: 'known@example.ee', password: 'correct horse' })
})
afterAll(async () => {
  hashes.stop()
  await studio.close()
})

/** The response, the number of passwords hashed before it, and its time in milliseconds. */
async function asked(name: string, input: object) {
  hashes.count = 0
  const started = performance.now()
  const answer = await studio.callRaw(visitor, name, { key: newId(), input })
  return { answer, hashed: hashes.count, took: performance.now() - started }
}

it.each([accounts.signIn.name, accounts.resendVerificationTo.name])(
  '%s responds the same for an unknown address, after hashing as much',
  async (name) => {
    const known = await asked(name, { email: 'known@example.ee', password: 'wrong one' })
    const unknown = await asked(name, { email: 'unknown@example.ee', password: 'wrong one' })
    expect(known.answer).toEqual(unknown.answer)
    expect([known.hashed, unknown.hashed]).toEqual([1, 1])
    // an empty password is refused before any lookup, so there is nothing to reveal
    expect((await asked(name, { email: 'known@example.ee', password: '' })).hashed).toBe(0)
  },
)

it('a password reset responds the same for an unknown address, after a fixed minimum time', async () => {
  const ask = (email: string) => asked(accounts.requestPasswordReset.name, { email })
  const [known, unknown] = [await ask('known@example.ee'), await ask('unknown@example.ee')]
  expect(known.answer).toEqual(unknown.answer)
  // a timer may fire slightly early
  for (const { took } of [known, unknown]) expect(took).toBeGreaterThan(248)
  expect(await studio.sql`select to_address as address from outbox order by id`).toEqual([
    { address: 'known@example.ee' },
    { address: 'known@example.ee' },
  ])
})

it('a command without a minimum time responds as soon as it can', async () => {
  const person = await studio.person('user')
  let fastest = Infinity
  // the computer may be busy for a moment, but not in each of ten attempts
  for (let n = 0; n < 10; n++) {
    const started = performance.now()
    await studio.must(person, accounts.setLanguage, { language: n % 2 === 0 ? 'et' : 'en' })
    fastest = Math.min(fastest, performance.now() - started)
  }
  expect(fastest).toBeLessThan(248)
})
