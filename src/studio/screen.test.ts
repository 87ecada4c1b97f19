import { expect, it } from 'vitest'
import { mayOpen } from './screen.ts'

it('a screen of a feature is open to nobody while that is off', () => {
  const screen = { for: 'everybody', feature: 'waitingLists' } as const
  expect(mayOpen(screen, 'admin', [])).toBe(false)
  expect(mayOpen(screen, 'admin', ['waitingLists'])).toBe(true)
})
