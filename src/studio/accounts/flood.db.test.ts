import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { TestStudio, visitor } from '#server/testing/studio.ts'
import { accounts } from './contract.ts'
import { hashing, seated } from './server/hashing.ts'

// Structure, not time: what a flood takes from others is measured by `npm run torture -- 19`.
let studio: TestStudio
const usual = { ...hashing }
beforeAll(async () => {
  studio = await TestStudio.open()
})
afterAll(() => studio.close())
beforeEach(() => {
  Object.assign(hashing, usual)
})

/** Hashes that last until `end` is called: how many of them are being made, and how many were refused. */
function lasting(count: number) {
  const seen = { now: 0, most: 0, refused: 0 }
  let end = () => {}
  const ended = new Promise<void>((resolve) => (end = resolve))
  const one = async () => {
    seen.most = Math.max(seen.most, ++seen.now)
    await ended
    seen.now--
  }
  const all = Array.from({ length: count }, () => seated(one).catch(() => void seen.refused++))
  return { seen, end: () => (end(), Promise.all(all)) }
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

const signIn = () => {
  const input = { email: 'nobody@example.ee', password: 'wrong one' }
  return studio.callRaw(visitor, accounts.signIn.name, { key: newId(), input })
}

describe('a flood of sign-ins', () => {
  it('hashes at half of the cores at most, lets no more wait than it says, and refuses the rest', async () => {
    const flood = lasting(500)
    await settled()
    expect(flood.seen).toEqual({ now: usual.atOnce, most: usual.atOnce, refused: 500 - usual.atOnce - 100 })
    // whoever comes now is told at once, and hashes nothing
    const { status, body, retryAfter } = await signIn()
    expect([status, body, retryAfter]).toEqual([503, { ok: false, code: 'busy' }, 1])
    expect(await studio.sql`select count(*)::int as counted from "rateLimits"`).toEqual([{ counted: 0 }])
    await flood.end()
    expect(flood.seen).toMatchObject({ now: 0, most: usual.atOnce })
    expect((await signIn()).status).toBe(200)
    expect(studio.reported).toEqual([])
  })

  it('keeps nobody waiting longer than it says', async () => {
    hashing.longestWait = 1
    const flood = lasting(usual.atOnce + 3)
    await expect.poll(() => flood.seen.refused, { timeout: 10_000 }).toBe(3)
    await flood.end()
    expect((await signIn()).status).toBe(200)
  })

  it.runIf(process.platform === 'linux')('hashes in threads that give way to the studio', async () => {
    await signIn()
    const niceness = (thread: string) =>
      Number(readFileSync(`/proc/self/task/${thread}/stat`, 'utf8').split(') ')[1]?.split(' ')[16])
    const own = niceness(String(process.pid))
    expect(readdirSync('/proc/self/task').map((thread) => niceness(thread) - own)).toContain(5)
  })

  it('gives its seats back also when a hash fails', async () => {
    const failing = Array.from({ length: 50 }, () => seated(() => Promise.reject(new Error('planted'))))
    expect((await Promise.allSettled(failing)).every(({ status }) => status === 'rejected')).toBe(true)
    const flood = lasting(usual.atOnce)
    await settled()
    expect(flood.seen.now).toBe(usual.atOnce)
    await flood.end()
  })

  it('would take every thread of the server without these seats', async () => {
    hashing.atOnce = Infinity
    const flood = lasting(500)
    await settled()
    expect(flood.seen).toEqual({ now: 500, most: 500, refused: 0 })
    await flood.end()
  })
})
