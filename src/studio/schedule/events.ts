import { event } from '#server/events.ts'
import type { schedule } from './tables.ts'

type Entry = typeof schedule.$inferSelect

/**
 * An entry was edited (time, places, categories, texts), or its cancellation undone. `told`: people are told now;
 * later, when no waiting change can be undone any more (see server/changes.ts); or apart, by the caller.
 */
export const entryChanged = event<{
  readonly before: Entry
  readonly after: Entry
  readonly told: 'now' | 'later' | 'apart'
}>('schedule.entryChanged')

/** An entry has another time. Raised before `entryChanged`, which may give places to waiting people. */
export const timeChanged = event<{ readonly scheduleId: string }>('schedule.timeChanged')

/** Entries were cancelled, which can still be undone. */
export const entriesCancelling = event<{ readonly scheduleIds: readonly string[] }>('schedule.entriesCancelling')

/** An entry was cancelled, which can't be undone any more. Raised before its places end. */
export const entryCancelled = event<{ readonly entry: Entry }>('schedule.entryCancelled')

/** A change of entries was undone. */
export const changeUndone = event<{ readonly changeId: number }>('schedule.changeUndone')

/** Raised before an entry without registrations is deleted; nobody is told when the deletion undoes a plan. */
export const entryDeleted = event<{ readonly entry: Entry; readonly isUndo?: boolean }>('schedule.entryDeleted')
