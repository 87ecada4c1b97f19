import { asc, desc, eq, isNotNull } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Tx } from '#server/db/database.ts'
import type { Reads } from '#server/changes/topics.ts'
import { sections } from '../contract.ts'
import { membershipCategories } from '#studio/accounts/tables.ts'
import type { Categories, SectionName, Sections } from '../rules.ts'
import { classCategories, settings, terms } from '../tables.ts'

export const settingsReads: Reads = [settings, classCategories, membershipCategories, terms]

export interface Stored extends Categories {
  readonly sections: Sections
  /** Version of the picture; null without one. */
  readonly logo: number | null
  /** Version of the terms; null without terms. */
  readonly terms: number | null
}

/** The saved sections, with `first` for those never saved. */
export async function storedSettings(db: Tx, first: Sections): Promise<Stored> {
  const { section, value, version, picture } = settings
  const [rows, categories, newest] = await Promise.all([
    db.select({ section, value, version, hasPicture: isNotNull(picture) }).from(settings),
    storedCategories(db),
    storedTerms(db),
  ])
  const sections = rows.reduce(
    (all, row) => (row.section === 'logo' ? all : { ...all, [row.section]: filled(row.section, row.value, first) }),
    first,
  )
  const logo = rows.find((row) => row.section === 'logo' && row.hasPicture)
  return { sections, logo: logo?.version ?? null, terms: isSet(newest) ? newest.version : null, ...categories }
}

export type Terms = typeof terms.$inferSelect

export async function storedTerms(db: Tx): Promise<Terms | null> {
  const [newest] = await db.select().from(terms).orderBy(desc(terms.version)).limit(1)
  return newest ?? null
}

export const isSet = (newest: Terms | null): newest is Terms => newest !== null && newest.en !== ''

/** The logo as a PNG, in base64. */
export async function storedLogo(db: Tx): Promise<string | null> {
  const [row] = await db.select({ picture: settings.picture }).from(settings).where(eq(settings.section, 'logo'))
  return row?.picture ?? null
}

/** Fills in fields that the saved value lacks, or has with another type, from `first`. */
export function filled<S extends SectionName>(
  section: S,
  value: Readonly<Record<string, unknown>>,
  first: Sections,
): Sections[S] {
  const shape: Readonly<Record<string, z.ZodMiniType>> = sections[section]?.shape ?? {}
  const kept = Object.entries(shape).flatMap(([name, field]) => {
    const parsed = z.safeParse(field, value[name])
    return parsed.success ? [[name, parsed.data] as const] : []
  })
  return { ...first[section], ...Object.fromEntries(kept) }
}

/** Both lists, in the studio's order. */
export async function storedCategories(db: Tx): Promise<Categories> {
  const [classes, memberships] = await Promise.all([
    db.select().from(classCategories).orderBy(asc(classCategories.position), asc(classCategories.id)),
    db.select().from(membershipCategories).orderBy(asc(membershipCategories.position), asc(membershipCategories.id)),
  ])
  return { classCategories: classes, membershipCategories: memberships }
}
