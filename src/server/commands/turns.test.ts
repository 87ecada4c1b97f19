import { availableParallelism } from 'node:os'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { DatabaseBusy } from '#server/db/errors.ts'
import { bounds, Turns } from './turns.ts'

const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

/** A queue in which work ends only when `next` is called. */
function held(given: { atOnce?: number; waiting?: number; longestWait?: number } = {}) {
  const turns = new Turns({ atOnce: 1, waiting: 1_000, longestWait: 60_000, ...given })
  const began: string[] = []
  const refused: string[] = []
  const doing: (() => void)[] = []
  const ask = async (name: string, address: string, known = false) => {
    const work = () => {
      began.push(name)
      return new Promise<void>((resolve) => doing.push(resolve))
    }
    turns.take({ known }, address, work).catch((error: unknown) => {
      expect(error).toBeInstanceOf(DatabaseBusy)
      refused.push(name)
    })
    await settled()
  }
  const next = async () => {
    doing.shift()?.()
    await settled()
  }
  return { turns, began, refused, ask, next }
}

/** Sixty attempts a second for a minute. */
const FLOOD = 3_600
const hex = (n: number) => n.toString(16)

describe('a queue for slow work', () => {
  it("uses at most two of Node's four threads, and half of the cores", () => {
    expect([1, 2]).toContain(bounds.atOnce)
    expect(bounds.atOnce).toBeLessThanOrEqual(Math.max(1, availableParallelism() / 2))
  })

  it('runs several calls at once, and the others in order of arrival', async () => {
    const { began, ask, next } = held({ atOnce: 2 })
    for (const n of [1, 2, 3, 4]) await ask(`${n}`, `192.0.${n}.1`)
    expect(began).toEqual(['1', '2'])
    await next()
    expect(began).toEqual(['1', '2', '3'])
    await next()
    expect(began).toEqual(['1', '2', '3', '4'])
  })

  it.each<[string, (n: number) => string]>([
    ['one address', () => '198.51.100.7'],
    ['many addresses of one /24', (n) => `198.51.100.${n % 256}`],
    ['many /64s of one /48', (n) => `2001:db8:7:${hex(n)}::1`],
    ['many /48s of one /32', (n) => `2001:db8:${hex(n)}:1::1`],
    ['500 networks all over the world', (n) => `2001:${hex(n % 500)}:7:${hex(n)}::1`],
  ])('lets a newcomer go before a flood from %s', async (_, address) => {
    const { began, refused, ask, next } = held({ waiting: 30 })
    for (let n = 0; n < FLOOD; n++) await ask('flood', address(n))
    await ask('somebody', '203.0.113.9')
    await next()
    expect(began).toEqual(['flood', 'somebody'])
    expect(refused).not.toContain('somebody')
  })

  it('lets twelve people of one provider go before a flood from 1,000 networks worldwide', async () => {
    const { began, refused, ask, next } = held({ waiting: 30 })
    for (let n = 0; n < FLOOD; n++) await ask('flood', `2001:${hex(n % 1_000)}:7:${hex(n)}::1`)
    for (let n = 1; n <= 12; n++) await ask(`${n}`, `192.0.${n}.77`)
    for (let n = 1; n <= 12; n++) await next()
    expect(began).toEqual(['flood', ...Array.from({ length: 12 }, (_, n) => `${n + 1}`)])
    expect(refused.filter((name) => name !== 'flood')).toEqual([])
  })

  it('shares capacity among networks, not among calls', async () => {
    const { began, ask, next } = held()
    for (let n = 0; n < 100; n++) await ask('flood', `2001:db8:7:${hex(n)}::1`)
    for (let n = 1; n <= 3; n++) await ask(`${n}`, `192.${n}.2.1`)
    for (let n = 0; n < 5; n++) await next()
    expect(began).toEqual(['flood', '1', '2', '3', 'flood', 'flood'])
  })

  it('lets known callers go first, however many calls came before', async () => {
    const { began, refused, ask, next } = held({ waiting: 5 })
    for (let n = 0; n < 100; n++) await ask('new', `2001:${hex(n)}:1::1`)
    // its whole network calls at the same time
    for (let n = 0; n < 3; n++) await ask('known', '2001:1:1::1', true)
    for (let n = 0; n < 4; n++) await next()
    expect(began).toEqual(['new', 'known', 'known', 'known', 'new'])
    expect(refused).not.toContain('known')
  })

  it('shares fairly among known callers too', async () => {
    const { began, ask, next } = held()
    for (let n = 0; n < 50; n++) await ask('many accounts of one house', '203.0.113.5', true)
    await ask('known', '192.0.2.1', true)
    await next()
    expect(began.at(-1)).toBe('known')
  })

  it('refuses the last call when the queue is full', async () => {
    const { began, refused, ask, next } = held({ waiting: 2 })
    for (const name of ['1', '2', '3', '4']) await ask(name, '198.51.100.7')
    expect([began, refused]).toEqual([['1'], ['4']])
    await ask('newcomer', '192.0.2.1')
    await next()
    expect([began, refused]).toEqual([
      ['1', 'newcomer'],
      ['4', '3'],
    ])
  })

  it('refuses a call that has waited too long', async () => {
    const { began, refused, ask, next } = held({ longestWait: 1 })
    for (const name of ['1', '2', '3']) await ask(name, '192.0.2.1')
    await expect.poll(() => refused).toEqual(['2', '3'])
    await next()
    await ask('4', '192.0.2.1')
    expect(began).toEqual(['1', '4'])
  })

  it('continues after work that fails', async () => {
    const { turns, began, ask } = held()
    const failing = Array.from({ length: 50 }, () =>
      turns.take({ known: false }, '192.0.2.1', () => Promise.reject(new Error('planted'))),
    )
    const ended = await Promise.allSettled(failing)
    expect(ended.every(({ status }) => status === 'rejected')).toBe(true)
    await ask('next', '192.0.2.1')
    expect(began).toEqual(['next'])
  })
})

