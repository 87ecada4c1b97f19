import { Plus, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { dateIn } from '#kernel/time.ts'
import { useClosedDays } from '#studio/closures/parts/useClosedDays.ts'
import { closedOn } from '#studio/closures/rules.ts'
import { rooms } from '#studio/rooms/calls.ts'
import { useRoomsAndTeachers, useTaken } from '#studio/rooms/parts/useRoomsAndTeachers.ts'
import { clashesInRoom, clashesOfTeachers, haveTeachers, overlap, type Span, type Taken } from '#studio/rooms/rules.ts'
import { useTexts } from '#web/language.tsx'
import { useLive } from '#web/live/useLive.ts'
import { useLives } from '#web/live/useLives.ts'
import { useFormats, useNow, useStudio } from '#web/studio.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { IconButton } from '#web/ui/Button.tsx'
import { Dotted } from '#web/ui/Dotted.tsx'
import { schedule } from '../calls.ts'
import type { EntryForm, ScheduleEntry } from '../contract.ts'
import { seriesTexts } from '../messages/series.ts'
import { entryFormOf, placesOver } from '../rules/entry.ts'
import { formAfter, type Edit } from '../rules/series.ts'
import type { timesAfter } from '../rules/times.ts'

/** An entry, and its form and times after the edit. */
interface Changed {
  readonly entry: ScheduleEntry
  readonly after: EntryForm
  readonly times: Span
}

type TimesAfter = typeof timesAfter

/** The edited entries; null while the studio's time zone is loading, or without an edit. */
function useChanged(entries: readonly ScheduleEntry[], edit: Edit | null): Changed[] | null {
  const { timeZone } = useStudio()
  const [after, setAfter] = useState<TimesAfter | null>(null)
  useEffect(() => {
    let here = true
    void import('../rules/times.ts').then((loaded) => here && setAfter(() => loaded.timesAfter))
    return () => {
      here = false
    }
  }, [])
  if (!edit || !after) return null
  return entries.map((entry) => {
    const form = entryFormOf(entry, timeZone)
    const changed = formAfter(form, edit.before, edit.typed)
    return { entry, after: changed, times: after(entry, form, changed, timeZone) }
  })
}

/** The dates to be edited or cancelled, with clashes; those left out are struck through. */
export function SeriesDates(props: {
  entry: ScheduleEntry
  entries: readonly ScheduleEntry[]
  /** Number of people included without a registration, by entry id. */
  included: ReadonlyMap<string, number>
  outcome: EditOutcome
  isLeftOut: (entry: ScheduleEntry) => boolean
  onChoose: (entry: ScheduleEntry, wanted: boolean) => void
}) {
  const { entry, entries, included, outcome, isLeftOut } = props
  const t = useTexts(seriesTexts)
  const formats = useFormats()
  const { namesOf } = useRoomsAndTeachers()
  const teachersOf = useTeachers()
  const whatChanges = ({ entry: before, after, times }: Changed): WhatChanges => {
    const moved = times.startsAt !== before.startsAt || times.endsAt !== before.endsAt
    const { roomId = before.roomId, teacherIds = before.teacherIds } = after
    const others = teacherIds.join() !== before.teacherIds.join()
    const roomOf = (id: string | null) => (id === null ? t.noRoom : namesOf({ roomId: id, teacherIds }).room)
    const namesOfTeachers = (ids: readonly string[]) => (ids.length === 0 ? t.noTeacher : teachersOf(ids))
    const sameDay = formats.weekdayAndDay(times.startsAt) === formats.weekdayAndDay(before.startsAt)
    return {
      clock:
        moved && sameDay
          ? fromTo(formats.times(before.startsAt, before.endsAt), formats.times(times.startsAt, times.endsAt))
          : '',
      when: moved ? t.now(formats.dayAndTimes(times.startsAt, times.endsAt)) : '',
      room: roomId !== before.roomId ? fromTo(roomOf(before.roomId), roomOf(roomId)) : '',
      teachers: others ? fromTo(namesOfTeachers(before.teacherIds), namesOfTeachers(teacherIds)) : '',
    }
  }
  const changes = new Map(
    outcome.changed.filter((one) => !isLeftOut(one.entry)).map((one) => [one.entry, whatChanges(one)]),
  )
  const common = inCommon([...changes.values()])
  return (
    <div className="flex flex-col gap-2">
      {Object.values(common).some(Boolean) && (
        <p className="font-semibold tabular-nums">
          <Dotted>{[common.clock, common.room, common.teachers]}</Dotted>
        </p>
      )}
      <ul aria-label={t.dates} className="flex flex-col divide-y divide-line">
        {entries.map((one) => {
          const left = isLeftOut(one)
          const after = outcome.changed.find((each) => each.entry === one)
          const becomes = differing(changes.get(one), common)
          const day = formats.weekdayAndDay(one.startsAt)
          const Icon = left ? Plus : X
          return (
            <li key={one.id} className="flex min-h-14 items-center gap-2 py-1 tabular-nums">
              <div className="flex min-w-0 flex-1 flex-col gap-1">
                <span className={left ? 'text-muted line-through' : undefined}>
                  {common.clock && !left
                    ? formats.weekdayAndDay(one.startsAt)
                    : formats.dayAndTimes(one.startsAt, one.endsAt)}
                </span>
                {becomes.length > 0 && (
                  <span className="font-semibold">
                    <Dotted>{becomes}</Dotted>
                  </span>
                )}
                <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
                  {t.registered(one.registeredCount, included.get(one.id) ?? 0)}
                  {!left && after && <Notes {...outcome.notesOf(after)} />}
                </span>
              </div>
              {one.id !== entry.id && (
                <IconButton
                  label={left ? t.takeIn(day) : t.leaveOut(day)}
                  icon={<Icon aria-hidden="true" className="size-4" />}
                  onPress={() => props.onChoose(one, left)}
                />
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** What an edit changes of an entry, in words; empty strings for what stays. */
interface WhatChanges {
  /** Old and new time of day, if the day stays. */
  readonly clock: string
  /** The entry's present day and times. */
  readonly when: string
  readonly room: string
  readonly teachers: string
}

/** Changes that are the same for all of several entries, which are shown once. */
function inCommon(all: readonly WhatChanges[]): Omit<WhatChanges, 'when'> {
  const of = (name: keyof WhatChanges) => {
    const [first = '', ...others] = all.map((one) => one[name])
    return others.length > 0 && others.every((other) => other === first) ? first : ''
  }
  return { clock: of('clock'), room: of('room'), teachers: of('teachers') }
}

/** The other changes, shown in each line. */
const differing = (one: WhatChanges | undefined, common: Omit<WhatChanges, 'when'>): string[] =>
  one
    ? [common.clock ? '' : one.when, common.room ? '' : one.room, common.teachers ? '' : one.teachers].filter(Boolean)
    : []

/** Names without a value, such as of a teacher who has left, are left out. */
const fromTo = (before: string | null, after: string | null) => [before, after].filter(Boolean).join(' → ')

/** Names of everybody who can teach, including those without a class so far. */
function useTeachers() {
  const [live] = useLives(rooms.staff, haveTeachers(useStudio().features) ? [{}] : [])
  const staff = live?.state === 'ready' ? live.answer : []
  return (ids: readonly string[]) => ids.flatMap((id) => staff.find((one) => one.id === id)?.name ?? []).join(', ')
}

/** The edited entries, their clashes, and why the server would refuse the edit. */
export interface EditOutcome {
  readonly changed: readonly Changed[]
  readonly notesOf: (changed: Changed) => NotesOf
  readonly whyNot: string | undefined
}

/** Uses the same rules as the server. */
export function useEditOutcome(
  entries: readonly ScheduleEntry[],
  edit: Edit | null,
  isLeftOut: (entry: ScheduleEntry) => boolean,
  included: ReadonlyMap<string, number>,
): EditOutcome {
  const t = useTexts(seriesTexts)
  const changed = useChanged(entries, edit) ?? []
  const chosen = changed.filter((one) => !isLeftOut(one.entry))
  const notesOf = useNotes(chosen, included)
  const notes = chosen.map(notesOf)
  // with rooms switched off, saving drops a clashing room instead of refusing
  const hasRooms = useStudio().features.includes('rooms')
  const inRoom = hasRooms ? notes.flatMap((one) => one.inRoom ?? [])[0] : undefined
  const places = notes.flatMap((one) => one.fewPlaces ?? [])[0]
  const whyFew = places === undefined ? undefined : t.whyFewPlaces(places)
  return { changed, notesOf, whyNot: inRoom ? t.whyRoomTaken(inRoom.title) : whyFew }
}

interface NotesOf {
  readonly isPast: boolean
  readonly closed: string | undefined
  /** Number of taken places, if it exceeds the new maximum. */
  readonly fewPlaces: number | undefined
  /** The same, if only with those who are included: that is allowed. */
  readonly over: number | null
  readonly inRoom: Taken | undefined
  readonly ofTeacher: { readonly title: string; readonly names: string } | undefined
  readonly beside: readonly string[]
}

function useNotes(chosen: readonly Changed[], included: ReadonlyMap<string, number>): (changed: Changed) => NotesOf {
  const { timeZone } = useStudio()
  const now = useNow()
  const { namesOf } = useRoomsAndTeachers()
  const closed = useClosedDays()
  const from = Math.min(now, ...chosen.map(({ times }) => times.startsAt))
  const until = Math.max(now, ...chosen.map(({ times }) => times.endsAt))
  const [startDate, endDate] = [dateIn(timeZone, from), dateIn(timeZone, until)]
  const isChosen = (id: string) => chosen.some(({ entry }) => entry.id === id)
  const taken = useTaken({ from: Math.floor(from / HALF_DAY) * HALF_DAY, until }).filter(
    ({ ownerId }) => !isChosen(ownerId),
  )
  const existingLive = useLive(schedule.between, { startDate, endDate })
  const existing = existingLive.state === 'ready' ? existingLive.answer.filter(({ id }) => !isChosen(id)) : []
  return ({ entry, after, times }) => {
    const { roomId = null, teacherIds = [] } = after
    const moved = times.startsAt !== entry.startsAt || times.endsAt !== entry.endsAt
    const [inRoom] = clashesInRoom(roomId, [times], taken)
    const [busy] = clashesOfTeachers(teacherIds, [times], taken)
    const beside = moved ? existing.filter((one) => overlap(one, times) && one.id !== inRoom?.ownerId) : []
    const places = entry.registeredCount + entry.heldCount
    const busyIds = busy?.teacherIds.filter((id) => teacherIds.includes(id)) ?? []
    return {
      isPast: times.startsAt < now,
      closed: moved ? closedOn(closed, dateIn(timeZone, times.startsAt))?.reason : undefined,
      fewPlaces: (after.maxParticipants ?? places) < places ? places : undefined,
      over: placesOver({ ...entry, includedCount: included.get(entry.id) ?? 0 }, after),
      inRoom,
      ofTeacher:
        busy && busy !== inRoom
          ? { title: busy.title, names: namesOf({ roomId: null, teacherIds: busyIds }).teachers }
          : undefined,
      beside: beside.map(({ className }) => className),
    }
  }
}

function Notes({ isPast, closed, fewPlaces, over, inRoom, ofTeacher, beside }: NotesOf) {
  const t = useTexts(seriesTexts)
  return (
    <>
      {isPast && <Badge tone="warning">{t.past}</Badge>}
      {closed !== undefined && <Badge tone="warning">{t.closed(closed)}</Badge>}
      {fewPlaces !== undefined && <Badge tone="danger">{t.fewPlaces(fewPlaces)}</Badge>}
      {over !== null && <Badge tone="warning">{t.fewPlaces(over)}</Badge>}
      {inRoom && <Badge tone="danger">{t.roomTaken(inRoom.title)}</Badge>}
      {ofTeacher && <Badge tone="warning">{t.teacherTaken(ofTeacher.names, ofTeacher.title)}</Badge>}
      {beside.length > 0 && <Badge>{t.beside(beside.join(', '))}</Badge>}
    </>
  )
}

/** Milliseconds. Query inputs are rounded to it, so that they stay the same while time passes. */
const HALF_DAY = 43_200_000
