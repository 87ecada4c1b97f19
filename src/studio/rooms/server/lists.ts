import { and, asc, eq, gt, inArray, lt, sql } from 'drizzle-orm'
import { DAY, type Instant } from '#kernel/time.ts'
import type { Tx } from '#server/db/database.ts'
import { contentOf } from '#server/changes/topics.ts'
import { shared, type QueryContext } from '#server/procedures.ts'
import { fullName } from '#studio/accounts/rules.ts'
import { accounts, people } from '#studio/accounts/tables.ts'
import { switchedOn } from '#studio/settings/rules.ts'
import { haveTeachers } from '../rules.ts'
import { rooms, taken as table } from '../tables.ts'

/** How long lists of past classes name their teachers (ms). */
const REMEMBERED = 60 * DAY

/** Most times that are compared with a plan. */
const MOST_TAKEN = 5_000

const features = (q: QueryContext) => switchedOn(q.settings.sections)

const namesOf = (db: Tx) =>
  db
    .select({ id: accounts.id, displayName: people.displayName, familyName: people.familyName })
    .from(accounts)
    .innerJoin(people, eq(people.id, accounts.personId))
    .$dynamic()

const byName = (found: Awaited<ReturnType<typeof namesOf>>) =>
  found
    .map(({ id, ...person }) => ({ id, name: fullName(person), displayName: person.displayName }))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'et'))

export const shown = shared([rooms, table, contentOf(accounts), people], async (q) => {
  const on = features(q)
  const [all, teachers] = await Promise.all([
    on.includes('rooms') ? q.db.select().from(rooms).orderBy(asc(rooms.position), asc(rooms.id)) : [],
    haveTeachers(on) ? teaching(q.db, q.now) : [],
  ])
  return { rooms: all, teachers }
})

/** Visitors see the names of current teachers only. */
async function teaching(db: Tx, now: Instant) {
  const ids = db
    .selectDistinct({ id: sql<string>`unnest(${table.teacherIds})`.as('id') })
    .from(table)
    .where(gt(table.endsAt, now - REMEMBERED))
  return byName(await namesOf(db).where(inArray(accounts.id, ids)))
}

export const staff = shared([contentOf(accounts), people], async (q) =>
  byName(await namesOf(q.db).where(inArray(accounts.role, ['teacher', 'admin']))),
)

export const taken = shared([table], async (q, { from, until }: { from: Instant; until: Instant }) => {
  return await q.db
    .select()
    .from(table)
    .where(and(gt(table.endsAt, from), lt(table.startsAt, until)))
    .orderBy(asc(table.startsAt), asc(table.id))
    .limit(MOST_TAKEN)
})