const HASH = 300
const HONEST = 12

/**
 * Milliseconds until each of twelve people has had a turn, on a simulated clock: they come one a second, beside sixty
 * calls a second that began half a minute before, and retry like browsers. Infinity for those who gave up.
 */
async function waitsBeside(flood: (n: number) => string, known: boolean): Promise<number[]> {
  vi.useFakeTimers()
  const turns = new Turns({ atOnce: 1, waiting: bounds.waiting, longestWait: bounds.longestWait })
  const after = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))
  const hash = () => after(HASH)
  let n = 0
  const flooding = setInterval(() => void turns.take({ known: false }, flood(n++), hash).catch(() => {}), 1000 / 60)
  const waits = Array.from({ length: HONEST }, async (_, person) => {
    await after(30_000 + 1_000 * person)
    const came = performance.now()
    for (const pause of [1_000, 2_000, 4_000, 8_000, 0]) {
      const done = await turns.take({ known }, `192.${person}.2.1`, hash).then(
        () => true,
        () => false,
      )
      if (done) return performance.now() - came
      await after(pause)
    }
    return Infinity
  })
  await vi.advanceTimersByTimeAsync(120_000)
  clearInterval(flooding)
  return await Promise.all(waits)
}

describe('beside sixty guesses a second, when a hash takes 0.3 s', () => {
  afterEach(() => void vi.useRealTimers())
  const floods: [string, (n: number) => string][] = [
    ['many /64s of one /48', (n) => `2001:db8:7:${hex(n)}::1`],
    ['many /48s of one /32', (n) => `2001:db8:${hex(n)}:1::1`],
    ['500 networks all over the world', (n) => `2001:${hex(n % 500)}:7:${hex(n)}::1`],
  ]

  it.each(floods)('all twelve people get a turn at a new place during a flood from %s', async (_, address) => {
    const waits = await waitsBeside(address, false)
    expect(Math.max(...waits)).toBeLessThanOrEqual(3_000)
  })

  it.each([...floods, ['a new network each time', (n: number) => `2${hex(n).padStart(3, '0')}:${hex(n)}::1`] as const])(
    'all twelve people get a turn at a known place within a second during a flood from %s',
    async (_, address) => {
      const waits = await waitsBeside(address, true)
      expect(Math.max(...waits)).toBeLessThanOrEqual(1_000)
    },
  )
})
