import { eq } from 'drizzle-orm'
import type { Refusal } from '#kernel/result.ts'
import type { CommandContext } from '#server/procedures.ts'
import { people } from '../tables.ts'

/** Several people at once are locked in the order of their ids: two guardians wait for each other at most once. */
export const inTheirOrder = <One extends { readonly personId: string }>(all: readonly One[]): One[] =>
  all.toSorted((a, b) => (a.personId < b.personId ? -1 : 1))

/** A refusal of what was wanted for several, with the name of the one who stood in the way. */
export async function inTheWay<Code extends string>(
  c: CommandContext,
  refusal: Refusal<Code>,
  personId: string,
): Promise<Refusal<Code>> {
  const [person] = await c.tx.select({ name: people.displayName }).from(people).where(eq(people.id, personId))
  return { ...refusal, params: { ...refusal.params, who: person?.name ?? '' } }
}
