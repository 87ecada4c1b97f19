import { euros, type Cents } from '#kernel/money.ts'
import type { ShownSuggestion } from '../contract.ts'

type Share = Pick<ShownSuggestion['shares'][number], 'description' | 'userId' | 'person' | 'cents' | 'of'>

/** What a share pays, without what its line says already: who pays for themselves, and the whole sum of what it pays whole. */
export function shareText(
  { description, userId, person, cents, of }: Share,
  line: { readonly cents: Cents },
  payer: { readonly userId: string },
  told: { readonly somebody: string; part(sum: string, of: string): string },
): string {
  const what = userId === payer.userId ? description : `${description}, ${person || told.somebody}`
  if (of !== undefined) return `${what}: ${told.part(euros(cents), euros(of))}`
  return cents === line.cents ? what : `${what}: ${euros(cents)}`
}
