import { expect, test } from 'vitest'
import { proposed } from './proposed.ts'

const owes = (payerId: string, ...sums: number[]) => ({
  payerId,
  name: `${payerId} Kask`,
  payments: sums.map((cents, place) => ({ paymentId: `${payerId}${place}`, cents, markedByTeacher: false })),
})
const line = (cents: number, name = 'KASK MARI') => ({ name, cents })
const ticked = (...of: Parameters<typeof proposed>) => [...proposed(...of).keys()]

test('proposed() ticks what a reference would pay if only one payer is found', () => {
  const mari = [owes('Mari', 7000, 8500, 4000)]
  expect(ticked(mari, line(8500))).toEqual(['Mari1'])
  expect(ticked(mari, line(11_000))).toEqual(['Mari0', 'Mari2'])
  expect(ticked(mari, line(9000))).toEqual(['Mari0', 'Mari1'])
  expect(ticked([owes('Mari')], line(9000))).toEqual([])
})

test("proposed() ticks payments of the payer with the line's name, and nothing if that is ambiguous", () => {
  const both = [owes('Anu', 8500), owes('Mari', 8500)]
  expect(ticked(both, line(8500))).toEqual(['Mari0'])
  expect(ticked(both, line(8500, 'VANAEMA'))).toEqual([])
  expect(ticked([...both, { ...owes('Mari', 8500), payerId: 'other' }], line(8500))).toEqual([])
})

test('proposed() ticks nothing that a teacher has marked, and no other payments instead', () => {
  const mari = owes('Mari', 7000, 8500)
  const marked = { ...mari, payments: mari.payments.map((one, place) => ({ ...one, markedByTeacher: place === 1 })) }
  expect(ticked([marked], line(8500))).toEqual([])
  expect(ticked([marked], line(7000))).toEqual(['Mari0'])
})
