import { boolean, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '#server/db/columns.ts'
import { accounts } from '#studio/accounts/tables.ts'
import type { SectionName } from './rules.ts'

/** The sections that were saved here: of the others the environment or the defaults count. The logo is a row of its own. */
export const settings = pgTable('settings', {
  section: text().$type<SectionName | 'logo'>().primaryKey(),
  value: jsonb().$type<Readonly<Record<string, unknown>>>().notNull(),
  version: integer().notNull(),
  /** The logo as a PNG, in base64: as text it is the same in both databases and in a backup. */
  picture: text(),
  changedAt: instant().notNull(),
  /** Since when the account number of the payments stands; null where that is not known, for it is long ago. */
  ibanSince: instant(),
  /** Who saved it last. */
  editedBy: text().references(() => accounts.id, { onDelete: 'set null' }),
})

/** What a class is counted among. Those of part one have the ids that were their names. */
export const classCategories = pgTable('classCategories', {
  id: text().primaryKey(),
  name: text().notNull(),
  nameEt: text().notNull().default(''),
  position: integer().notNull(),
  /** Found by the filter of the memberships. */
  fitness: boolean().notNull().default(false),
  archived: boolean().notNull().default(false),
  /** The membership categories whose holders are included in its classes. */
  includes: text().array().notNull().default([]),
})

/** Each version of the studio's terms; where the newest has no text there are none. */
export const terms = pgTable('terms', {
  version: integer().primaryKey(),
  en: text().notNull(),
  et: text().notNull(),
  createdAt: instant().notNull(),
  editedBy: text().references(() => accounts.id, { onDelete: 'set null' }),
})
