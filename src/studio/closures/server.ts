import { eq } from 'drizzle-orm'
import { done } from '#kernel/result.ts'
import { addDays, dateIn } from '#kernel/time.ts'
import { startOfDay } from '#kernel/zone.ts'
import { run, serve, shared } from '#server/procedures.ts'
import { closures } from './contract.ts'
import { daysOffChanged } from './events.ts'
import { logLines } from './messages/log.ts'
import type { ClosedDays } from './rules.ts'
import { addClosedDays } from './server/add.ts'
import { holidayCalled, holidays } from './server/holidays.ts'
import { closedFromToday, letCoursesGoOn } from './server/closedDays.ts'
import { closedDays } from './tables.ts'

export const closuresServer = serve('registrations', closures, {
  list: shared([closedDays], async (q) => {
    const zone = q.settings.timeZone
    q.changesAt(startOfDay(zone, addDays(dateIn(zone, q.now), 1)))
    const closed = await closedFromToday(q.db, q)
    return await Promise.all(
      closed.map(async ({ coursesOffAt, ...days }) => {
        return { ...days, coursesGoOn: coursesOffAt === null, holiday: await holidayCalled(days) }
      }),
    )
  }),
  holidays,
  add: run(async (c, form: ClosedDays) => {
    const added = await addClosedDays(c, [form])
    return added.ok ? done({ id: added.value[0]?.id ?? '' }) : added
  }),
  addAll: run(async (c, { days }: { days: readonly ClosedDays[] }) => {
    const added = await addClosedDays(c, days)
    return added.ok ? done({}) : added
  }),
  remove: run(async (c, { id }: { id: string }) => {
    const [gone] = await c.tx.delete(closedDays).where(eq(closedDays.id, id)).returning()
    if (!gone) return done({})
    if (gone.coursesOffAt !== null) await c.raise(daysOffChanged, { before: [gone], after: [] })
    const { firstDay, lastDay, reason } = gone
    const message = logLines.removed(reason)
    c.log({ channel: 'registrations', level: 'info', message, metadata: { firstDay, lastDay } })
    return done({})
  }),
  letCoursesGoOn: run(async (c, { ids }: { ids: readonly string[] }) => {
    await letCoursesGoOn(c, ids)
    c.log({
      channel: 'courses',
      level: 'info',
      message: logLines.coursesGoOn,
      metadata: { ids },
    })
    return done({})
  }),
})
