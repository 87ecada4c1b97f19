import { and, count, eq, isNull, type SQL } from 'drizzle-orm'
import { union } from 'drizzle-orm/pg-core'
import { EXPORT_LIMIT, offsetOf } from '#kernel/paging.ts'
import type { Tx } from '#server/db/database.ts'
import { people as table } from '#studio/accounts/tables.ts'
import { notAbsent } from '#studio/registrations/server/notAbsent.ts'
import { isIncludedInEntry } from '#studio/registrations/server/registrants.ts'
import { registrations } from '#studio/registrations/tables.ts'
import type { ScheduleRow } from '#studio/schedule/server/lock.ts'
import { schedule } from '#studio/schedule/tables.ts'
import type { EntryWithRegistrants } from '../contract.ts'
import type { Categories, ClassCategory } from '#studio/settings/rules.ts'
import { attendance } from '../tables.ts'
import { withRegistrants } from './people.ts'

/** Entries whose registrants are read at once, to limit memory. */
export const ENTRIES_AT_ONCE = 250

type Read = (limit: number, offset: number) => Promise<ScheduleRow[]>

/**
 * Registrants of consecutive entries, until one file is full; empty entries are left out. A part covers
 * `ENTRIES_AT_ONCE` entries; part 0 is the whole file.
 */
export async function fileOf(db: Tx, settings: Categories, part: number, read: Read) {
  const people: Awaited<ReturnType<typeof withRegistrants>>['people'] = []
  const known = new Set<string>()
  const entries: EntryWithRegistrants[] = []
  let rows = 0
  for (let at = Math.max(1, part); rows < EXPORT_LIMIT; at++) {
    const batch = await read(ENTRIES_AT_ONCE, offsetOf(at, ENTRIES_AT_ONCE))
    const found = await withRegistrants(db, settings, batch)
    const taken = new Set<string>()
    for (const entry of found.entries) {
      const registrants = entry.registrants.slice(0, EXPORT_LIMIT - rows)
      if (registrants.length > 0) entries.push({ ...entry, registrants })
      rows += registrants.length
      for (const { userId } of registrants) taken.add(userId)
    }
    people.push(...found.people.filter(({ id }) => taken.has(id) && !known.has(id)))
    for (const id of taken) known.add(id)
    if (part > 0 || batch.length < ENTRIES_AT_ONCE) break
  }
  return { people, entries, rows }
}

/** The total number of registrants, counted as `withRegistrants` lists them. */
export async function countComing(db: Tx, all: readonly ClassCategory[], within: SQL | undefined): Promise<number> {
  const goesOn = isNull(schedule.cancelledAt)
  const registered = db
    .select({ scheduleId: registrations.scheduleId, userId: registrations.userId })
    .from(registrations)
    .innerJoin(schedule, eq(schedule.id, registrations.scheduleId))
    .where(within)
  const included = db
    .select({ scheduleId: schedule.id, userId: table.id })
    .from(schedule)
    .innerJoin(table, and(eq(table.active, true), isIncludedInEntry(all)))
    .where(and(within, goesOn, notAbsent(schedule.id, table.id)))
  const marked = db
    .select({ scheduleId: attendance.scheduleId, userId: attendance.userId })
    .from(attendance)
    .innerJoin(schedule, eq(schedule.id, attendance.scheduleId))
    .where(and(within, goesOn))
  const [row] = await db.select({ total: count() }).from(union(registered, included, marked).as('coming'))
  return row?.total ?? 0
}
