import { event } from '#server/events.ts'
import type { schedule } from './tables.ts'

type Entry = typeof schedule.$inferSelect

/**
 * An entry was edited: its time, its maximum, its categories, its texts. Or a cancellation of it was undone. People are
 * told at once, once all that waits can't be undone any more (see server/changes.ts), or by whoever did it.
 */
export const entryChanged = event<{
  readonly before: Entry
  readonly after: Entry
  readonly told: 'now' | 'later' | 'apart'
}>('schedule.entryChanged')

/** A press has cancelled entries, and can still be undone. */
export const entriesCancelling = event<{ readonly scheduleIds: readonly string[] }>('schedule.entriesCancelling')

/** An entry will not take place, and that can't be undone any more. Its places still stand. */
export const entryCancelled = event<{ readonly entry: Entry }>('schedule.entryCancelled')

/** One press has undone what another one had done to entries. */
export const changeUndone = event<{ readonly changeId: number }>('schedule.changeUndone')

/** An entry without registrations is about to be deleted; by undoing the press that planned it, nobody is told. */
export const entryDeleted = event<{ readonly entry: Entry; readonly isUndo?: boolean }>('schedule.entryDeleted')
