import { sql } from 'drizzle-orm'
import type { Instant } from '#kernel/time.ts'
import { Budget } from '#server/commands/budget.ts'
import { Limits } from '#server/commands/limits.ts'
import { Turns } from '#server/commands/turns.ts'
import type { CommandServices } from '#server/commands/runCommand.ts'
import type { Database } from '#server/db/database.ts'
import { outbox, rateLimits } from '#server/db/tables.ts'
import { Calendar } from './calendar.ts'
import { Chance } from './chance.ts'
import { takeAttendance } from './desk.ts'
import { Diary } from './diary.ts'
import { planLessons } from './habits.ts'
import { FIRST_DAY, openStudio } from './opening.ts'
import { planCourses, planFullLessons, planOffice, planMember, planPayments } from './scenes.ts'
import { Visits } from './visits.ts'
import { World } from './world.ts'

const SEED = 20_07_1998

/**
 * Fills an empty database with six and a half weeks of a studio's life up to `now`, through the product's own commands
 * and on a clock that walks along, so that it is consistent by construction. Throws at the first refusal. No mail goes
 * out: run it before there is a mailer.
 */
export async function makeSampleStudio(
  parts: Pick<CommandServices, 'database' | 'settings' | 'identify' | 'identifyCall' | 'raise'>,
  now: Instant,
  say: (line: string) => void = () => {},
): Promise<void> {
  const calendar = new Calendar(parts.settings.timeZone, now)
  const diary = new Diary(calendar.at(FIRST_DAY, '08:00'), now)
  const database = hasty(parts.database)
  const services: CommandServices = {
    ...parts,
    database,
    // one address signs everybody up, and weeks pass in seconds
    limits: new Limits(database, 1_000_000),
    budget: new Budget(1_000_000),
    turns: new Turns(),
    clock: () => diary.look(),
    changed: () => {},
    mailQueued: () => {},
    jobQueued: () => {},
    report: () => {},
    uses: { note: () => {} },
  }
  const visits = new Visits(services)
  const world = new World({ visits, diary, calendar, chance: new Chance(SEED) })

  say('Making a sample studio: its people, its timetable and the last six weeks …')
  await openStudio(world, services)
  planLessons(world)
  for (const entry of world.entries) takeAttendance(world, entry)
  planMember(world)
  planPayments(world)
  planCourses(world)
  planOffice(world)
  planFullLessons(world)
  for (let day = FIRST_DAY; day <= 0; day += 7) {
    await diary.live(calendar.at(day + 7, '00:00'))
    const week = Math.min(7, (day - FIRST_DAY) / 7 + 1)
    say(`  week ${week} of 7: ${world.members.size} people, ${visits.calls} calls`)
  }
  await diary.live(now)
  // letters to people who don't exist, sessions that no browser has, and counts of an address that nobody has
  await parts.database.transaction(async (tx) => {
    await tx.execute(sql`delete from sessions where status = 'active'`)
    await tx.delete(outbox)
    await tx.delete(rateLimits)
  })
}

/** Commits without waiting for the disk: nothing counts before all of it is there, and the last commit waits. */
function hasty(database: Database): Database {
  return {
    ...database,
    transaction: (work, options) =>
      database.transaction(async (tx) => {
        if (!options?.readOnly) await tx.execute('set local synchronous_commit = off')
        return work(tx)
      }, options),
  }
}
