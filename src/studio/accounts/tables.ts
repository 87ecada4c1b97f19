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

/** The categories that the studio gives to people; see settings. Those of part one have the ids that were their names. */
export const membershipCategories = pgTable('membershipCategories', {
  id: text().primaryKey(),
  name: text().notNull(),
  nameEt: text().notNull().default(''),
  position: integer().notNull(),
  groupPrice: boolean().notNull().default(false),
  /** Cents that whoever has it pays a month; null where nothing is. */
  monthlyPrice: integer(),
  archived: boolean().notNull().default(false),
})

/** A name as it is compared: small letters without accents, and one space where several were typed. */
export const foldedName = (name: SQL): SQL =>
  sql`fold(trim(regexp_replace(${name}, '[\\u0009-\\u000d\\u0020\\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]+', ' ', 'g')))`

/** Who dances. */
export const people = pgTable(
  'people',
  {
    id: text().primaryKey(),
    displayName: text().notNull(),
    familyName: text().notNull(),
    dob: date({ mode: 'string' }),
    /** As it is shown, such as '+372 5123 4567'; empty without one. */
    phone: text().notNull().default(''),
    active: boolean().notNull().default(true),
    memberLevel: text().notNull().default('standard'),
    membershipCategory: text().references(() => membershipCategories.id),
    createdAt: instant().notNull(),
    deletionAskedAt: instant(),
    /** The row stays for the books, with nothing left of the person: see docs/decisions/deletion.md. */
    deletedAt: instant(),
    /** What a search looks into, beside the address: see docs/decisions/search-and-sums.md. */
    search: text().generatedAlwaysAs(foldedName(sql`display_name || ' ' || family_name`)),
  },
  (t) => [
    index('people_by_deletion_asked')
      .on(t.deletionAskedAt)
      .where(sql`deletion_asked_at is not null`),
    index('people_by_category')
      .on(t.membershipCategory)
      .where(sql`membership_category is not null and active`),
    // of a late page the ids are found in these alone
    index('people_by_creation')
      .on(t.createdAt, t.id)
      .where(sql`deleted_at is null`),
    index('people_by_name')
      .on(t.displayName, t.familyName, t.id)
      .where(sql`deleted_at is null`),
    // who may be here twice is grouped in this alone
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

/** Who signs in. A deleted person has none. */
export const accounts = pgTable(
  'accounts',
  {
    id: text().primaryKey(),
    /** The person that it signs in as; an account may do without one, and a person without an account. */
    personId: text().references(() => people.id),
    /** Lower case: people type their address in any case. */
    email: text().notNull(),
    emailVerifiedAt: instant(),
    role: text().$type<Role>().notNull().default('user'),
    active: boolean().notNull().default(true),
    /** Of the e-mails that it gets. */
    language: text().$type<'en' | 'et'>().notNull().default('en'),
    /** The version of the studio's terms that it accepted last, for its person and those it is guardian of. */
    acceptedTerms: integer(),
    acceptedTermsAt: instant(),
    /** False where the own person is left out of all that is booked, such as of a parent who does not dance. */
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

/** Apart from accounts, so that no query about them ever touches a password. */
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
    /** SHA-256 of the cookie's token; none for the initial session, which only records the registration. */
    tokenHash: text(),
    /** 'registration' for the initial one, 'active' for a signed-in device. */
    status: text().$type<'registration' | 'active'>().notNull(),
    deviceInfo: text().notNull().default('Unknown'),
    createdAt: instant().notNull(),
    /** Some minutes ago at the most while it is being used; null before versions that note it. */
    lastUsedAt: instant(),
    /** Sixty days after the last use; those of staff end earlier, see server/sessions.ts. */
    expiresAt: instant(),
    /** Opened with a passkey, or one was made in it: that counts as both steps. */
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

/** The secret of somebody's authenticator: while it is confirmed, a password alone opens no session. */
export const twoSteps = pgTable('twoSteps', {
  accountId: text()
    .primaryKey()
    .references(() => accounts.id, { onDelete: 'cascade' }),
  /** Base32, as authenticators take it. */
  secret: text().notNull(),
  /** Null until a first code has shown that the authenticator has it. */
  confirmedAt: instant(),
  /** The time step of the code that was used last: each is good once. */
  lastStep: integer().notNull().default(0),
})

/** Public keys of which a device, or whoever keeps somebody's passkeys, has the private one. */
export const passkeys = pgTable(
  'passkeys',
  {
    /** The credential's, in base64url. */
    id: text().primaryKey(),
    accountId: text()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** COSE, in base64url. */
    publicKey: text().notNull(),
    /** Grows with each use where a device counts; those that are kept on several stay at 0. */
    counter: bigint({ mode: 'number' }).notNull(),
    transports: text().array().notNull(),
    backedUp: boolean().notNull(),
    /** The device on which it was made. */
    name: text().notNull(),
    createdAt: instant().notNull(),
    lastUsedAt: instant(),
  },
  (t) => [index('passkeys_by_account').on(t.accountId)],
)

/** Links sent by e-mail, and tickets to the second step. The first that is used ends all others of the same account and purpose. */
export const emailLinks = pgTable(
  'emailLinks',
  {
    tokenHash: text().primaryKey(),
    accountId: text()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    purpose: text().$type<'verify' | 'reset' | 'address' | 'keep' | 'secondStep'>().notNull(),
    /** The address that it gives an account, or gives back. */
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
