import { sql, type SQL } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { instant } from '#server/db/columns.ts'
import type { Role } from './rules.ts'

/** Membership categories of the studio; see settings. Older ones have their former name as id. */
export const membershipCategories = pgTable('membershipCategories', {
  id: text().primaryKey(),
  name: text().notNull(),
  nameEt: text().notNull().default(''),
  position: integer().notNull(),
  groupPrice: boolean().notNull().default(false),
  /** Monthly price in cents; null for none. */
  monthlyPrice: integer(),
  archived: boolean().notNull().default(false),
})

/** A name for comparison: lower case, no accents, single spaces. */
export const foldedName = (name: SQL): SQL =>
  sql`fold(trim(regexp_replace(${name}, '[\\u0009-\\u000d\\u0020\\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]+', ' ', 'g')))`

/** People of the studio, with or without an account. */
export const people = pgTable(
  'people',
  {
    id: text().primaryKey(),
    displayName: text().notNull(),
    familyName: text().notNull(),
    dob: date({ mode: 'string' }),
    /** Formatted, such as '+372 5123 4567'; empty if none. */
    phone: text().notNull().default(''),
    active: boolean().notNull().default(true),
    memberLevel: text().notNull().default('standard'),
    membershipCategory: text().references(() => membershipCategories.id),
    createdAt: instant().notNull(),
    deletionAskedAt: instant(),
    /** The row stays for the books, with all personal data removed: see docs/decisions/deletion.md. */
    deletedAt: instant(),
    /** Searched text, besides the address: see docs/decisions/search-and-sums.md. */
    search: text().generatedAlwaysAs(foldedName(sql`display_name || ' ' || family_name`)),
  },
  (t) => [
    index('people_by_deletion_asked')
      .on(t.deletionAskedAt)
      .where(sql`deletion_asked_at is not null`),
    index('people_by_category')
      .on(t.membershipCategory)
      .where(sql`membership_category is not null and active`),
    // an index-only scan finds the ids of a deep page here
    index('people_by_creation')
      .on(t.createdAt, t.id)
      .where(sql`deleted_at is null`),
    index('people_by_name')
      .on(t.displayName, t.familyName, t.id)
      .where(sql`deleted_at is null`),
    // possible duplicates are grouped in this index only
    index('people_by_name_and_birth')
      .on(t.search, t.dob)
      .where(sql`deleted_at is null and dob is not null`),
    index('people_by_search').using('gin', t.search.op('gin_trgm_ops')),
    check(
      'people_deleted',
      sql`${t.deletedAt} is null or (${t.displayName} = '' and ${t.familyName} = '' and ${t.dob} is null and ${t.phone} = '' and ${t.memberLevel} = 'standard' and ${t.membershipCategory} is null and ${t.deletionAskedAt} is null and not ${t.active})`,
    ),
  ],
)

/** Accounts that sign in. A deleted person has none. */
export const accounts = pgTable(
  'accounts',
  {
    id: text().primaryKey(),
    /** The account's own person; an account can exist without one, and a person without an account. */
    personId: text().references(() => people.id),
    /** Lower case, since people type their address in any case. */
    email: text().notNull(),
    emailVerifiedAt: instant(),
    role: text().$type<Role>().notNull().default('user'),
    active: boolean().notNull().default(true),
    /** Language of the e-mails sent to it. */
    language: text().$type<'en' | 'et'>().notNull().default('en'),
    /** Version of the studio's terms accepted last, for its own person and those it is guardian of. */
    acceptedTerms: integer(),
    acceptedTermsAt: instant(),
    /** False if the account's own person does not dance, such as a parent: then nothing is offered for them. */
    danceMyself: boolean().notNull().default(true),
    createdAt: instant().notNull(),
    lastLogin: instant(),
    search: text().generatedAlwaysAs(sql`fold(email)`),
  },
  (t) => [
    uniqueIndex('accounts_person').on(t.personId),
    uniqueIndex('accounts_email').on(t.email),
    index('accounts_by_role')
      .on(t.role, t.id)
      .where(sql`role <> 'user'`),
    index('accounts_by_search').using('gin', t.search.op('gin_trgm_ops')),
    check('accounts_email_lower', sql`${t.email} <> '' and ${t.email} = lower(${t.email})`),
    check('accounts_role', sql`${t.role} in ('user', 'teacher', 'admin')`),
    check('accounts_language', sql`${t.language} in ('en', 'et')`),
  ],
)

