import { expect, it } from 'vitest'
import { drawing } from './drawing.ts'

const screen = { html: '<h1>Classes</h1>', title: 'Classes' }

/** Renders on a simulated clock; each screen takes as long (ms) as its path says. */
function drawn(parts: { load?: () => Promise<void> } = {}) {
  const reported: string[] = []
  const time = { now: 0 }
  const draw = drawing({
    load: async () => {
      await parts.load?.()
      return async (_data, path) => {
        if (path === '/broken') throw new Error('planted')
        time.now += Number(path.slice(1))
        return screen
      }
    },
    report: (line) => reported.push(line),
    clock: () => time.now,
  })
  return { draw, reported, time }
}

it('leaves a screen that fails to render to the browser, and reports it', async () => {
  const { draw, reported } = drawn()
  expect(await draw({}, '/broken')).toBeNull()
  expect(reported).toEqual(['The screen /broken could not be drawn.'])
  expect(await draw({}, '/5')).toEqual(screen)
})

it('retries loading the build after a failure', async () => {
  let attempts = 0
  const { draw, reported } = drawn({
    load: () => (++attempts === 1 ? Promise.reject(new Error('no')) : Promise.resolve()),
  })
  expect(await draw({}, '/5')).toBeNull()
  expect(await draw({}, '/5')).toEqual(screen)
  expect(reported).toHaveLength(1)
})

it('spends up to a second on a rush, and otherwise 30 % of the time', async () => {
  const { draw, time } = drawn()
  const rush = []
  for (let index = 0; index < 30; index++) rush.push(await draw({}, '/50'))
  // 30 screens of 50 ms each exceed the budget
  expect(rush.filter(Boolean).length).toBeGreaterThan(20)
  expect(rush.at(-1)).toBeNull()
  time.now += 1_000
  const later = []
  for (let index = 0; index < 10; index++) later.push(await draw({}, '/50'))
  expect(later.filter(Boolean).length).toBeGreaterThanOrEqual(6)
  expect(later.at(-1)).toBeNull()
})
