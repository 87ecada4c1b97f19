import { eq } from 'drizzle-orm'
import { serve, shared } from '#server/procedures.ts'
import { schedule } from './contract.ts'
import { add, timesOfClass } from './server/add.ts'
import { deleteEntry, update } from './server/change.ts'
import { schedule as table } from './tables.ts'

export const scheduleServer = serve(schedule, {
  add,
  entry: shared(['schedule'], async (q, { scheduleId }: { scheduleId: string }) => {
    const [entry] = await q.db.select().from(table).where(eq(table.id, scheduleId))
    return entry ?? null
  }),
  timesOfClass,
  update,
  delete: deleteEntry,
})
