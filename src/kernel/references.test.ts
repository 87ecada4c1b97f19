import fc from 'fast-check'
import { expect, it } from 'vitest'
import { checkDigit, epcText, fromRf, isReference, plainReference, rfOf, spacedReference } from './references.ts'

it.each([
  ['1', '13'],
  ['7', '71'],
  ['99', '990'],
  ['100', '1009'],
  ['1002', '10029'],
  ['1234', '12344'],
  ['5897', '58971'],
  ['1234567890123456789', '12345678901234567894'],
  ['12131295', '121312952'],
])('the reference number of %s is %s', (body, reference) => {
  expect(body + String(checkDigit(body))).toBe(reference)
  expect(isReference(reference)).toBe(true)
})

it('rejects a wrong digit, swapped digits, and numbers that are too short or too long', () => {
  for (const wrong of ['12345', '21344', '7', '', '12 344', '1234567890123456789012']) {
    expect([wrong, isReference(wrong)]).toEqual([wrong, false])
  }
})

it('ignores spaces and leading zeros', () => {
  expect(plainReference(' 0012 344')).toBe('12344')
  expect(plainReference('0')).toBe('0')
  expect(spacedReference('1000016')).toBe('1000 016')
})

it.each([
  ['539007547034', 'RF18539007547034'],
  ['123ABCZ', 'RF35123ABCZ'],
  ['121312952', 'RF31121312952'],
  ['10029', 'RF4510029'],
])('%s as an international reference is %s', (reference, rf) => {
  expect(rfOf(reference)).toBe(rf)
  expect(fromRf(rf)).toBe(reference)
})

it('converts each number back from its international form, and from no other', () => {
  fc.assert(
    fc.property(fc.integer({ min: 100_000, max: 99_999_999 }), fc.integer({ min: 0, max: 99 }), (body, check) => {
      const reference = `${body}${checkDigit(String(body))}`
      const rf = rfOf(reference)
      const other = `RF${String(check).padStart(2, '0')}${reference}`
      expect(fromRf(rf.toLowerCase())).toBe(reference)
      if (other !== rf && (check - Number(rf.slice(2, 4))) % 97 !== 0) expect(fromRf(other)).toBeNull()
    }),
  )
})

it('the QR code holds payee, account, amount and reference', () => {
  const transfer = { holder: 'Tantsustuudio MTÜ', iban: 'EE382200221020145685', amount: 5800, reference: '121312952' }
  const text = 'BCD\n002\n1\nSCT\n\nTantsustuudio MTÜ\nEE382200221020145685\nEUR58.00\n\nRF31121312952'
  expect(epcText(transfer)).toBe(text)
  expect(new TextEncoder().encode(epcText(transfer))).toHaveLength(78)
})
