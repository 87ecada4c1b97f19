// The reference numbers that a line of a bank statement may contain.
import { fromRf, isReference, plainReference } from '#kernel/references.ts'
import type { Worded } from './waitingLine.ts'

/**
 * All numbers that a line states as a reference, so that one alone is enough; whether they were issued is not checked.
 */
export const statedReferences = once(({ reference, endToEndId, referenceInText, text }: Worded): string[] => {
  const fields = [reference, endToEndId, referenceInText].flatMap((field) => numbersIn(field ?? ''))
  return [...new Set([...fields, ...rfsIn(text), ...namedIn(text)])]
})

/** Numbers in a text that might be references: one alone is not enough, since it may be a postal code. */
export const bareReferences = once(({ text }: Worded): string[] => [
  ...new Set(
    [...text.matchAll(/(?<![\d.,])\d{2,20}(?![\d.,]\d)/g)]
      .map(([number]) => plainReference(number))
      .filter(isReference),
  ),
])

/** Every number by which a line may be related to a payer. */
export const numbersOf = (line: Worded): string[] => [...new Set([...statedReferences(line), ...bareReferences(line)])]

/** Memoised per line: searching texts is slow, and the result is needed repeatedly. */
function once(find: (line: Worded) => string[]): (line: Worded) => readonly string[] {
  const found = new WeakMap<Worded, readonly string[]>()
  return (line) => {
    const before = found.get(line)
    if (before) return before
    const all = find(line)
    found.set(line, all)
    return all
  }
}

/** The reference shown for a line: the payer's EndToEndId only if it may be a reference number. */
export const shownReference = ({ reference, referenceInText, endToEndId }: Omit<Worded, 'text'>): string | null =>
  reference ?? referenceInText ?? (numbersIn(endToEndId ?? '').length > 0 ? endToEndId : null)

/** The number in a field, plain or in its international form (RF, ISO 11649). */
function numbersIn(field: string): string[] {
  const rf = fromRf(field)
  const plain = plainReference(field)
  return [...(rf === null ? [] : [rf]), ...(isReference(plain) ? [plain] : [])]
}

const rfsIn = (text: string): string[] =>
  [...text.toUpperCase().matchAll(/\bRF\d{2}(?: ?[0-9A-Z]{1,4})+/g)].flatMap(([found]) => fromRf(found) ?? [])

/** Numbers after a word for a reference. */
const namedIn = (text: string): string[] =>
  [
    ...text.matchAll(
      /(?:viitenumber|viitenr|viite nr|viide|vn|reference number|reference no|reference|ref)[.:\s#-]*((?:\d ?){2,20})/giu,
    ),
  ]
    .map(([, number = '']) => plainReference(number))
    .filter(isReference)
