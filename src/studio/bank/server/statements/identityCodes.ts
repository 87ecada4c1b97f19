import { isDate } from '#kernel/time.ts'

// eleven digits, together or in groups, not part of a longer number
const CANDIDATE = /(?<!\d)[1-8](?:[\s\-./]?\d){10}(?!\d)/g
const FIRST_WEIGHTS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 1]
const SECOND_WEIGHTS = [3, 4, 5, 6, 7, 8, 9, 1, 2, 3]
const HIDDEN = '…'

/**
 * Whether eleven digits are an Estonian identity code (EVS 585): century and sex, a valid day of birth, a serial
 * number, and a check digit from two rounds of weights (the second counts if the first gives 10).
 */
export function isIdentityCode(digits: string): boolean {
  if (!/^[1-8]\d{10}$/.test(digits)) return false
  const century = 18 + Math.floor((Number(digits[0]) - 1) / 2)
  // check 18xx dates as 19xx: both have the same leap years, since neither 1800 nor 1900 is one
  const year = `${century === 18 ? 19 : century}${digits.slice(1, 3)}`
  if (!isDate(`${year}-${digits.slice(3, 5)}-${digits.slice(5, 7)}`)) return false
  const rest = (weights: readonly number[]) =>
    weights.reduce((sum, weight, index) => sum + weight * Number(digits[index]), 0) % 11
  const first = rest(FIRST_WEIGHTS)
  const check = first < 10 ? first : rest(SECOND_WEIGHTS) % 10
  return check === Number(digits[10])
}

/** A text without the identity codes in it, including those written in groups. */
export function withoutIdentityCodes(text: string): string {
  // most texts are too short to contain one
  if (text.length < 11 || !/\d/.test(text)) return text
  let found = text
  CANDIDATE.lastIndex = 0
  for (let match = CANDIDATE.exec(found); match; match = CANDIDATE.exec(found)) {
    const [code] = match
    if (isIdentityCode(code.replace(/\D/g, ''))) {
      found = `${found.slice(0, match.index)}${HIDDEN}${found.slice(match.index + code.length)}`
      CANDIDATE.lastIndex = match.index + HIDDEN.length
    } else {
      // a code may begin within a candidate that was none
      CANDIDATE.lastIndex = match.index + 1
    }
  }
  return found
}

export const holdsIdentityCode = (text: string): boolean => withoutIdentityCodes(text) !== text