/** The address of a person whose account is joined; empty without one. */
export const emailOf = sql<string>`coalesce(${accounts.email}, '')`

/** Accounts that act for another person, such as a child, and what they may do. */
export const guardians = pgTable(
  'guardians',
  {
    accountId: text()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    personId: text()
      .notNull()
      .references(() => people.id),
    canBook: boolean().notNull(),
    pays: boolean().notNull(),
    getsNotices: boolean().notNull(),
    createdAt: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.personId] }), index('guardians_by_person').on(t.personId)],
)

/** Separate from accounts, so that no query about accounts reads a password. */
export const credentials = pgTable('credentials', {
  accountId: text()
    .primaryKey()
    .references(() => accounts.id, { onDelete: 'cascade' }),
  /** "scrypt$N$r$p$salt$hash", see passwords.ts. */
  passwordHash: text().notNull(),
  changedAt: instant().notNull(),
})

export const sessions = pgTable(
  'sessions',
  {
    id: text().primaryKey(),
    accountId: text()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** SHA-256 of the cookie's token; null for the initial session, which only records the registration. */
    tokenHash: text(),
    /** 'registration' for the initial one, 'active' for a signed-in device. */
    status: text().$type<'registration' | 'active'>().notNull(),
    deviceInfo: text().notNull().default('Unknown'),
    createdAt: instant().notNull(),
    /** Up to some minutes old while in use; null for sessions of versions that did not record it. */
    lastUsedAt: instant(),
    /** Sixty days after the last use; those of staff end earlier, see server/sessions.ts. */
    expiresAt: instant(),
    /** Opened with a passkey, or a passkey was created in it: counts as both steps. */
    byPasskey: boolean().notNull().default(false),
  },
  (t) => [
    uniqueIndex('sessions_token').on(t.tokenHash),
    index('sessions_by_account').on(t.accountId),
    index('sessions_by_expiry').on(t.expiresAt),
    check('sessions_status', sql`${t.status} in ('registration', 'active')`),
    check('sessions_active_has_token', sql`(${t.status} = 'active') = (${t.tokenHash} is not null)`),
  ],
)

/** The authenticator secret of an account: once confirmed, a password alone opens no session. */
export const twoSteps = pgTable('twoSteps', {
  accountId: text()
    .primaryKey()
    .references(() => accounts.id, { onDelete: 'cascade' }),
  /** Base32, as authenticators take it. */
  secret: text().notNull(),
  /** Null until a first code has proven that the authenticator has the secret. */
  confirmedAt: instant(),
  /** Time step of the last used code: each code works once. */
  lastStep: integer().notNull().default(0),
})

/** Public keys of passkeys; the device or a password manager holds the private key. */
export const passkeys = pgTable(
  'passkeys',
  {
    /** Credential id, base64url. */
    id: text().primaryKey(),
    accountId: text()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** COSE, in base64url. */
    publicKey: text().notNull(),
    /** Signature counter; grows with each use on devices that count, and stays 0 for synced passkeys. */
    counter: bigint({ mode: 'number' }).notNull(),
    transports: text().array().notNull(),
    backedUp: boolean().notNull(),
    /** Name of the device on which it was created. */
    name: text().notNull(),
    createdAt: instant().notNull(),
    lastUsedAt: instant(),
  },
  (t) => [index('passkeys_by_account').on(t.accountId)],
)

/** Links sent by e-mail, and tickets to the second step. Using one ends all others of the same account and purpose. */
export const emailLinks = pgTable(
  'emailLinks',
  {
    tokenHash: text().primaryKey(),
    accountId: text()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    purpose: text().$type<'verify' | 'reset' | 'address' | 'keep' | 'secondStep'>().notNull(),
    /** The address that the link verifies or restores. */
    address: text(),
    createdAt: instant().notNull(),
    expiresAt: instant().notNull(),
    usedAt: instant(),
  },
  (t) => [
    index('emailLinks_by_account').on(t.accountId),
    check('emailLinks_purpose', sql`${t.purpose} in ('verify', 'reset', 'address', 'keep', 'secondStep')`),
    check('emailLinks_address', sql`(${t.purpose} in ('address', 'keep')) = (${t.address} is not null)`),
  ],
)
