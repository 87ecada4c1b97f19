// Once what was done to entries stands, each person gets one letter, and places in cancelled ones end.
import { createHash } from 'node:crypto'
import type { Span } from '#kernel/clock.ts'
import type { Instant } from '#kernel/time.ts'
import { on } from '#server/events.ts'
import { does } from '#server/jobs/jobs.ts'
import type { CommandContext } from '#server/procedures.ts'
import type { Reader } from '#studio/notices/server/readers.ts'
import { readersOf } from '#studio/notices/server/readers.ts'
import { tell, type About } from '#studio/notices/server/tell.ts'
import { whereAndWhoOf, type Placed, type WhereAndWho } from '#studio/rooms/server/whereAndWho.ts'
import { entryCancelled, entryChanged } from '#studio/schedule/events.ts'
import { isUndoable } from '#studio/schedule/rules/changes.ts'
import {
  forgetChanges,
  lockChanges,
  tellOfChanges,
  type Change,
  type ChangedEntry,
} from '#studio/schedule/server/changes.ts'
import { eventOf } from '#studio/schedule/server/calendar.ts'
import type { ScheduleRow } from '#studio/schedule/server/lock.ts'
import { changedText, isNews, type ToldEntry } from './letters.ts'
import { includedIn, placesIn } from './registrants.ts'
import { cancelled, moved, takeBackOf, type KnownTo } from './takeBack.ts'

export const tellsOfChanges = does(tellOfChanges, async (c) => {
  const { changes, changed, entries } = await lockChanges(c)
  // the last of them tells of all, so that nobody is told twice
  if (changes.some((change) => isUndoable(change, c.now))) return
  const settled = entries.map((entry) => ({ entry, history: historyOf(entry, changes, changed) }))
  const cancelledIds = entries.filter(({ cancelledAt }) => cancelledAt !== null).map(({ id }) => id)
  // before its places end
  const letters = await lettersOf(c, settled, await takeBackOf(c, cancelledIds))
  for (const { entry } of settled) if (entry.cancelledAt !== null) await c.raise(entryCancelled, { entry })
  await tellAll(c, letters)
  await forgetChanges(
    c,
    changes.map(({ id }) => id),
  )
})

/** Tells at once of an edit that can't be undone; nobody needs to hear of one that has begun. */
export const tellOfEdit = on(entryChanged, async (c, { before, after, told }) => {
  if (told !== 'now' || Math.max(before.startsAt, after.startsAt) <= c.now) return
  await tellAll(c, await lettersOf(c, [{ entry: after, history: [{ before, at: c.now }] }]))
})

/** How one entry was before each thing that was done to it, the first first. */
type History = readonly { readonly at: Instant; readonly before: Span & Placed }[]
interface Settled {
  readonly entry: ScheduleRow
  readonly history: History
}

const historyOf = ({ id }: ScheduleRow, changes: readonly Change[], changed: readonly ChangedEntry[]): History =>
  changed
    .filter(({ scheduleId }) => scheduleId === id)
    .flatMap((one) => {
      const change = changes.find((each) => each.id === one.changeId)
      return change ? [{ at: change.at, before: one.before }] : []
    })

/** Whom to tell, each of all that is of interest to them. */
async function lettersOf(c: CommandContext, all: readonly Settled[], knownTo: KnownTo = () => undefined) {
  const places = await placesIn(
    c.tx,
    all.map(({ entry }) => entry.id),
  )
  const coming: { settled: Settled; personIds: Map<string, Place | null> }[] = []
  for (const settled of all.toSorted((a, b) => a.entry.startsAt - b.entry.startsAt)) {
    const { entry } = settled
    // of each entry by itself: somebody may come to one and not to the next
    const ids = await includedIn(c.tx, c.settings.classCategories, entry)
    // nobody who is not active needs to hear of a new time
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
  return readers.map((reader) => ({
    reader,
    told: coming.flatMap(({ settled, personIds }) => {
      const place = personIds.get(reader.personId)
      return place === undefined ? [] : toldOf(settled, place, named, knownTo(reader, settled.entry))
    }),
  }))
}

type Place = Awaited<ReturnType<typeof placesIn>>[number]

/** What somebody is told of an entry; nothing where it is as they know it. */
function toldOf(
  { entry, history }: Settled,
  place: Place | null,
  named: (one: Placed) => WhereAndWho,
  untold: Span | undefined,
): ToldEntry[] {
  const since = place?.registration.createdAt ?? -Infinity
  const known = history.find(({ at }) => at >= since)?.before ?? entry
  const said = (one: Span & Placed) => ({ startsAt: one.startsAt, endsAt: one.endsAt, place: named(one) })
  const told = {
    event: eventOf(entry),
    series: entry.seriesId ?? entry.id,
    before: { ...said(known), ...untold },
    now: entry.cancelledAt === null ? said(entry) : null,
    place,
  }
  return isNews(told) ? [told] : []
}

/** Tells those together who are told of the same classes. */
async function tellAll(c: CommandContext, letters: Awaited<ReturnType<typeof lettersOf>>): Promise<void> {
  const alike = new Map<string, Map<Reader, readonly ToldEntry[]>>()
  for (const { reader, told } of letters) {
    const about = JSON.stringify(aboutOf(told, c.now))
    const toldTo = alike.get(about) ?? new Map<Reader, readonly ToldEntry[]>()
    alike.set(about, toldTo.set(reader, told))
  }
  for (const toldTo of alike.values()) {
    const [told = []] = toldTo.values()
    const about = aboutOf(told, c.now)
    if (!about) continue
    const kind = told.some(({ now }) => now === null) ? cancelled : moved
    await tell(c, kind, about, [...toldTo.keys()], (reader) =>
      changedText(c.settings, toldTo.get(reader) ?? [], reader),
    )
  }
}

/** What a letter is about, and until when somebody wants to hear of it; null where all of it is over. */
function aboutOf(told: readonly ToldEntry[], now: Instant): About | null {
  const spans = told.flatMap((one) => (one.now ? [one.before, one.now] : [one.before]))
  // whoever is on the way to a class that runs wants to hear of it, too
  const times = spans.flatMap(({ startsAt, endsAt }) => [startsAt, endsAt].find((at) => at > now) ?? [])
  if (times.length === 0) return null
  return { subject: subjectOf(told), version: now, at: Math.min(...times), until: Math.max(...times) }
}

/** One class, or what was planned together: a push about it takes the place of an earlier one about the same. */
function subjectOf(told: readonly ToldEntry[]): string {
  const [only, ...others] = told
  if (only && others.length === 0) return only.event.id
  const all = [...new Set(told.map(({ series }) => series))].toSorted()
  const [one, ...more] = all
  if (one !== undefined && more.length === 0) return one
  return createHash('sha256').update(all.join(' ')).digest('base64url').slice(0, 32)
}
