import { event } from '#server/events.ts'
import type { schedule } from './tables.ts'

type Entry = typeof schedule.$inferSelect

/** Whether people are told at once, or once all that waits can't be undone any more: see server/changes.ts. */
interface Told {
  readonly told: 'now' | 'later'
}

/** An entry was edited: its time, its maximum, its categories, its texts. Or a cancellation of it was undone. */
export const entryChanged = event<{ readonly before: Entry; readonly after: Entry } & Told>('schedule.entryChanged')

/** An entry will not take place. The facts are as they were before, and its places still stand. */
export const entryCancelled = event<{ readonly entry: Entry } & Told>('schedule.entryCancelled')

/** One press has undone what another one had done to several entries. */
export const changeUndone = event<{ readonly changeId: number }>('schedule.changeUndone')

/** An entry without registrations is about to be deleted. */
export const entryDeleted = event<{ readonly entry: Entry }>('schedule.entryDeleted')
