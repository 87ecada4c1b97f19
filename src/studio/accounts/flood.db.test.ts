import { createHook } from 'node:async_hooks'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { TestStudio, visitor } from '#server/testing/studio.ts'
import { accounts } from './contract.ts'
import { hashing } from './server/hashing.ts'

// Structure, not time: what a flood takes from others is measured by `npm run torture -- 19`.
let studio: TestStudio
const usual = { ...hashing }
const hashes = new Set<number>()
let most = 0
const watch = createHook({
  init: (id, type) => {
    if (type !== 'SCRYPTREQUEST') return
    hashes.add(id)
    most = Math.max(most, hashes.size)
  },
  before: (id) => hashes.delete(id),
})

beforeAll(async () => {
  watch.enable()
  studio = await TestStudio.open()
})
afterAll(async () => {
  watch.disable()
  await studio.close()
})
beforeEach(() => {
  Object.assign(hashing, usual)
  most = 0
})

const signIn = (n: number) => {
  const input = { email: `nobody${n}@example.ee`, password: 'wrong one' }
  return studio.callRaw(visitor, accounts.signIn.name, { key: newId(), input })
}
const flood = async (count: number) => Promise.all(Array.from({ length: count }, (_, n) => signIn(n)))
const refused = (outcomes: Awaited<ReturnType<typeof flood>>) => outcomes.filter(({ status }) => status === 503)

describe('a flood of sign-ins', () => {
  it('hashes at half of the cores at most, and lets no more wait than it says', async () => {
    hashing.mostWaiting = 5
    const outcomes = await flood(60)
    expect(most).toBeGreaterThan(0)
    expect(most).toBeLessThanOrEqual(usual.atOnce)
    expect(refused(outcomes).length).toBeGreaterThan(0)
    for (const { body, retryAfter } of refused(outcomes))
      expect([body, retryAfter]).toEqual([{ ok: false, code: 'busy' }, 1])
    expect(outcomes.filter(({ status }) => status >= 500 && status !== 503)).toEqual([])
    // and when it is over, its seats are free again
    expect((await signIn(0)).status).toBe(200)
    expect(studio.reported).toEqual([])
  })

  it('would take every thread of the server without these seats', async () => {
    hashing.atOnce = Infinity
    expect(refused(await flood(60))).toEqual([])
    expect(most).toBeGreaterThan(usual.atOnce)
  })
})
