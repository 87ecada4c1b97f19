import { eq, sql } from 'drizzle-orm'
import { done, refuse } from '#kernel/result.ts'
import { rows, type Tx } from '#server/db/database.ts'
import { contentOf } from '#server/changes/topics.ts'
import { run, shared } from '#server/procedures.ts'
import { classes } from '#studio/classes/tables.ts'
import { schedule } from '#studio/schedule/tables.ts'
import { logLines } from '#studio/settings/messages/log.ts'
import { classCategories } from '#studio/settings/tables.ts'
import { memberships, purchases } from '../tables.ts'

/** Ids of all class categories in use. */
async function used(db: Tx): Promise<string[]> {
  const lists = [classes.categories, schedule.categories, memberships.categories, memberships.excludedCategories]
  const all = [...lists, purchases.categories, purchases.excludedCategories]
  const each = all.map((list) => sql`select unnest(${list}) as id from ${list.table}`)
  const found = rows<{ id: string }>(await db.execute(sql.join(each, sql` union `)))
  return found.map(({ id }) => id)
}

export const usedClassCategories = shared([classes, contentOf(schedule), memberships, purchases], ({ db }) => used(db))

export const removeClassCategory = run(async (c, { id }: { id: string }) => {
  // blocks saving classes and memberships meanwhile; entries and passes hold copies and are not blocked
  await c.tx.execute(sql`lock table ${classCategories}, ${classes}, ${memberships} in share row exclusive mode`)
  const [found] = await c.tx.select().from(classCategories).where(eq(classCategories.id, id))
  if (!found) return refuse('categoryNotFound')
  if ((await used(c.tx)).includes(id)) return refuse('categoryInUse')
  await c.tx.delete(classCategories).where(eq(classCategories.id, id))
  const metadata = { section: 'categories', kind: 'class', id }
  c.log({ channel: 'auth', level: 'info', message: logLines.listSaved('categories', 'deleted'), metadata })
  return done({})
})
