import { boolean, check, index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import { instant } from '#server/db/columns.ts'
import { accounts, people } from '#studio/accounts/tables.ts'
import type { InvitationKind } from './rules.ts'

/** Invitations sent by e-mail; nothing happens until they are accepted. */
export const invitations = pgTable(
  'familyInvitations',
  {
    id: text().primaryKey(),
    /** SHA-256 of the letter's token. */
    tokenHash: text().notNull(),
    kind: text().$type<InvitationKind>().notNull(),
    /** Where the letter went; lower case. */
    email: text().notNull(),
    /** Sender. */
    accountId: text()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** True if the studio invites, which needs no guardian link. */
    byStaff: boolean().notNull().default(false),
    canBook: boolean().notNull(),
    pays: boolean().notNull(),
    getsNotices: boolean().notNull(),
    createdAt: instant().notNull(),
    expiresAt: instant().notNull(),
    acceptedAt: instant(),
    /** When the invited person declined; kept until the sender dismisses it. */
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

/** The children whose guardian somebody is to become, or the person who is to sign in. */
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

/** Photo consents: one answer per person and giver. */
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
