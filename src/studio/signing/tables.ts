import { sql } from 'drizzle-orm'
import { check, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from '#server/db/columns.ts'
import { accounts } from '#studio/accounts/tables.ts'

/** One for each time that the authenticator is not at hand. */
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

/** What was asked and waits for its answer: each is good once, and for minutes. */
export const challenges = pgTable(
  'challenges',
  {
    challenge: text().primaryKey(),
    purpose: text().$type<'addPasskey' | 'signIn'>().notNull(),
    /** Of who adds a passkey; whoever signs in is not known yet. */
    accountId: text().references(() => accounts.id, { onDelete: 'cascade' }),
    expiresAt: instant().notNull(),
  },
  (t) => [
    index('challenges_by_expiry').on(t.expiresAt),
    check('challenges_purpose', sql`${t.purpose} in ('addPasskey', 'signIn')`),
    check('challenges_account', sql`(${t.purpose} = 'addPasskey') = (${t.accountId} is not null)`),
  ],
)

/** Who somebody is at the provider where they may sign in as well. */
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

/** Somebody is at the provider, and expected back. */
export const providerVisits = pgTable(
  'providerVisits',
  {
    /** SHA-256: the browser in which it began has the state itself. */
    stateHash: text().primaryKey(),
    verifier: text().notNull(),
    nonce: text().notNull(),
    /** Of who was signed in then, and links. */
    accountId: text().references(() => accounts.id, { onDelete: 'cascade' }),
    expiresAt: instant().notNull(),
  },
  (t) => [index('providerVisits_by_expiry').on(t.expiresAt)],
)
