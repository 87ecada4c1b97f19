import { expect, it } from 'vitest'
import { attendance } from '#studio/attendance/calls.ts'
import { stebby } from '#studio/stebby/calls.ts'
import { door } from '../calls.ts'
import { cashIn, moneyIn } from './unsent.ts'

const queued = (key: string, { name }: { name: string }, input: object) => {
  return { key, accountId: 'teacher', name, input, tappedAt: 0, order: 0, label: key, refused: null }
}
const waiting = [
  queued('mark', attendance.tap, { userIds: ['anu'], value: 'attended' }),
  queued('due', door.take, { paymentId: 'p', cents: 1500, way: 'cash' }),
  queued('ticket', stebby.note, { paymentId: 'q', code: 'ABC', cents: 900 }),
  queued('pass', door.walkIn, { money: { cents: 4000, way: 'cash' } }),
  queued('card', door.walkIn, { money: { cents: 1500, way: 'stebby' } }),
  queued('later', door.walkIn, { money: null }),
]

it('finds the taps that took money, with sum and way', () => {
  expect(moneyIn(waiting).map(({ key, cents, way }) => `${key} ${way} ${cents}`)).toEqual([
    'due cash 1500',
    'ticket stebby 900',
    'pass cash 4000',
    'card stebby 1500',
  ])
})

it('adds up the cash alone, which can be counted', () => {
  expect(cashIn(moneyIn(waiting))).toBe(5500)
  expect(cashIn([])).toBe(0)
})
