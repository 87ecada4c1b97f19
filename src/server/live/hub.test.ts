import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { putTogether, type Difference } from '#kernel/difference.ts'
import { ANSWERED_AT_ONCE, LiveHub, type Pace, type Watcher } from './hub.ts'

/** A query whose runs the test finishes by hand. */
class Question {
  runs = 0
  value: unknown = 1
  #finish: (() => void)[] = []
  readonly answer = () => {
    this.runs++
    const json = JSON.stringify(this.value)
    return new Promise<string>((resolve) => this.#finish.push(() => resolve(json)))
  }
  resolve(): void {
    for (const done of this.#finish.splice(0)) done()
  }
  async finish(): Promise<void> {
    this.resolve()
    await vi.waitFor(() => {}) // let the promises settle
  }
}

function fail(): never {
  throw new Error('away')
}

class Screen implements Watcher {
  readonly seen: string[] = []
  failures = 0
  next(json: string): void {
    this.seen.push(json)
  }
  failed(): void {
    this.failures++
  }
}

let hub: LiveHub
let question: Question
afterEach(() => vi.useRealTimers())
beforeEach(() => {
  hub = new LiveHub(() => Date.now())
  question = new Question()
})

/** A subscriber that accepts differences. */
class SharpScreen extends Screen {
  readonly differences: string[] = []
  differs(difference: string): void {
    this.differences.push(difference)
  }
}

/** Subscribes to a key whose runs take this long (ms) and give a new result each time; counts the runs. */
function watchTaking(milliseconds: number, pace?: Pace): { runs: number } {
  const count = { runs: 0 }
  const answer = async () => {
    count.runs++
    await new Promise((resolve) => setTimeout(resolve, milliseconds))
    return String(count.runs)
  }
  hub.watch(`key ${keys++}`, ['payments'], answer, new Screen(), pace)
  return count
}
let keys = 0

/** Percentage of a minute in which each of these keys was running. */
async function streamOfChanges(stream: { every: number; keys: readonly { takes: number }[]; pace?: Pace }) {
  vi.useFakeTimers()
  const counts = stream.keys.map(({ takes }) => watchTaking(takes, stream.pace))
  for (let time = 0; time < 60_000; time += stream.every) {
    hub.changed(['payments'])
    await vi.advanceTimersByTimeAsync(stream.every)
  }
  return { answered: counts.map(({ runs }, n) => (runs * (stream.keys[n]?.takes ?? 0)) / 600) }
}

describe('a live query', () => {
  it('runs once, however many subscribe', async () => {
    const screens = [new Screen(), new Screen(), new Screen()]
    for (const screen of screens) hub.watch('key', ['payments'], question.answer, screen)
    await question.finish()
    expect(question.runs).toBe(1)
    for (const { seen } of screens) expect(seen).toEqual(['1'])
  })

  it('gives a new subscriber the current result, without another run', async () => {
    hub.watch('key', ['payments'], question.answer, new Screen())
    await question.finish()
    const late = new Screen()
    hub.watch('key', ['payments'], question.answer, late)
    expect(late.seen).toEqual(['1'])
    expect(question.runs).toBe(1)
  })

  it('runs again when one of its topics changes, and only then', async () => {
    const screen = new Screen()
    hub.watch('key', ['payments'], question.answer, screen)
    await question.finish()
    question.value = 2
    hub.changed(['courses', 'payments:someone'])
    expect(question.runs).toBe(1)
    hub.changed(['payments'])
    await question.finish()
    expect(screen.seen).toEqual(['1', '2'])
  })

  it('runs once more after many changes, not once per change', async () => {
    const screen = new Screen()
    hub.watch('key', ['payments'], question.answer, screen)
    await question.finish()
    for (let change = 2; change <= 20; change++) {
      question.value = change
      hub.changed(['payments'])
    }
    await question.finish()
    await vi.waitFor(() => expect(question.runs).toBe(3))
    await question.finish()
    expect(screen.seen.at(-1)).toBe('20')
  })

  it('pauses twice as long as its run took under a stream of changes, but not after a single change', async () => {
    vi.useFakeTimers()
    hub.watch('key', ['payments'], question.answer, new Screen())
    await vi.advanceTimersByTimeAsync(40)
    question.resolve()
    await vi.advanceTimersByTimeAsync(0)
    hub.changed(['payments'])
    expect(question.runs).toBe(2)
    hub.changed(['payments'])
    await vi.advanceTimersByTimeAsync(40)
    question.resolve()
    await vi.advanceTimersByTimeAsync(0)
    await vi.advanceTimersByTimeAsync(79)
    expect(question.runs).toBe(2)
    await vi.advanceTimersByTimeAsync(1)
    expect(question.runs).toBe(3)
  })

  it('pauses after each run, whether or not another change came meanwhile', async () => {
    const { answered } = await streamOfChanges({ every: 15, keys: [{ takes: 10 }] })
    expect(answered.map(Math.round)).toEqual([33])
  })

  describe('in a group with others', () => {
    it('has an equal part of a third of the time', async () => {
      const keys = [{ takes: 2 }, { takes: 4 }, { takes: 10 }, { takes: 40 }]
      const { answered } = await streamOfChanges({ every: 1, keys, pace: { group: 'upcoming', rest: 0 } })
      expect(answered.map(Math.round)).toEqual([8, 8, 8, 8])
    })

    it('does not delay keys of another group', async () => {
      const many = Array.from({ length: 30 }, () => ({ takes: 20 }))
      for (const { takes } of many) watchTaking(takes, { group: 'upcoming', rest: 0 })
      const { answered } = await streamOfChanges({ every: 50, keys: [{ takes: 5 }] })
      expect(answered.map(Math.round)).toEqual([10])
    })
  })

  it('with a minimum pause runs at once after a quiet time, and then only after each pause', async () => {
    vi.useFakeTimers()
    const count = watchTaking(20, { group: 'far', rest: 2_000 })
    await vi.advanceTimersByTimeAsync(60_000)
    hub.changed(['payments'])
    expect(count.runs).toBe(2)
    for (let time = 0; time < 20_200; time += 100) {
      await vi.advanceTimersByTimeAsync(100)
      hub.changed(['payments'])
    }
    expect(count.runs).toBe(2 + 10)
  })

  it('does not run more often for a subscriber who leaves and comes back', async () => {
    vi.useFakeTimers()
    let runs = 0
    const answer = async () => {
      runs++
      await new Promise((resolve) => setTimeout(resolve, 20))
      return String(runs)
    }
    const screen = new Screen()
    for (let time = 0; time < 6_000; time += 5) {
      const leave = hub.watch('key', ['payments'], answer, screen)
      hub.changed(['payments'])
      await vi.advanceTimersByTimeAsync(5)
      leave()
    }
    expect(runs).toBeLessThanOrEqual(6_000 / 60 + 1)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(hub.kept).toBe(0)
    const late = new Screen()
    hub.watch('key', ['payments'], answer, late)
    await vi.advanceTimersByTimeAsync(20)
    expect(late.seen).toHaveLength(1)
  })

  it('does not run again after the hub is closed', async () => {
    vi.useFakeTimers()
    hub.watch('key', ['payments'], question.answer, new Screen())
    hub.changed(['payments'])
    await vi.advanceTimersByTimeAsync(40)
    question.resolve()
    await vi.advanceTimersByTimeAsync(0)
    hub.close()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(question.runs).toBe(1)
  })

  it('takes turns with others after "everything" changed, behind keys with their own change or a new subscriber', async () => {
    const most = { now: 0, ever: 0 }
    const answers = new Map<string, number>()
    const begun: string[] = []
    const waiting = new Map<string, () => void>()
    const ask = (key: string) => async () => {
      most.ever = Math.max(most.ever, ++most.now)
      begun.push(key)
      await new Promise<void>((resolve) => waiting.set(key, resolve))
      most.now--
      answers.set(key, (answers.get(key) ?? 0) + 1)
      return String(answers.get(key))
    }
    const finish = async () => {
      while (waiting.size > 0) {
        for (const [key, done] of waiting) {
          waiting.delete(key)
          done()
        }
        await new Promise((resolve) => setTimeout(resolve))
      }
    }
    const keys = Array.from({ length: 100 }, (_, n) => `key ${n}`)
    const screens = keys.map((key) => {
      const screen = new Screen()
      hub.watch(key, [key], ask(key), screen)
      return screen
    })
    expect(most.now).toBe(ANSWERED_AT_ONCE)
    await finish()
    begun.length = 0
    hub.changed(['*'])
    hub.changed(['key 98'])
    const newcomer = new Screen()
    hub.watch('key 99', ['key 99'], ask('key 99'), newcomer)
    hub.watch('key 97', ['key 97'], ask('key 97'), newcomer)()
    await finish()
    expect(most.ever).toBe(ANSWERED_AT_ONCE)
    expect(begun.slice(ANSWERED_AT_ONCE, ANSWERED_AT_ONCE + 3)).toEqual(['key 98', 'key 99', 'key 97'])
    expect(screens.map(({ seen }) => seen)).toEqual(keys.map(() => ['1', '2']))
    expect(newcomer.seen).toEqual(['2'])
  })

  it('does not send an unchanged result', async () => {
    const screen = new Screen()
    hub.watch('key', ['payments'], question.answer, screen)
    await question.finish()
    hub.changed(['payments'])
    await question.finish()
    expect(question.runs).toBe(2)
    expect(screen.seen).toEqual(['1'])
  })

  it('sends an unchanged result to a subscriber who came during the run', async () => {
    hub.watch('key', ['payments'], question.answer, new Screen())
    await question.finish()
    hub.changed(['payments'])
    const late = new Screen()
    hub.watch('key', ['payments'], question.answer, late)
    await question.finish()
    expect(late.seen).toEqual(['1'])
  })

  it('sends the result to a subscriber who came during the pause, even if it is unchanged', async () => {
    vi.useFakeTimers()
    hub.watch('key', ['payments'], question.answer, new Screen())
    await vi.advanceTimersByTimeAsync(40)
    hub.changed(['payments'])
    question.resolve()
    await vi.advanceTimersByTimeAsync(0)
    const late = new Screen()
    hub.watch('key', ['payments'], question.answer, late)
    await vi.advanceTimersByTimeAsync(80)
    question.resolve()
    await vi.advanceTimersByTimeAsync(0)
    expect(question.runs).toBe(2)
    expect(late.seen).toEqual(['1'])
  })

  describe('with a small change', () => {
    const long = (end: string) => ({ rows: ['a row that stays as it is '.repeat(10)], end })
    const sharp = new SharpScreen()
    const plain = new Screen()
    let leave = () => {}
    beforeEach(async () => {
      vi.useFakeTimers()
      for (const { seen } of [sharp, plain]) seen.length = 0
      sharp.differences.length = 0
      question.value = long('one')
      leave = hub.watch('key', ['payments'], question.answer, sharp)
      hub.watch('key', ['payments'], question.answer, plain)
      await question.finish()
    })
    const change = async (value: unknown) => {
      // the pause after the last run has ended by now
      await vi.advanceTimersByTimeAsync(2_000)
      question.value = value
      hub.changed(['payments'])
      await question.finish()
    }
    const difference = (place: number) => JSON.parse(sharp.differences[place] ?? '') as Difference
    const json = (end: string) => JSON.stringify(long(end))

    it('sends the difference to subscribers who accept differences, and the whole result to others', async () => {
      await change(long('two'))
      await change(long('three'))
      expect(sharp.seen).toEqual([json('one')])
      expect(plain.seen).toEqual(['one', 'two', 'three'].map(json))
      const second = putTogether(json('one'), difference(0))
      expect(second).toBe(json('two'))
      expect(putTogether(second ?? '', difference(1))).toBe(json('three'))
    })

    it('sends the whole result to subscribers who came, or came back, during the run', async () => {
      const [staying, late] = [new SharpScreen(), new SharpScreen()]
      hub.watch('key', ['payments'], question.answer, staying)
      question.value = long('two')
      hub.changed(['payments'])
      leave()
      for (const screen of [sharp, late]) hub.watch('key', ['payments'], question.answer, screen)
      await question.finish()
      expect(staying.differences).toHaveLength(1)
      expect(late).toEqual(Object.assign(new SharpScreen(), { seen: [json('two')] }))
      expect(sharp.seen).toEqual([json('one'), json('two')])
      expect(sharp.differences).toEqual([])
    })

    it('sends the whole result when the difference is at least half as long', async () => {
      const { rows } = long('one')
      await change({ rows, end: 'x'.repeat(json('one').length * 0.5) })
      expect(sharp.differences).toHaveLength(1)
      await change({ rows, end: 'y'.repeat(json('one').length * 0.9) })
      expect(sharp.differences).toHaveLength(1)
      expect(sharp.seen).toHaveLength(2)
    })

    it('sends the whole result after a failed run', async () => {
      await change(new Proxy({}, { ownKeys: () => fail() }))
      expect(sharp.failures).toBe(1)
      await change(long('two'))
      expect(sharp.seen).toEqual([json('one'), json('two')])
      expect(sharp.differences).toEqual([])
    })
  })

  it('is removed when its last subscriber leaves', async () => {
    const leave = hub.watch('key', ['payments'], question.answer, new Screen())
    await question.finish()
    leave()
    hub.changed(['payments'])
    expect(question.runs).toBe(1)
    await vi.waitFor(() => expect(hub.kept).toBe(0))
  })

  it('tells its subscribers about a failure, and recovers at the next change', async () => {
    const screen = new Screen()
    let broken = true
    hub.watch('key', ['payments'], async () => (broken ? Promise.reject(new Error('away')) : '1'), screen)
    await vi.waitFor(() => expect(screen.failures).toBe(1))
    broken = false
    hub.changed(['*'])
    await vi.waitFor(() => expect(screen.seen).toEqual(['1']))
  })

  it('is retried automatically after it failed at a change', async () => {
    vi.useFakeTimers()
    const screen = new Screen()
    const answers = ['1', null, '2']
    const answer = async () => {
      const next = answers.shift()
      if (!next) throw new Error('away')
      return next
    }
    hub.watch('key', ['payments'], answer, screen)
    await vi.advanceTimersByTimeAsync(0)
    hub.changed(['payments'])
    await vi.advanceTimersByTimeAsync(900)
    expect(screen).toMatchObject({ seen: ['1'], failures: 1 })
    await vi.advanceTimersByTimeAsync(1_100)
    expect(screen).toMatchObject({ seen: ['1', '2'], failures: 1 })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(answers).toEqual([])
  })

  it('is retried less and less often, at least twice a minute, and not after its last subscriber left', async () => {
    vi.useFakeTimers()
    const screen = new Screen()
    const leave = hub.watch('key', [], () => Promise.reject(new Error('away')), screen)
    const failuresIn = async (milliseconds: number) => {
      const before = screen.failures
      await vi.advanceTimersByTimeAsync(milliseconds)
      return screen.failures - before
    }
    expect(await failuresIn(60_000)).toBeGreaterThanOrEqual(4)
    const later = await failuresIn(600_000)
    expect(later).toBeGreaterThanOrEqual(20)
    expect(later).toBeLessThanOrEqual(40)
    leave()
    expect(await failuresIn(60_000)).toBe(0)
    expect(hub.kept).toBe(0)
  })

  it('is retried also after it failed once it had said when time alone changes it', async () => {
    vi.useFakeTimers()
    const screen = new Screen()
    let broken = true
    const answer = async (changesAt: (at: number) => void) => {
      changesAt(Date.now() + 24 * 3_600_000)
      return broken ? fail() : '1'
    }
    hub.watch('key', [], answer, screen)
    await vi.advanceTimersByTimeAsync(0)
    expect(screen.failures).toBe(1)
    broken = false
    await vi.advanceTimersByTimeAsync(60_000)
    expect(screen.seen).toEqual(['1'])
    hub.close()
  })

  it('runs again at the instant when time alone changes its result', async () => {
    vi.useFakeTimers()
    try {
      const screen = new Screen()
      const start = Date.now()
      const answer = async (changesAt: (at: number) => void) => {
        changesAt(start + 60_000)
        changesAt(start + 90_000)
        return JSON.stringify(Date.now() >= start + 60_000)
      }
      hub.watch('key', [], answer, screen)
      await vi.advanceTimersByTimeAsync(59_000)
      expect(screen.seen).toEqual(['false'])
      await vi.advanceTimersByTimeAsync(2_000)
      expect(screen.seen).toEqual(['false', 'true'])
      hub.close()
    } finally {
      vi.useRealTimers()
    }
  })

  describe("on a clock that is not the computer's", () => {
    const HOURS = 3_600_000
    let offset = 0
    let answers = 0
    const clock = () => Date.now() + offset
    const answerUntil = (due: number) => async (changesAt: (at: number) => void) => {
      answers++
      if (clock() < due) changesAt(due)
      return JSON.stringify(clock() >= due)
    }
    beforeEach(() => {
      vi.useFakeTimers()
      offset = 0
      answers = 0
      hub = new LiveHub(clock)
    })
    afterEach(() => hub.close())

    it('runs at the instant on that clock, and not before', async () => {
      offset = -2 * HOURS
      const screen = new Screen()
      hub.watch('key', [], answerUntil(clock() + HOURS), screen)
      await vi.advanceTimersByTimeAsync(HOURS - 1_000)
      expect(answers).toBe(1)
      await vi.advanceTimersByTimeAsync(2_000)
      expect(answers).toBe(2)
      expect(screen.seen).toEqual(['false', 'true'])
    })

    it('runs within seconds after that clock is moved past the instant', async () => {
      const screen = new Screen()
      hub.watch('key', [], answerUntil(clock() + 24 * HOURS), screen)
      await vi.advanceTimersByTimeAsync(90_000)
      offset = 24 * HOURS
      await vi.advanceTimersByTimeAsync(2_000)
      expect(screen.seen).toEqual(['false', 'true'])
    })
  })
})
