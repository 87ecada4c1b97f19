import { sql } from 'drizzle-orm'
import { boolean, check, date, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant } from '#server/db/columns.ts'
import type { MembershipCategory, Role } from './rules.ts'

export const users = pgTable(
  'users',
  {
    id: text().primaryKey(),
    /** Lower case: people type their address in any case. Empty once the user is deleted, as the names are. */
    email: text().notNull(),
    emailVerifiedAt: instant(),
    displayName: text().notNull(),
    familyName: text().notNull(),
    dob: date({ mode: 'string' }),
    role: text().$type<Role>().notNull().default('user'),
    active: boolean().notNull().default(true),
    memberLevel: text().notNull().default('standard'),
    membershipCategory: text().$type<MembershipCategory>(),
    /** The language of the e-mails this person gets. */
    language: text().$type<'en' | 'et'>().notNull().default('en'),
    createdAt: instant().notNull(),
    lastLogin: instant(),
    deletionAskedAt: instant(),
    /** The row stays for the books, with nothing left of the person: see docs/decisions/deletion.md. */
    deletedAt: instant(),
    /** What a search looks into: see docs/decisions/search-and-sums.md. */
    search: text().generatedAlwaysAs(sql`fold(display_name || ' ' || family_name || ' ' || email)`),
  },
  (t) => [
    uniqueIndex('users_email')
      .on(t.email)
      .where(sql`email <> ''`),
    index('users_by_deletion_asked')
      .on(t.deletionAskedAt)
      .where(sql`deletion_asked_at is not null`),
    index('users_by_category')
      .on(t.membershipCategory)
      .where(sql`membership_category is not null and active`),
    // of a late page the ids are found in these alone
    index('users_by_creation')
      .on(t.createdAt, t.id)
      .where(sql`deleted_at is null`),
    index('users_by_name')
      .on(t.displayName, t.familyName, t.id)
      .where(sql`deleted_at is null`),
    index('users_by_role')
      .on(t.role, t.displayName, t.id)
      .where(sql`deleted_at is null`),
    index('users_by_search').using('gin', t.search.op('gin_trgm_ops')),
    check('users_email_lower', sql`${t.email} = lower(${t.email})`),
    check('users_living', sql`${t.deletedAt} is not null or (${t.email} <> '' and ${t.dob} is not null)`),
    check(
      'users_deleted',
      sql`${t.deletedAt} is null or (${t.email} = '' and ${t.displayName} = '' and ${t.familyName} = '' and ${t.dob} is null and ${t.role} = 'user' and ${t.memberLevel} = 'standard' and ${t.membershipCategory} is null and ${t.emailVerifiedAt} is null and ${t.lastLogin} is null and ${t.deletionAskedAt} is null and not ${t.active})`,
    ),
    check('users_role', sql`${t.role} in ('user', 'teacher', 'admin')`),
    check('users_language', sql`${t.language} in ('en', 'et')`),
    check(
      'users_category',
      sql`${t.membershipCategory} in ('Cover', 'Member-girl', 'Member-boy', 'Member-girl-boy', 'Member-16', 'Member-16-boy')`,
    ),
  ],
)

/** Apart from users, so that no query about people ever touches a password. */
export const credentials = pgTable('credentials', {
  userId: text()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** "scrypt$N$r$p$salt$hash", see passwords.ts. */
  passwordHash: text().notNull(),
  changedAt: instant().notNull(),
})

export const sessions = pgTable(
  'sessions',
  {
    id: text().primaryKey(),
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
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
  },
  (t) => [
    uniqueIndex('sessions_token').on(t.tokenHash),
    index('sessions_by_user').on(t.userId),
    index('sessions_by_expiry').on(t.expiresAt),
    check('sessions_status', sql`${t.status} in ('registration', 'active')`),
    check('sessions_active_has_token', sql`(${t.status} = 'active') = (${t.tokenHash} is not null)`),
  ],
)

/** Links sent by e-mail. The first that is used ends all others of the same person and purpose. */
export const emailLinks = pgTable(
  'emailLinks',
  {
    tokenHash: text().primaryKey(),
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    purpose: text().$type<'verify' | 'reset'>().notNull(),
    createdAt: instant().notNull(),
    expiresAt: instant().notNull(),
    usedAt: instant(),
  },
  (t) => [
    index('emailLinks_by_user').on(t.userId),
    check('emailLinks_purpose', sql`${t.purpose} in ('verify', 'reset')`),
  ],
)
