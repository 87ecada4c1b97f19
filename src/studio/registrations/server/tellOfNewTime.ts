import type { Instant } from '#kernel/time.ts'
import { on } from '#server/events.ts'
import { readersOf } from '#studio/notices/server/readers.ts'
import { letterKind, tell } from '#studio/notices/server/tell.ts'
import { entryChanged } from '#studio/schedule/events.ts'
import { movedText } from './letters.ts'
import { comingTo } from './registrants.ts'

const moved = letterKind('registrations.moved', 'moved')

/** Tells everyone who would come that an entry has another date or time; nobody needs to hear of one that has begun. */
export const tellOfNewTime = on(entryChanged, async (c, { before, after, told }) => {
  if (told === 'later') return
  if (before.startsAt === after.startsAt && before.endsAt === after.endsAt) return
  const at = Math.min(...coming(c.now, before, after))
  if (at === Infinity) return
  const { registered, included } = await comingTo(c.tx, c.settings.classCategories, after)
  const comes = new Set(registered)
  const readers = await readersOf(c.tx, [...registered, ...included])
  // nobody should come at the time before, either
  await tell(c, moved, { subject: after.id, version: c.now, at }, readers, (reader) =>
    movedText(c.settings, before, after, reader, comes.has(reader.personId) ? 'registered' : 'included'),
  )
})

const coming = (now: Instant, ...entries: readonly { readonly startsAt: Instant }[]): Instant[] =>
  entries.map(({ startsAt }) => startsAt).filter((startsAt) => startsAt > now)
