import { eq } from 'drizzle-orm'
import { newId } from '#kernel/ids.ts'
import { done, refuse } from '#kernel/result.ts'
import { addDays, dateIn } from '#kernel/time.ts'
import { startOfDay } from '#kernel/zone.ts'
import { run, serve, shared } from '#server/procedures.ts'
import { refuseWrong } from '#studio/accounts/rules.ts'
import { closures } from './contract.ts'
import { checkClosedDays, MOST_CLOSED, type ClosedDays } from './rules.ts'
import { holidays } from './server/holidays.ts'
import { closedFromToday } from './server/standing.ts'
import { closedDays } from './tables.ts'

export const closuresServer = serve(closures, {
  list: shared([closedDays], async (q) => {
    const zone = q.settings.timeZone
    q.changesAt(startOfDay(zone, addDays(dateIn(zone, q.now), 1)))
    return await closedFromToday(q.db, q)
  }),
  holidays,
  add: run(async (c, form: ClosedDays) => {
    const wrong = refuseWrong(checkClosedDays(form))
    if (wrong) return wrong
    if ((await closedFromToday(c.tx, c)).length >= MOST_CLOSED) return refuse('tooManyClosedDays')
    const { firstDay, lastDay } = form
    const days = { firstDay, lastDay: lastDay === '' ? firstDay : lastDay, reason: form.reason.trim() }
    const id = newId()
    await c.tx.insert(closedDays).values({ id, ...days, createdAt: c.now })
    c.log({ channel: 'registrations', level: 'info', message: `Closed days added: ${days.reason}.`, metadata: days })
    return done({ id })
  }),
  remove: run(async (c, { id }: { id: string }) => {
    const [gone] = await c.tx.delete(closedDays).where(eq(closedDays.id, id)).returning()
    if (!gone) return done({})
    const { firstDay, lastDay, reason } = gone
    const message = `Closed days removed: ${reason}.`
    c.log({ channel: 'registrations', level: 'info', message, metadata: { firstDay, lastDay } })
    return done({})
  }),
})
