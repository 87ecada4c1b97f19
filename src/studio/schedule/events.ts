import { event } from '#server/events.ts'
import type { schedule } from './tables.ts'

type Entry = typeof schedule.$inferSelect

/** An entry was edited: its time, its maximum, its categories, its texts. */
export const entryChanged = event<{ readonly before: Entry; readonly after: Entry }>('schedule.entryChanged')

/** An entry will not take place. The facts are as they were before, and its places still stand. */
export const entryCancelled = event<{ readonly entry: Entry }>('schedule.entryCancelled')

/** An entry without registrations is about to be deleted. */
export const entryDeleted = event<{ readonly entry: Entry }>('schedule.entryDeleted')
