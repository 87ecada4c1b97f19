import { eq } from 'drizzle-orm'
import type { Refusal } from '#kernel/result.ts'
import type { CommandContext } from '#server/procedures.ts'
import { people } from '../tables.ts'

/** Sorts people by id before they are locked, so that two guardians can't deadlock. */
export const inTheirOrder = <One extends { readonly personId: string }>(all: readonly One[]): One[] =>
  all.toSorted((a, b) => (a.personId < b.personId ? -1 : 1))

/** A refusal for a request about several people, with the name of the person who caused it. */
export async function inTheWay<Code extends string>(
  c: CommandContext,
  refusal: Refusal<Code>,
  personId: string,
): Promise<Refusal<Code>> {
  const [person] = await c.tx.select({ name: people.displayName }).from(people).where(eq(people.id, personId))
  return { ...refusal, params: { ...refusal.params, who: person?.name ?? '' } }
}
