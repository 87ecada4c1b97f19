// Which payments a line of a bank statement pays: decided only by its reference; anything else is a suggestion for a
// person.
import type { OpenPayment } from '#studio/payments/rules.ts'
import type { Hint } from '../rules.ts'
import { allocate } from './allocation.ts'
import { bareReferences, statedReferences } from './numbers.ts'
import { MOST_SUGGESTED, namesOf, onePerPayer, suggestionsFor, type Names } from './suggestions.ts'
import type { Doubt, Known, Match, Suggestion, WaitingLine } from './waitingLine.ts'

/**
 * Matches lines in their order: what one pays is no longer open for the next. A line whose reference numbers are
 * doubtful is left to a person; of several doubts the first counts.
 */
export function matching(known: Known): (line: WaitingLine) => Match {
  const names = namesOf(known)
  const left = new Map([...known.open].map(([payerId, open]) => [payerId, open.map((payment) => ({ ...payment }))]))
  return (line) => matchLine(line, known, left, names)
}

type Left = Map<string, { -readonly [K in keyof OpenPayment]: OpenPayment[K] }[]>

function matchLine(line: WaitingLine, known: Known, left: Left, names: Names): Match {
  const look = (why: Doubt, suggestions: readonly Suggestion[] = []): Match => ({ kind: 'look', why, suggestions })
  if (line.currency !== 'EUR') return look('otherCurrency')
  const issued = (references: readonly string[]) => references.filter((reference) => known.payers.has(reference))
  const stated = issued(statedReferences(line))
  const numbers = new Set([...stated, ...issued(bareReferences(line))])
  const of = (hint: Hint, references: Iterable<string>): Suggestion[] =>
    [...new Set([...references].flatMap((reference) => known.payers.get(reference) ?? []))].map((payerId) => ({
      payerId,
      hint,
      paymentId: null,
    }))
  const suggested = () => onePerPayer([...of('reference', stated), ...of('bareNumber', numbers)])
  if (line.unsplit) return look('unsplit', suggested())
  if (line.doubtful) return look('knownOtherwise', suggested())
  const [reference] = stated
  const payerId = known.payers.get(reference ?? '')
  if (payerId === undefined) {
    const all = [...suggested(), ...suggestionsFor(line, known, names)]
    return look(numbers.size > 0 ? 'bareNumber' : 'noReference', all.slice(0, MOST_SUGGESTED))
  }
  if (numbers.size > 1) return look('severalNumbers', suggested())
  const open = left.get(payerId) ?? []
  const found = allocate(line.cents, open)
  if (found === null) return look('markedByTeacher', suggested())
  for (const { paymentId, cents } of found.parts) {
    const payment = open.find(({ id }) => id === paymentId)
    if (payment) payment.rest -= cents
  }
  left.set(
    payerId,
    open.filter(({ rest }) => rest > 0),
  )
  return { kind: 'settles', payerId, ...found }
}
