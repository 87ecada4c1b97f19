import type { Language } from './messages.ts'

/** Whole euro cents. All code calculates in cents; only screens show euros. */
export type Cents = number

/**
 * 1250 → "12.50€", in Estonian "12,50€"; 1500 → "15€", -500 → "−5€" with a minus, not a hyphen: a number followed by the
 * euro sign.
 */
export function euros(cents: Cents, language: Language): string {
  const sign = cents < 0 ? '−' : ''
  const whole = Math.floor(Math.abs(cents) / 100)
  const rest = Math.abs(cents) % 100
  const point = language === 'et' ? ',' : '.'
  return `${sign}${whole}${rest === 0 ? '' : `${point}${String(rest).padStart(2, '0')}`}€`
}

/** 1250 → "€12.50": for the one English text of the specification that puts the sign first. */
export const eurosAfterSign = (cents: Cents): string => `€${euros(cents, 'en').slice(0, -1)}`

/** Euros typed by a person ("12,5", "12.50") as cents, or null when it is not an amount with at most two decimals. */
export function centsFrom(typed: string): Cents | null {
  const match = /^([-−]?)(\d{1,7})(?:[.,](\d{1,2}))?$/.exec(typed.trim())
  if (!match) return null
  const [, sign, whole, decimals = ''] = match
  const cents = Number(whole) * 100 + Number(decimals.padEnd(2, '0'))
  return sign && cents > 0 ? -cents : cents
}

/** The VAT included in a price, in cents; half a cent is rounded up. `rate` is a percentage (24). */
export const vatWithin = (cents: Cents, rate: number): Cents =>
  Math.sign(cents) * Math.round((Math.abs(cents) * rate) / (100 + rate))
