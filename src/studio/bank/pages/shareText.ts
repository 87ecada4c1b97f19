import type { Cents } from '#kernel/money.ts'
import type { Instant } from '#kernel/time.ts'
import { itemText } from '#studio/payments/rules.ts'
import type { ShownSuggestion } from '../contract.ts'

type Share = Pick<ShownSuggestion['shares'][number], 'description' | 'startsAt' | 'userId' | 'person' | 'cents' | 'of'>

/**
 * What a share pays, without what its line already shows: the payer's own name, and the sum if it takes the whole line.
 */
export function shareText(
  { userId, person, cents, of, ...share }: Share,
  line: { readonly cents: Cents },
  payer: { readonly userId: string },
  told: { readonly somebody: string; part(sum: string, of: string): string },
  { day, euros }: { day(instant: Instant): string; euros(cents: Cents): string },
): string {
  const item = itemText(share, day)
  const what = userId === payer.userId ? item : `${item}, ${person || told.somebody}`
  if (of !== undefined) return `${what}: ${told.part(euros(cents), euros(of))}`
  return cents === line.cents ? what : `${what}: ${euros(cents)}`
}
