import { afterEach, expect, test, vi } from 'vitest'
import { DatabaseBusy } from '../errors.ts'
import type { Purpose } from '../connection.ts'
import { Turns } from './turns.ts'

/** Lets callers in one after the other, records their order, and ends each turn when `during` resolves. */
async function order(turns: Turns, callers: readonly [string, Purpose][], during = async (_name: string) => {}) {
  const seen: string[] = []
  await Promise.all(
    callers.map(async ([name, purpose]) => {
      const end = await turns.take(5_000, purpose)
      seen.push(name)
      await during(name)
      end()
    }),
  )
  return seen
}

// stop the clock, because a busy machine would end the round by time
const standStill = () => vi.spyOn(performance, 'now').mockReturnValue(performance.now())
afterEach(() => vi.restoreAllMocks())

test('writers go first, each kind in order of arrival', async () => {
  standStill()
  const seen = await order(new Turns(), [
    ['list', 'reading'],
    ['register', 'writing'],
    ['page', 'reading'],
    ['cancel', 'writing'],
  ])
  expect(seen).toEqual(['register', 'cancel', 'list', 'page'])
})

test('only one caller has the turn at a time', async () => {
  let inside = 0
  const callers = Array.from({ length: 30 }, (_, n): [string, Purpose] => [`${n}`, n % 3 ? 'writing' : 'reading'])
  const alone: boolean[] = []
  await order(new Turns(), callers, async () => {
    alone.push(++inside === 1)
    await new Promise(setImmediate)
    inside--
  })
  expect(alone).toEqual(Array(30).fill(true))
})

test('a waiting reader is let in between many writers', async () => {
  const writers = Array.from({ length: 40 }, (_, n): [string, Purpose] => [`w${n}`, 'writing'])
  const seen = await order(new Turns(), [...writers, ['list', 'reading']])
  expect(seen.indexOf('list')).toBe(20)
  expect(seen).toHaveLength(41)
})

test('a waiting writer is let in between many readers', async () => {
  const turns = new Turns()
  const readers = Array.from({ length: 40 }, (_, n): [string, Purpose] => [`r${n}`, 'reading'])
  let late: Promise<void> | undefined
  const seen: string[] = []
  // a slow reader uses up the round: the writer must be next, before the other readers
  const slow = async (name: string) => {
    if (name === 'r0') {
      late = turns.take(5_000, 'writing').then((end) => (seen.push('late'), end()))
      const until = performance.now() + 30
      while (performance.now() < until);
    }
    seen.push(name)
  }
  await order(turns, readers, slow)
  await late
  expect(seen.indexOf('late')).toBe(1)
})

test('reports during a turn whether another writer follows', async () => {
  standStill()
  const turns = new Turns()
  const follows: boolean[] = []
  await order(
    turns,
    [
      ['list', 'reading'],
      ['a', 'writing'],
      ['b', 'writing'],
    ],
    async () => void follows.push(turns.writerFollows),
  )
  expect(follows).toEqual([true, false, false])
})

test('a caller who waited too long is refused, and holds nobody up', async () => {
  const turns = new Turns()
  const end = await turns.take(5_000, 'writing')
  await expect(turns.take(1, 'writing')).rejects.toBeInstanceOf(DatabaseBusy)
  const next = turns.take(5_000, 'reading')
  end()
  ;(await next)()
})

/** Lets writers in, and records the last one of each round. */
function writers(turns: Turns) {
  const seen: string[] = []
  const enter = async (name: string) => {
    const end = await turns.take(5_000, 'writing')
    seen.push(turns.writerFollows ? `${name} and another one` : `${name}, the last of a round`)
    end()
  }
  return { seen, enter }
}

test('a caller who calls again at once joins the round of those already waiting', async () => {
  standStill()
  const turns = new Turns()
  const { seen, enter } = writers(turns)
  const end = await turns.take(5_000, 'writing')
  const waited = enter('a')
  end()
  await waited
  const early = enter('b')
  await new Promise(setImmediate)
  const again = enter('a')
  await Promise.all([early, again])
  expect(seen).toEqual(['a, the last of a round', 'b and another one', 'a, the last of a round'])
})

test('jobs that write beside sixteen callers push none of them into another round', async () => {
  standStill()
  const turns = new Turns()
  const { seen, enter } = writers(turns)
  const end = await turns.take(5_000, 'writing')
  const names = [...Array.from({ length: 16 }, (_, n) => `caller ${n}`), 'a job', 'another job']
  const entering = names.map(enter)
  end()
  await Promise.all(entering)
  expect(seen.filter((line) => line.endsWith('the last of a round'))).toEqual(['another job, the last of a round'])
})

/** Moves the clock by this many milliseconds at each reading. */
function passing(milliseconds: number) {
  let now = performance.now()
  vi.spyOn(performance, 'now').mockImplementation(() => (now += milliseconds))
}

test('callers who do not call again hold nobody up', async () => {
  passing(0.1)
  const turns = new Turns()
  const { seen, enter } = writers(turns)
  await Promise.all(['a', 'b', 'c'].map(enter))
  const before = performance.now()
  await enter('d')
  expect(performance.now() - before).toBeLessThan(2)
  expect(seen.at(-1)).toBe('d, the last of a round')
})

test('callers who keep coming one by one do not delay a round without end', async () => {
  passing(0.3)
  const turns = new Turns()
  const { seen, enter } = writers(turns)
  await Promise.all(Array.from({ length: 20 }, (_, n) => enter(`early ${n}`)))
  const coming: Promise<void>[] = []
  while (seen.length === 20) {
    coming.push(enter(`late ${coming.length}`))
    await new Promise(setImmediate)
  }
  expect(coming.length).toBeLessThan(20)
  await Promise.all(coming)
})

test('a writer who comes during reads joins the round of those already waiting', async () => {
  standStill()
  const turns = new Turns()
  const { seen, enter } = writers(turns)
  const end = await turns.take(5_000, 'writing')
  const reading = turns.take(5_000, 'reading')
  end()
  const endOfReading = await reading
  const early = enter('a')
  const late = enter('b')
  endOfReading()
  await Promise.all([early, late])
  expect(seen).toEqual(['a and another one', 'b, the last of a round'])
})
