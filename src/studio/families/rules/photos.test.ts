import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decisive, photosAllowed } from './photos.ts'

const answers = fc.array(fc.record({ by: fc.nat(4), allowed: fc.boolean(), at: fc.nat(1000) }), { maxLength: 8 })

it('does not allow photos until somebody has said yes', () => {
  expect(photosAllowed([])).toBe(false)
  expect(decisive([])).toBeNull()
})

it('keeps a no until its giver changes it, whoever else says yes', () => {
  fc.assert(
    fc.property(answers, fc.nat(4), (said, by) => {
      const others = said.filter((one) => one.by !== by)
      expect(photosAllowed([...others, { by, allowed: false, at: 0 }])).toBe(false)
      const without = others.every(({ allowed }) => allowed)
      expect(photosAllowed([...others, { by, allowed: true, at: 0 }])).toBe(without)
    }),
  )
})

it('shows the answer that decides, the latest of its kind', () => {
  fc.assert(
    fc.property(answers, (said) => {
      const shown = decisive(said)
      expect(shown?.allowed ?? false).toBe(photosAllowed(said))
      const alike = said.filter(({ allowed }) => allowed === shown?.allowed)
      expect(alike.every(({ at }) => at <= (shown?.at ?? 0))).toBe(true)
    }),
  )
})
