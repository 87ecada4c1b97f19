import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { TestStudio, visitor, type Person } from '#server/testing/studio.ts'
import { accounts } from './contract.ts'
import { hashing, letIn, seated } from './server/hashing.ts'

interface ObjectSchema {
  readonly _zod: { readonly def: { readonly shape?: object } }
}

// Structure, not time: what a flood takes from others is measured by `npm run torture -- 19`.
let studio: TestStudio
const usual = { ...hashing }
beforeAll(async () => {
  studio = await TestStudio.open()
})
afterAll(() => studio.close())
beforeEach(async () => {
  Object.assign(hashing, usual)
  await studio.empty()
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

const signIn = () => call(accounts.signIn.name)
const call = (name: string, by: Person = visitor) =>
  studio.callRaw(by, name, { key: newId(), input: { ...anybody, email: `${newId()}@example.ee` } })
const anybody = {
  password: 'wrong one',
  displayName: 'A',
  familyName: 'B',
  dob: '2000-01-01',
  language: 'en',
  token: 'x',
  userId: 'x',
  role: 'user',
}

/** Every command that takes a password. */
const hashers = () =>
  [...studio.services.commands.values()]
    .filter(({ procedure }) => 'password' in ((procedure.input as ObjectSchema)._zod.def.shape ?? {}))
    .map(({ name }) => name)

const tries = async () => {
  const [found] = await studio.sql<{
    n: number
  }>`select count(*)::int as n from "rateLimits" where key like 'account:%'`
  return found?.n
}

describe('a flood of sign-ins', () => {
  it('hashes at a quarter of the cores at most, but at one', async () => {
    const flood = lasting(500)
    await settled()
    expect(flood.seen).toEqual({ now: usual.atOnce, most: usual.atOnce, refused: 0 })
    await flood.end()
    expect(flood.seen).toMatchObject({ now: 0, most: usual.atOnce })
  })

  it('is let in as far as it will be hashed soon, and the rest is refused before it costs the database anything', async () => {
    const admin = await studio.person('admin')
    const { derive } = hashing
    let end = () => {}
    const ended = new Promise<void>((resolve) => (end = resolve))
    hashing.derive = async (...asked) => {
      await ended
      return derive(...asked)
    }
    Object.assign(hashing, { longestQueue: 0, fewestWaiting: 0 })
    const flood = Array.from({ length: 100 }, signIn)
    const refused = (await Promise.all(flood.slice(usual.atOnce))).map(({ status, body, retryAfter }) => [
      status,
      body,
      retryAfter,
    ])
    expect(refused).toEqual(Array.from({ length: 100 - usual.atOnce }, () => [503, { ok: false, code: 'busy' }, 1]))
    await expect.poll(tries).toBe(usual.atOnce)
    // whoever comes now is told at once
    for (const named of hashers()) expect((await call(named, admin)).status).toBe(503)
    expect(await tries()).toBe(usual.atOnce)
    end()
    expect((await Promise.all(flood.slice(0, usual.atOnce))).map(({ status }) => status)).toEqual(
      Array(usual.atOnce).fill(200),
    )
    expect((await signIn()).status).toBe(200)
    expect(studio.reported).toEqual([])
  })

  it('lets fewer in where a hash takes longer', async () => {
    const room = async () => {
      const left: (() => void)[] = []
      for (let leave = letIn(); leave; leave = letIn()) left.push(leave)
      for (const leave of left) leave()
      return left.length
    }
    const lasts = (milliseconds: number) => () => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))
    const hashes = (work: () => Promise<void>) =>
      Promise.all(Array.from({ length: 20 * usual.atOnce }, () => seated(work)))
    hashing.longestQueue = 600
    await hashes(async () => {})
    const before = await room()
    await hashes(lasts(60))
    expect(await room()).toBeLessThan(before)
    expect(await room()).toBeGreaterThanOrEqual(usual.atOnce)
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
    expect(readdirSync('/proc/self/task').map(niceness)).toContain(Math.min(19, own + 10))
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
