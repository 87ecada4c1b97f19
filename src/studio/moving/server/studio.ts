import { asc } from 'drizzle-orm'
import type { Instant } from '#kernel/time.ts'
import type { Tx } from '#server/db/database.ts'
import { membershipCategories } from '#studio/accounts/tables.ts'
import { classCategories } from '#studio/settings/tables.ts'
import { called, type Studio } from './judge.ts'

/** The studio that documents are judged by; a category is found by its id or any of its names. */
export async function studioOf(db: Tx, timeZone: string, now: Instant): Promise<Studio> {
  const names = (rows: readonly { id: string; name: string; nameEt: string }[]) =>
    new Map([
      ...rows.flatMap(({ id, name, nameEt }) =>
        [name, nameEt].filter(Boolean).map((one) => [called(one), id] as const),
      ),
      ...rows.map(({ id }) => [called(id), id] as const),
    ])
  const [ofClasses, ofMembers] = await Promise.all([
    db.select().from(classCategories).orderBy(asc(classCategories.id)),
    db.select().from(membershipCategories).orderBy(asc(membershipCategories.id)),
  ])
  return { now, timeZone, classCategories: names(ofClasses), membershipCategories: names(ofMembers) }
}
