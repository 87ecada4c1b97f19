import { eq } from 'drizzle-orm'
import { serve, shared } from '#server/procedures.ts'
import { closedFromToday } from '#studio/closures/server/standing.ts'
import { closedDays } from '#studio/closures/tables.ts'
import { schedule } from './contract.ts'
import { add, between } from './server/add.ts'
import { deleteEntry, update } from './server/change.ts'
import { addAll, undoPlans, weekly } from './server/repeat.ts'
import { cancelSeries, editSeries, series, undoable, undoChange } from './server/series.ts'
import { standingOn } from './server/standing.ts'
import { schedule as table } from './tables.ts'

export const scheduleServer = serve('registrations', schedule, {
  add,
  addAll,
  undoPlans,
  weekly,
  entry: shared([table], async (q, { scheduleId }: { scheduleId: string }) => {
    const [entry] = await q.db.select().from(table).where(eq(table.id, scheduleId))
    return entry ?? null
  }),
  between,
  onClosedDays: shared([closedDays, table], async (q) => {
    const standing = await standingOn(q.db, await closedFromToday(q.db, q), q)
    q.changesAt(standing[0]?.startsAt)
    return standing
  }),
  update,
  delete: deleteEntry,
  series,
  editSeries,
  cancelSeries,
  undoable,
  undoChange,
})
