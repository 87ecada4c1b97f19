import { on } from '#server/events.ts'
import { entryChanged } from '#studio/schedule/events.ts'
import { movedLetter } from './letters.ts'
import { includedIn, placesOf, readersFor } from './registrants.ts'

/** Tells everyone who would come that an entry has another date or time; nobody needs to hear of one that has begun. */
export const tellOfNewTime = on(entryChanged, async (c, { before, after }) => {
  if (before.startsAt === after.startsAt && before.endsAt === after.endsAt) return
  if (before.startsAt <= c.now && after.startsAt <= c.now) return
  const places = await placesOf(c.tx, after.id)
  const registered = places.filter(({ person }) => person.active)
  const known = new Set(registered.map(({ person }) => person.id))
  const included = (await includedIn(c.tx, after)).filter(({ person }) => !known.has(person.id))
  for (const reader of registered.flatMap(readersFor))
    c.mail(movedLetter(c.settings, before, after, reader, 'registered'))
  for (const reader of included.flatMap(readersFor)) c.mail(movedLetter(c.settings, before, after, reader, 'included'))
})
