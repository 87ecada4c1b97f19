// When changes to entries can't be undone any more, writes one letter to each person, and ends places in cancelled
// entries.
import type { Span } from '#kernel/clock.ts'
import { on } from '#server/events.ts'
import { does } from '#server/jobs/jobs.ts'
import type { CommandContext } from '#server/procedures.ts'
import { readersOf } from '#studio/notices/server/readers.ts'
import { roomsOf, type RoomOf } from '#studio/rooms/server/roomOf.ts'
import { whereAndWhoOf, type Placed, type WhereAndWho } from '#studio/rooms/server/whereAndWho.ts'
import { entryCancelled, entryChanged } from '#studio/schedule/events.ts'
import { isUndoable } from '#studio/schedule/rules/changes.ts'
import {
  actorOf,
  forgetChanges,
  lockChanges,
  tellOfChanges,
  type Change,
  type ChangedEntry,
  type Step,
} from '#studio/schedule/server/changes.ts'
import { eventOf } from '#studio/schedule/server/calendar.ts'
import type { ScheduleRow } from '#studio/schedule/server/lock.ts'
import { changesTold } from '../events.ts'
import { changedText, isNews, type ToldEntry } from './letters.ts'
import { includedIn, placesIn } from './registrants.ts'
import { cancelled, moved, takeBackOf, type KnownTo } from './takeBack.ts'
import { tellAlike } from './tellAlike.ts'
import { tellTeachers, type Settled } from './tellTeachers.ts'

export const tellsOfChanges = does(tellOfChanges, async (c) => {
  const { changes, changed, entries } = await lockChanges(c)
  // wait for the last change, which tells about all, so that no one is told twice
  if (changes.some((change) => isUndoable(change, c.now))) return
  const settled = entries.map((entry) => ({ entry, history: historyOf(entry, changes, changed) }))
  await tellTeachers(c, settled)
  const cancelledIds = entries.filter(({ cancelledAt }) => cancelledAt !== null).map(({ id }) => id)
  // collect readers before their places end
  const letters = await lettersOf(c, settled, await takeBackOf(c, cancelledIds))
  for (const { entry } of settled) if (entry.cancelledAt !== null) await c.raise(entryCancelled, { entry })
  await tellAll(c, letters)
  for (const one of settled) await raiseTold(c, one)
  await forgetChanges(
    c,
    changes.map(({ id }) => id),
  )
})

/** Tells at once about an edit that can't be undone; not about an entry that has begun. */
export const tellOfEdit = on(entryChanged, async (c, { before, after, told }) => {
  if (told !== 'now' || Math.max(before.startsAt, after.startsAt) <= c.now) return
  const settled = [
    { entry: after, history: [{ kind: 'edited', at: c.now, before, after, knownTo: actorOf(c) }] },
  ] as const
  await tellTeachers(c, settled)
  await tellAll(c, await lettersOf(c, settled))
  for (const one of settled) await raiseTold(c, one)
})

/** Waiting people are told as well. */
async function raiseTold(c: CommandContext, { entry, history }: Settled): Promise<void> {
  if (entry.cancelledAt !== null) return
  const times = history.map(({ at, before: { startsAt, endsAt } }) => ({ at, startsAt, endsAt }))
  await c.raise(changesTold, { scheduleId: entry.id, history: times })
}

/** Changes of one entry, oldest first. */
const historyOf = ({ id }: ScheduleRow, changes: readonly Change[], changed: readonly ChangedEntry[]): Step[] =>
  changed
    .filter(({ scheduleId }) => scheduleId === id)
    .flatMap(({ changeId, before, after }) => {
      const change = changes.find(({ id }) => id === changeId)
      return change ? [{ kind: change.kind, at: change.at, knownTo: change.knownTo, before, after }] : []
    })

/** Readers, each with all changes that concern them. */
async function lettersOf(c: CommandContext, all: readonly Settled[], knownTo: KnownTo = () => undefined) {
  const places = await placesIn(
    c.tx,
    all.map(({ entry }) => entry.id),
  )
  const coming: { settled: Settled; personIds: Map<string, Place | null> }[] = []
  for (const settled of all.toSorted((a, b) => a.entry.startsAt - b.entry.startsAt)) {
    const { entry } = settled
    // per entry: a person may come to one and not to the next
    const ids = await includedIn(c.tx, c.settings.classCategories, entry)
    // inactive people are told about a cancellation only
    const own = places
      .filter(({ registration }) => registration.scheduleId === entry.id)
      .filter(({ person }) => entry.cancelledAt !== null || person.active)
    const personIds = new Map<string, Place | null>(ids.map((id) => [id, null]))
    for (const place of own) personIds.set(place.person.id, place)
    coming.push({ settled, personIds })
  }
  const readers = await readersOf(
    c.tx,
    coming.flatMap(({ personIds }) => [...personIds.keys()]),
  )
  const named = await whereAndWhoOf(
    c,
    all.flatMap(({ entry, history }) => [entry, ...history.map(({ before }) => before)]),
  )
  const roomOf = await roomsOf(c.tx, c.settings)
  return readers.map((reader) => ({
    reader,
    told: coming.flatMap(({ settled, personIds }) => {
      const place = personIds.get(reader.personId)
      return place === undefined ? [] : toldOf(settled, place, { named, roomOf }, knownTo(reader, settled.entry))
    }),
  }))
}

type Place = Awaited<ReturnType<typeof placesIn>>[number]

/** What a person is told about an entry; empty if they know it already. */
function toldOf(
  { entry, history }: Settled,
  place: Place | null,
  { named, roomOf }: { named: (one: Placed) => WhereAndWho; roomOf: RoomOf },
  untold: Span | undefined,
): ToldEntry[] {
  const since = place?.registration.createdAt ?? -Infinity
  const known = history.find(({ at }) => at >= since)?.before ?? entry
  const said = (one: Span & Placed) => ({ startsAt: one.startsAt, endsAt: one.endsAt, where: named(one) })
  const told = {
    event: eventOf(entry, roomOf),
    series: entry.seriesId ?? entry.id,
    before: { ...said(known), ...untold },
    now: entry.cancelledAt === null ? said(entry) : null,
    place,
  }
  return isNews(told) ? [told] : []
}

/** Tells readers with the same classes together. */
const tellAll = (c: CommandContext, letters: Awaited<ReturnType<typeof lettersOf>>): Promise<void> =>
  tellAlike(
    c,
    letters,
    (told) => (told.some(({ now }) => now === null) ? cancelled : moved),
    (told, reader) => changedText(c.settings, told, reader),
  )
