import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addDays } from '#kernel/time.ts'
import { comingOfAge, dancing, grownUpOn } from './rules.ts'

it.each([
  ['2008-05-05', '2026-04-04', false, 'nothing'],
  ['2008-05-05', '2026-04-05', false, 'tell'],
  ['2008-05-05', '2026-05-04', true, 'tell'],
  ['2008-05-05', '2026-05-05', true, 'end'],
  ['2008-05-05', '2026-05-05', false, 'tell'],
  ['2008-05-05', '2026-06-03', false, 'tell'],
  ['2008-05-05', '2026-06-04', false, 'end'],
  ['2008-02-29', '2026-02-28', true, 'tell'],
  ['2008-02-29', '2026-03-01', true, 'end'],
] as const)('of who was born on %s, on %s, with a sign-in %s: %s', (dob, today, signsIn, due) => {
  expect(comingOfAge(dob, today, signsIn)).toBe(due)
})

it('is told before it ends, and what has ended stays so', () => {
  const order = ['nothing', 'tell', 'end']
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 9000 }),
      fc.integer({ min: -60, max: 60 }),
      fc.boolean(),
      (born, days, own) => {
        const dob = addDays('1990-01-01', born)
        const on = addDays(grownUpOn(dob), days)
        const [today, tomorrow] = [on, addDays(on, 1)].map((day) => order.indexOf(comingOfAge(dob, day, own)))
        expect(tomorrow).toBeGreaterThanOrEqual(today ?? 0)
        expect((tomorrow ?? 0) - (today ?? 0)).toBeLessThanOrEqual(1)
      },
    ),
  )
})

it('leaves out an adult who does not dance from what is offered, but not the children', () => {
  const child = { name: 'Mari', dances: true }
  expect(dancing([{ name: 'Anu', dances: true }, child])).toHaveLength(2)
  expect(dancing([{ name: 'Anu', dances: false }, child])).toEqual([child])
})
