// Reference numbers, which tell whose payment a bank transfer is.
import type { Cents } from './money.ts'

/**
 * The check digit of an Estonian reference number (viitenumber): weights 7, 3, 1 from the right over the digits before
 * it. Source: pangaliit.ee, "Viitenumber".
 */
export function checkDigit(body: string): number {
  const sum = [...body]
    .toReversed()
    .reduce((total, digit, place) => total + Number(digit) * ([7, 3, 1][place % 3] ?? 0), 0)
  return (10 - (sum % 10)) % 10
}

/** The stored form: digits only, without leading zeros. "00 1234 4" → "12344" */
export const plainReference = (typed: string): string => typed.replaceAll(/\s/g, '').replace(/^0+(?=.)/, '')

/** 2 to 20 digits, of which the last is the check digit. */
export function isReference(reference: string): boolean {
  if (!/^\d{2,20}$/.test(reference)) return false
  return checkDigit(reference.slice(0, -1)) === Number(reference.slice(-1))
}

/** Grouped by four for reading: "1000016" → "1000 016" */
export const spacedReference = (reference: string): string => reference.replaceAll(/(.{4})(?=.)/g, '$1 ')

/** The international form: RF, two check digits (mod 97-10 of ISO 7064), the number. Source: ISO 11649. */
export const rfOf = (reference: string): string =>
  `RF${String(98n - (numberOf(`${reference}RF00`) % 97n)).padStart(2, '0')}${reference}`

/** The national number in "RF31121312952"; null unless the check digits are right. */
export function fromRf(typed: string): string | null {
  const [, check, reference] = /^RF(\d\d)([0-9A-Z]{1,21})$/.exec(typed.replaceAll(/\s/g, '').toUpperCase()) ?? []
  if (check === undefined || reference === undefined) return null
  return numberOf(`${reference}RF${check}`) % 97n === 1n ? plainReference(reference) : null
}

/** Letters count as 10 to 35. */
const numberOf = (text: string): bigint =>
  BigInt([...text].map((character) => Number.parseInt(character, 36).toString()).join(''))

interface Transfer {
  readonly holder: string
  /** Without spaces. */
  readonly iban: string
  readonly amount: Cents
  readonly reference: string
}

/** Content of a payment QR code for banking apps. Source: EPC069-12, "Quick Response Code", version 002. */
export const epcText = ({ holder, iban, amount, reference }: Transfer): string =>
  [
    'BCD',
    '002',
    '1',
    'SCT',
    '',
    holder.slice(0, 70),
    iban,
    `EUR${(amount / 100).toFixed(2)}`,
    '',
    rfOf(reference),
  ].join('\n')
