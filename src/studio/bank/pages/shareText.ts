import { euros, type Cents } from '#kernel/money.ts'
import type { ShownSuggestion } from '../contract.ts'

type Share = Pick<ShownSuggestion['shares'][number], 'description' | 'person' | 'cents'>

/** What a share pays, without what its line says already: who pays for themselves, and the whole sum. */
export function shareText(
  { description, person, cents }: Share,
  line: { readonly cents: Cents },
  payer: string,
): string {
  const what = person === payer ? description : `${description}, ${person}`
  return cents === line.cents ? what : `${what}: ${euros(cents)}`
}
