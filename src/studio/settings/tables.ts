import { boolean, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '#server/db/columns.ts'
import { accounts } from '#studio/accounts/tables.ts'
import type { SectionName } from './rules.ts'

/** Saved sections; others use the environment or the defaults. The logo has a row of its own. */
export const settings = pgTable('settings', {
  section: text().$type<SectionName | 'logo'>().primaryKey(),
  value: jsonb().$type<Readonly<Record<string, unknown>>>().notNull(),
  version: integer().notNull(),
  /** The logo as a PNG, in base64: as text it is the same in both databases and in a backup. */
  picture: text(),
  changedAt: instant().notNull(),
  /** When the current IBAN was saved; null if unknown, and then long ago. */
  ibanSince: instant(),
  /** Account that last saved it. */
  editedBy: text().references(() => accounts.id, { onDelete: 'set null' }),
})

/** A category of classes. Categories from the first version have their former names as ids. */
export const classCategories = pgTable('classCategories', {
  id: text().primaryKey(),
  name: text().notNull(),
  nameEt: text().notNull().default(''),
  position: integer().notNull(),
  /** Used by the filter of the memberships. */
  fitness: boolean().notNull().default(false),
  archived: boolean().notNull().default(false),
  /** Ids of the membership categories that are included in its classes. */
  includes: text().array().notNull().default([]),
})

/** Each version of the studio's terms; if the newest has no text, there are no terms. */
export const terms = pgTable('terms', {
  version: integer().primaryKey(),
  en: text().notNull(),
  et: text().notNull(),
  createdAt: instant().notNull(),
  editedBy: text().references(() => accounts.id, { onDelete: 'set null' }),
})
