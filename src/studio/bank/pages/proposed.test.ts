import { expect, test } from 'vitest'
import { proposed } from './proposed.ts'

const owes = (payerId: string, ...sums: number[]) => ({
  payerId,
  name: `${payerId} Kask`,
  payments: sums.map((cents, place) => ({ paymentId: `${payerId}${place}`, cents, markedByTeacher: false })),
})
const line = (cents: number, name = 'KASK MARI') => ({ name, cents })
const ticked = (...of: Parameters<typeof proposed>) => [...proposed(...of).keys()]

test('of the only payer found, a line proposes what it would pay by reference: the same sum, else the only set, else the oldest', () => {
  const mari = [owes('Mari', 7000, 8500, 4000)]
  expect(ticked(mari, line(8500))).toEqual(['Mari1'])
  expect(ticked(mari, line(11_000))).toEqual(['Mari0', 'Mari2'])
  expect(ticked(mari, line(9000))).toEqual(['Mari0', 'Mari1'])
  expect(ticked([owes('Mari')], line(9000))).toEqual([])
})

test('of several it proposes those of whoever has the name of the line, and of nobody where that is not clear', () => {
  const both = [owes('Anu', 8500), owes('Mari', 8500)]
  expect(ticked(both, line(8500))).toEqual(['Mari0'])
  expect(ticked(both, line(8500, 'VANAEMA'))).toEqual([])
  expect(ticked([...both, { ...owes('Mari', 8500), payerId: 'other' }], line(8500))).toEqual([])
})

test('it proposes nothing that a teacher has marked, and nothing beside it', () => {
  const mari = owes('Mari', 7000, 8500)
  const marked = { ...mari, payments: mari.payments.map((one, place) => ({ ...one, markedByTeacher: place === 1 })) }
  expect(ticked([marked], line(8500))).toEqual([])
  expect(ticked([marked], line(7000))).toEqual(['Mari0'])
})
