import { and, eq, inArray, ne, notExists, sql } from 'drizzle-orm'
import type { CommandContext } from '#server/procedures.ts'
import { invitations, invitedPeople, photoConsents } from '../tables.ts'

/** Deletes invitations about a deleted person and to their addresses, and photo consents about them. */
export async function forgetFamily(c: CommandContext, personId: string, emails: readonly string[]): Promise<void> {
  await c.tx.delete(photoConsents).where(eq(photoConsents.personId, personId))
  await c.tx.delete(invitedPeople).where(eq(invitedPeople.personId, personId))
  const others = c.tx
    .select({ one: sql`1` })
    .from(invitedPeople)
    .where(eq(invitedPeople.invitationId, invitations.id))
  await c.tx.delete(invitations).where(and(ne(invitations.kind, 'child'), notExists(others)))
  await c.tx.delete(invitations).where(inArray(invitations.email, [...emails]))
}
