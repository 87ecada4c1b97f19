// The account, and ways to sign in.
import { desc, eq } from 'drizzle-orm'
import type { Instant } from '#kernel/time.ts'
import type { Tx } from '#server/db/database.ts'
import { commands } from '#server/commands/tables.ts'
import type { CommandContext } from '#server/procedures.ts'
import { sessionEndsAt } from '#studio/accounts/server/sessions.ts'
import {
  credentials,
  emailLinks,
  passkeys,
  sessions,
  twoSteps,
  accounts,
  type people,
} from '#studio/accounts/tables.ts'
import { providerLinks } from '#studio/signing/tables.ts'
import { categoryNameOf } from '#studio/accounts/rules.ts'
import { iso, isoOrNull, inIso, type Held } from './shape.ts'

type Person = typeof people.$inferSelect

export type Account = typeof accounts.$inferSelect

export async function accountOf(
  { tx, settings }: CommandContext,
  account: Account,
  person: Person,
): Promise<Held['account']> {
  const [credential] = await tx
    .select({ changedAt: credentials.changedAt })
    .from(credentials)
    .where(eq(credentials.accountId, account.id))
  return {
    id: person.id,
    firstName: person.displayName,
    familyName: person.familyName,
    email: account.email,
    dateOfBirth: person.dob,
    phone: person.phone,
    role: account.role,
    memberLevel: person.memberLevel,
    // the name, as an id means nothing outside the studio
    membershipCategory:
      person.membershipCategory &&
      categoryNameOf(settings.membershipCategories, person.membershipCategory, account.language),
    language: account.language,
    createdAt: iso(account.createdAt),
    emailVerifiedAt: isoOrNull(account.emailVerifiedAt),
    lastLogin: isoOrNull(account.lastLogin),
    deletionAskedAt: isoOrNull(person.deletionAskedAt),
    acceptedTermsAt: isoOrNull(account.acceptedTermsAt),
    passwordChangedAt: isoOrNull(credential?.changedAt ?? null),
  }
}

export async function twoStepsSince(tx: Tx, accountId: string): Promise<Instant | null> {
  const [found] = await tx.select({ at: twoSteps.confirmedAt }).from(twoSteps).where(eq(twoSteps.accountId, accountId))
  return found?.at ?? null
}

export async function elsewhereOf(tx: Tx, accountId: string): Promise<Held['signsInElsewhere']> {
  const { issuer, subject, createdAt } = providerLinks
  const found = await tx
    .select({ issuer, subject, createdAt })
    .from(providerLinks)
    .where(eq(providerLinks.accountId, accountId))
  return inIso(found, 'createdAt')
}

export async function passkeysOf(tx: Tx, accountId: string): Promise<Held['passkeys']> {
  const { name, createdAt, lastUsedAt } = passkeys
  const found = await tx.select({ name, createdAt, lastUsedAt }).from(passkeys).where(eq(passkeys.accountId, accountId))
  return inIso(found, 'createdAt', 'lastUsedAt')
}

export async function sessionsOf(tx: Tx, accountId: string): Promise<Held['sessions']> {
  const found = await tx
    .select({ session: sessions, endsAt: sessionEndsAt })
    .from(sessions)
    .innerJoin(accounts, eq(accounts.id, sessions.accountId))
    .where(eq(sessions.accountId, accountId))
    .orderBy(desc(sessions.createdAt))
  return found.map(({ session, endsAt }) => ({
    device: session.deviceInfo,
    signedIn: session.status === 'active',
    startedAt: iso(session.createdAt),
    lastUsedAt: isoOrNull(session.lastUsedAt),
    // the record of the registration never expires
    expiresAt: session.status === 'active' ? isoOrNull(endsAt) : null,
  }))
}

export async function linksOf(tx: Tx, accountId: string): Promise<Held['links']> {
  const { purpose, address, createdAt, expiresAt, usedAt } = emailLinks
  const found = await tx
    .select({ purpose, address, sentAt: createdAt, expiresAt, usedAt })
    .from(emailLinks)
    .where(eq(emailLinks.accountId, accountId))
    .orderBy(desc(createdAt))
  return inIso(found, 'sentAt', 'expiresAt', 'usedAt')
}

export async function commandsOf(tx: Tx, accountId: string): Promise<Held['commands']> {
  const found = await tx.select().from(commands).where(eq(commands.actor, accountId)).orderBy(desc(commands.at))
  return found.map(({ name, at }) => ({ name, at: iso(at) }))
}
