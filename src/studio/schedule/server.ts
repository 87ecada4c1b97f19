import { eq } from 'drizzle-orm'
import { serve, shared } from '#server/procedures.ts'
import { closedFromToday } from '#studio/closures/server/closedDays.ts'
import { closedDays } from '#studio/closures/tables.ts'
import { schedule } from './contract.ts'
import { add, between } from './server/add.ts'
import { deleteEntry, update } from './server/change.ts'
import { addAll, undoablePlans, undoPlans, weekly } from './server/repeat.ts'
import { cancelSeries, editSeries, series, undoable, undoChange } from './server/series.ts'
import { entriesOnClosedDays } from './server/onClosedDays.ts'
import { schedule as table } from './tables.ts'

export const scheduleServer = serve('registrations', schedule, {
  add,
  addAll,
  undoPlans,
  undoablePlans,
  weekly,
  entry: shared([table], async (q, { scheduleId }: { scheduleId: string }) => {
    const [entry] = await q.db.select().from(table).where(eq(table.id, scheduleId))
    return entry ?? null
  }),
  between,
  onClosedDays: shared([closedDays, table], async (q) => {
    const entries = await entriesOnClosedDays(q.db, await closedFromToday(q.db, q), q)
    q.changesAt(entries[0]?.startsAt)
    return entries
  }),
  update,
  delete: deleteEntry,
  series,
  editSeries,
  cancelSeries,
  undoable,
  undoChange,
})
