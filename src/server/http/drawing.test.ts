import { expect, it } from 'vitest'
import { drawing } from './drawing.ts'

const screen = { html: '<h1>Classes</h1>', title: 'Classes' }

/** Draws with a clock of its own; each screen takes as long as its path says, in ms. */
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

it('leaves a screen that can not be drawn to the browser, and says so', async () => {
  const { draw, reported } = drawn()
  expect(await draw({}, '/broken')).toBeNull()
  expect(reported).toEqual(['The screen /broken could not be drawn.'])
  expect(await draw({}, '/5')).toEqual(screen)
})

it('tries again where the build could not be read', async () => {
  let attempts = 0
  const { draw, reported } = drawn({
    load: () => (++attempts === 1 ? Promise.reject(new Error('no')) : Promise.resolve()),
  })
  expect(await draw({}, '/5')).toBeNull()
  expect(await draw({}, '/5')).toEqual(screen)
  expect(reported).toHaveLength(1)
})

it('spends a second on a rush, and of all other time three tenths', async () => {
  const { draw, time } = drawn()
  const rush = []
  for (let index = 0; index < 30; index++) rush.push(await draw({}, '/50'))
  // 30 screens of 50 ms each would be more than there is
  expect(rush.filter(Boolean).length).toBeGreaterThan(20)
  expect(rush.at(-1)).toBeNull()
  time.now += 1_000
  const later = []
  for (let index = 0; index < 10; index++) later.push(await draw({}, '/50'))
  expect(later.filter(Boolean).length).toBeGreaterThanOrEqual(6)
  expect(later.at(-1)).toBeNull()
})
