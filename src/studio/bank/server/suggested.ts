// Lines with a suggestion of exactly one payer; those with the same reason are reviewed and assigned together.
import { shared } from '#server/procedures.ts'
import type { Share } from '#studio/payments/rules.ts'
import { namesOf } from '#studio/payments/server/payers.ts'
import { hintsTogether, MOST_SETTLED, type Hint } from '../rules.ts'
import { mayBeMarked, suggestedParts } from '../rules/allocation.ts'
import type { Suggestion } from '../rules/waitingLine.ts'
import { payerOf, sharesOf } from './deeds.ts'
import { tables } from './lines.ts'
import { waiting, type Line, type Matched } from './waiting.ts'

/** Fingerprint of a suggestion as the user saw it. */
export const seenOfSuggestion = (payerId: string, shares: readonly Share[]): string =>
  [payerId, ...shares.map(({ paymentId, cents }) => `${paymentId}=${cents}`)].join(' ')

export const suggested = shared(
  tables,
  async ({ db }) => {
    const all = await waiting(db)
    const clear = clearOnes(all)
    const open = new Map(
      [...all.known.open.values(), all.known.ofAmounts].flat().map((payment) => [payment.id, payment]),
    )
    const kinds = hintsTogether.map((hint) => ({ hint, of: clear.filter(({ one }) => one.hint === hint) }))
    const shown = kinds.flatMap(({ of }) => of.slice(0, MOST_SETTLED))
    const names = await namesOf(
      db,
      shown.map(({ one }) => one.payerId),
    )
    return kinds
      .filter(({ of }) => of.length > 1)
      .map(({ hint, of }) => ({
        hint,
        total: of.length,
        lines: of.slice(0, MOST_SETTLED).map(({ line, one, parts }) => ({
          lineId: line.id,
          line: line.name ?? '',
          cents: line.cents,
          payer: payerOf(one.payerId, names),
          shares: sharesOf(parts, open),
          seen: seenOfSuggestion(one.payerId, parts),
        })),
      }))
  },
  { inPieces: true },
)

interface Clear {
  readonly line: Line
  readonly one: Suggestion
  readonly parts: readonly Share[]
}

/** Lines with one suggestion whose payer no other waiting line may belong to. */
function clearOnes({ lines, matches, known }: Matched): Clear[] {
  const times = new Map<string, number>()
  for (const match of matches.values()) {
    const payers = match.kind === 'settles' ? [match.payerId] : match.suggestions.map(({ payerId }) => payerId)
    for (const payerId of new Set(payers)) times.set(payerId, (times.get(payerId) ?? 0) + 1)
  }
  const together: ReadonlySet<Hint> = new Set(hintsTogether)
  return lines.flatMap((line) => {
    const match = matches.get(line.id)
    if (match?.kind !== 'look' || match.why !== 'noReference' || match.suggestions.length !== 1) return []
    const [one] = match.suggestions
    if (!one || !together.has(one.hint) || times.get(one.payerId) !== 1) return []
    if (mayBeMarked(line.cents, one, known)) return []
    const parts = suggestedParts(line.cents, one, known)
    return parts.length > 0 ? [{ line, one, parts }] : []
  })
}
