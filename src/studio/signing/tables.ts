import { sql } from 'drizzle-orm'
import { check, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from '#server/db/columns.ts'
import { accounts } from '#studio/accounts/tables.ts'

/** Single-use codes for signing in without the authenticator. */
export const recoveryCodes = pgTable(
  'recoveryCodes',
  {
    accountId: text()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** SHA-256 of 80 random bits. */
    codeHash: text().notNull(),
    usedAt: instant(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.codeHash] })],
)

/** Pending challenges; each can be used once, for some minutes. */
export const challenges = pgTable(
  'challenges',
  {
    challenge: text().primaryKey(),
    purpose: text().$type<'addPasskey' | 'signIn'>().notNull(),
    /** Account that adds a passkey; null for a sign-in. */
    accountId: text().references(() => accounts.id, { onDelete: 'cascade' }),
    expiresAt: instant().notNull(),
  },
  (t) => [
    index('challenges_by_expiry').on(t.expiresAt),
    check('challenges_purpose', sql`${t.purpose} in ('addPasskey', 'signIn')`),
    check('challenges_account', sql`(${t.purpose} = 'addPasskey') = (${t.accountId} is not null)`),
  ],
)

/** Identity of an account at the sign-in provider. */
export const providerLinks = pgTable(
  'providerLinks',
  {
    issuer: text().notNull(),
    subject: text().notNull(),
    accountId: text()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    createdAt: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.issuer, t.subject] }), index('providerLinks_by_account').on(t.accountId)],
)

/** A pending visit at the provider. */
export const providerVisits = pgTable(
  'providerVisits',
  {
    /** SHA-256 of the state; the browser keeps the state itself. */
    stateHash: text().primaryKey(),
    verifier: text().notNull(),
    nonce: text().notNull(),
    /** Account that was signed in at the start, which is to be linked. */
    accountId: text().references(() => accounts.id, { onDelete: 'cascade' }),
    expiresAt: instant().notNull(),
  },
  (t) => [index('providerVisits_by_expiry').on(t.expiresAt)],
)
