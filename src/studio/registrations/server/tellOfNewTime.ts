import type { Instant } from '#kernel/time.ts'
import { on } from '#server/events.ts'
import { pushTo } from '#studio/notices/server/push.ts'
import { entryChanged } from '#studio/schedule/events.ts'
import { movedLetter, movedPush } from './letters.ts'
import { includedIn, placesOf, readersFor } from './registrants.ts'

/** Tells everyone who would come that an entry has another date or time; nobody needs to hear of one that has begun. */
export const tellOfNewTime = on(entryChanged, async (c, { before, after }) => {
  if (before.startsAt === after.startsAt && before.endsAt === after.endsAt) return
  if (before.startsAt <= c.now && after.startsAt <= c.now) return
  const places = await placesOf(c.tx, after.id)
  const registered = places.filter(({ person }) => person.active)
  const known = new Set(registered.map(({ person }) => person.id))
  const included = (await includedIn(c.tx, c.settings.classCategories, after)).filter(
    ({ person }) => !known.has(person.id),
  )
  for (const reader of registered.flatMap(readersFor))
    c.mail(movedLetter(c.settings, before, after, reader, 'registered'))
  for (const reader of included.flatMap(readersFor)) c.mail(movedLetter(c.settings, before, after, reader, 'included'))
  const readers = [...registered, ...included].flatMap(readersFor)
  const pushes = readers.map((reader) => movedPush(c.settings, after, reader))
  // nobody should come at the time before, either
  await pushTo(c, 'moved', { id: after.id, at: Math.min(...coming(c.now, before, after)) }, pushes)
})

const coming = (now: Instant, ...entries: readonly { readonly startsAt: Instant }[]): Instant[] =>
  entries.map(({ startsAt }) => startsAt).filter((startsAt) => startsAt > now)
