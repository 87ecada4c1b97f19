import { boolean, check, index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import { instant } from '#server/db/columns.ts'
import { accounts, people } from '#studio/accounts/tables.ts'
import type { InvitationKind } from './rules.ts'

/** What somebody is asked by a letter, and nothing comes of until they accept it by a press. */
export const invitations = pgTable(
  'familyInvitations',
  {
    id: text().primaryKey(),
    /** SHA-256 of the letter's token. */
    tokenHash: text().notNull(),
    kind: text().$type<InvitationKind>().notNull(),
    /** Where the letter went; lower case. */
    email: text().notNull(),
    /** Who asks. */
    accountId: text()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** Whether the studio invites, which needs no link of its own. */
    byStaff: boolean().notNull().default(false),
    canBook: boolean().notNull(),
    pays: boolean().notNull(),
    getsNotices: boolean().notNull(),
    createdAt: instant().notNull(),
    expiresAt: instant().notNull(),
    acceptedAt: instant(),
    /** When whoever was asked said no; kept for the one who asked, until they take it away. */
    declinedAt: instant(),
  },
  (t) => [
    uniqueIndex('familyInvitations_token').on(t.tokenHash),
    index('familyInvitations_by_inviter').on(t.accountId),
    index('familyInvitations_by_expiry').on(t.expiresAt),
    check('familyInvitations_one_answer', sql`${t.acceptedAt} is null or ${t.declinedAt} is null`),
    check('familyInvitations_kind', sql`${t.kind} in ('guardian', 'ownSignIn', 'child')`),
  ],
)

/** The children of whom somebody is to be guardian, or the one who is to sign in. */
export const invitedPeople = pgTable(
  'familyInvitationPeople',
  {
    invitationId: text()
      .notNull()
      .references(() => invitations.id, { onDelete: 'cascade' }),
    personId: text()
      .notNull()
      .references(() => people.id),
  },
  (t) => [
    primaryKey({ columns: [t.invitationId, t.personId] }),
    index('familyInvitationPeople_by_person').on(t.personId),
  ],
)

/** What somebody who may speak for a person has said to pictures of them; each giver has one answer. */
export const photoConsents = pgTable(
  'photoConsents',
  {
    personId: text()
      .notNull()
      .references(() => people.id),
    /** Who gave it. */
    accountId: text()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    allowed: boolean().notNull(),
    at: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.personId, t.accountId] }), index('photoConsents_by_account').on(t.accountId)],
)
