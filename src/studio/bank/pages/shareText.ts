import { euros, type Cents } from '#kernel/money.ts'
import type { ShownSuggestion } from '../contract.ts'

type Share = Pick<ShownSuggestion['shares'][number], 'description' | 'userId' | 'person' | 'cents'>

/** What a share pays, without what its line says already: who pays for themselves, and the whole sum. `somebody` has left. */
export function shareText(
  { description, userId, person, cents }: Share,
  line: { readonly cents: Cents },
  payer: { readonly userId: string },
  somebody: string,
): string {
  const what = userId === payer.userId ? description : `${description}, ${person || somebody}`
  return cents === line.cents ? what : `${what}: ${euros(cents)}`
}
