import { eq } from 'drizzle-orm'
import { newId } from '#kernel/ids.ts'
import { done, refuse } from '#kernel/result.ts'
import { addDays, dateIn } from '#kernel/time.ts'
import { startOfDay } from '#kernel/zone.ts'
import { run, serve, shared, type CommandContext } from '#server/procedures.ts'
import { refuseWrong } from '#studio/accounts/rules.ts'
import { closures } from './contract.ts'
import { checkClosedDays, MOST_CLOSED, type ClosedDays } from './rules.ts'
import { holidays } from './server/holidays.ts'
import { closedFromToday } from './server/standing.ts'
import { closedDays } from './tables.ts'

async function add(c: CommandContext, forms: readonly ClosedDays[]) {
  for (const form of forms) {
    const wrong = refuseWrong(checkClosedDays(form))
    if (wrong) return wrong
  }
  if ((await closedFromToday(c.tx, c)).length + forms.length > MOST_CLOSED) return refuse('tooManyClosedDays')
  const added = forms.map(({ firstDay, lastDay, reason }) => ({
    firstDay,
    lastDay: lastDay === '' ? firstDay : lastDay,
    reason: reason.trim(),
  }))
  const rows = added.map((days) => ({ id: newId(), ...days, createdAt: c.now }))
  await c.tx.insert(closedDays).values(rows)
  for (const days of added)
    c.log({ channel: 'registrations', level: 'info', message: `Closed days added: ${days.reason}.`, metadata: days })
  return done(rows.map(({ id }) => id))
}

export const closuresServer = serve(closures, {
  list: shared([closedDays], async (q) => {
    const zone = q.settings.timeZone
    q.changesAt(startOfDay(zone, addDays(dateIn(zone, q.now), 1)))
    return await closedFromToday(q.db, q)
  }),
  holidays,
  add: run(async (c, form: ClosedDays) => {
    const added = await add(c, [form])
    return added.ok ? done({ id: added.value[0] ?? '' }) : added
  }),
  addAll: run(async (c, { days }: { days: readonly ClosedDays[] }) => {
    const added = await add(c, days)
    return added.ok ? done({}) : added
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
