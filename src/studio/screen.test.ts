import { expect, it } from 'vitest'
import { mayOpen } from './screen.ts'

it('mayOpen() refuses a screen to everybody while its feature is off', () => {
  const screen = { for: 'everybody', feature: 'waitingLists' } as const
  expect(mayOpen(screen, 'admin', [])).toBe(false)
  expect(mayOpen(screen, 'admin', ['waitingLists'])).toBe(true)
})
