import { asc, gt } from 'drizzle-orm'
import { groupedBy } from '#kernel/grouped.ts'
import { shared } from '#server/procedures.ts'
import { heldPlaces } from '../tables.ts'

export const held = shared([heldPlaces], async (q) => {
  const found = await q.db
    .select({ scheduleId: heldPlaces.scheduleId, until: heldPlaces.until })
    .from(heldPlaces)
    .where(gt(heldPlaces.until, q.now))
    .orderBy(asc(heldPlaces.until), asc(heldPlaces.scheduleId))
  const [next] = found
  if (next) q.changesAt(next.until)
  return [...groupedBy(found, ({ scheduleId }) => scheduleId)].map(([scheduleId, places]) => ({
    scheduleId,
    count: places.length,
    until: places[0].until,
  }))
})
