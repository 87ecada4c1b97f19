import { newId } from '#kernel/ids.ts'
import { done, refuse } from '#kernel/result.ts'
import type { LocalDate } from '#kernel/time.ts'
import type { CommandContext } from '#server/procedures.ts'
import { refuseWrong } from '#studio/accounts/rules.ts'
import { daysOffChanged } from '../events.ts'
import { logLines } from '../messages/log.ts'
import { checkClosedDays, closedOn, MOST_CLOSED, spanOf, type ClosedDays } from '../rules.ts'
import { closedDays } from '../tables.ts'
import { closedFromToday } from './closedDays.ts'

/** Adds all or none; courses are left out, except on closed days that contain one of the days in `coursesGoOn`. */
export async function addClosedDays(
  c: CommandContext,
  forms: readonly ClosedDays[],
  coursesGoOn: readonly LocalDate[] = [],
) {
  for (const form of forms) {
    const wrong = refuseWrong(checkClosedDays(form))
    if (wrong) return wrong
  }
  if ((await closedFromToday(c.tx, c)).length + forms.length > MOST_CLOSED) return refuse('tooManyClosedDays')
  const added = forms.map((form) => {
    const days = spanOf(form)
    const goOn = coursesGoOn.some((day) => closedOn([days], day))
    return { ...days, id: newId(), extendedBy: 0, coursesOffAt: goOn ? null : c.now, createdAt: c.now }
  })
  await c.tx.insert(closedDays).values(added)
  for (const { firstDay, lastDay, reason } of added) {
    const metadata = { firstDay, lastDay, reason }
    c.log({ channel: 'registrations', level: 'info', message: logLines.added(reason), metadata })
  }
  await c.raise(daysOffChanged, { before: [], after: added.filter(({ coursesOffAt }) => coursesOffAt !== null) })
  return done(added)
}
