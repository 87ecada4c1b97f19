// Family, and records that were merged.
import { and, asc, desc, eq, isNotNull, or, sql } from 'drizzle-orm'
import type { Tx } from '#server/db/database.ts'
import { accounts, guardians, people } from '#studio/accounts/tables.ts'
import { invitations, photoConsents } from '#studio/families/tables.ts'
import { merges } from '#studio/merging/tables.ts'
import { fullName } from '#studio/accounts/rules.ts'
import { iso, inIso, type Held, type HeldOfChild } from './shape.ts'

/** Other people only by name. */
export async function familyOf(tx: Tx, personId: string, accountId: string): Promise<Held['family']> {
  const { canBook, pays, getsNotices, createdAt: since } = guardians
  const link = { displayName: people.displayName, familyName: people.familyName, canBook, pays, getsNotices, since }
  const children = await tx
    .select(link)
    .from(guardians)
    .innerJoin(people, eq(people.id, guardians.personId))
    .where(eq(guardians.accountId, accountId))
    .orderBy(asc(since), asc(guardians.personId))
  const acting = await tx
    .select(link)
    .from(guardians)
    .innerJoin(accounts, eq(accounts.id, guardians.accountId))
    .innerJoin(people, eq(people.id, accounts.personId))
    .where(eq(guardians.personId, personId))
    .orderBy(asc(since), asc(guardians.accountId))
  const asked = await tx
    .select({
      email: invitations.email,
      sentAt: invitations.createdAt,
      acceptedAt: invitations.acceptedAt,
      declinedAt: invitations.declinedAt,
    })
    .from(invitations)
    .where(eq(invitations.accountId, accountId))
    .orderBy(desc(invitations.createdAt))
  const said = await tx
    .select({
      displayName: people.displayName,
      familyName: people.familyName,
      allowed: photoConsents.allowed,
      since: photoConsents.at,
    })
    .from(photoConsents)
    .innerJoin(people, eq(people.id, photoConsents.personId))
    .where(or(eq(photoConsents.accountId, accountId), eq(photoConsents.personId, personId)))
    .orderBy(desc(photoConsents.at))
  const named = ({ displayName, familyName, ...rest }: (typeof children)[number]) => ({
    name: fullName({ displayName, familyName }),
    ...rest,
  })
  return {
    children: inIso(children.map(named), 'since'),
    guardians: inIso(acting.map(named), 'since'),
    invitations: inIso(asked, 'sentAt', 'acceptedAt', 'declinedAt'),
    photos: inIso(
      said.map(({ displayName, familyName, ...rest }) => ({ name: fullName({ displayName, familyName }), ...rest })),
      'since',
    ),
  }
}

/** Guardians of a child by name, and what each said to photos, without whose answer another guardian's is. */
export async function familyOfChild(tx: Tx, personId: string, accountId: string): Promise<HeldOfChild['family']> {
  const { displayName, familyName } = people
  const acting = await tx
    .select({ displayName, familyName, since: guardians.createdAt })
    .from(guardians)
    .innerJoin(accounts, eq(accounts.id, guardians.accountId))
    .innerJoin(people, eq(people.id, accounts.personId))
    .where(eq(guardians.personId, personId))
    .orderBy(asc(guardians.createdAt), asc(guardians.accountId))
  const said = await tx
    .select({ allowed: photoConsents.allowed, since: photoConsents.at, giver: photoConsents.accountId })
    .from(photoConsents)
    .where(eq(photoConsents.personId, personId))
    .orderBy(desc(photoConsents.at), asc(photoConsents.accountId))
  return {
    guardians: inIso(
      acting.map(({ since, ...person }) => ({ name: fullName(person), since })),
      'since',
    ),
    photos: inIso(
      said.map(({ giver, ...answer }) => ({ ...answer, by: giver === accountId ? 'you' : 'guardian' }) as const),
      'since',
    ),
  }
}

export async function mergedOf(tx: Tx, personId: string): Promise<Held['mergedRecords']> {
  const found = await tx
    .select({ at: merges.at, before: merges.before, email: sql<string>`coalesce(${accounts.email}, '')` })
    .from(merges)
    .leftJoin(accounts, sql`${accounts.id} = ${merges.before} -> 'account' ->> 'accountId'`)
    .where(and(eq(merges.keptId, personId), isNotNull(merges.before)))
    .orderBy(asc(merges.at), asc(merges.id))
  return found.flatMap(({ at, before, email }) => {
    if (!before) return []
    const { dob: dateOfBirth, phone } = before.gone
    return [{ mergedAt: iso(at), name: fullName(before.gone), email, dateOfBirth, phone }]
  })
}
