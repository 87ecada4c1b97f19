import { useState } from 'react'
import type { FamilyPerson } from '#studio/families/contract.ts'
import { useFamilyRows } from '#studio/families/parts/useFamilyRows.ts'
import { texts as entryTexts } from '#studio/schedule/messages.ts'
import type { WaitingSlot } from '#studio/courses/parts/waitingSlot.ts'
import { useTexts } from '#web/language.tsx'
import { retryLive, useLive } from '#web/live/useLive.ts'
import { useSteady } from '#web/live/useSteady.ts'
import { useMay } from '#web/me.ts'
import { words } from '#web/messages.ts'
import { useFormats, useNow, useStudio } from '#web/studio.tsx'
import { ByWidth, LIST_REM } from '#web/ui/ByWidth.tsx'
import { ListNews } from '#web/ui/ListNews.tsx'
import { ErrorState, LoadingState } from '#web/ui/states.tsx'
import { registrations } from '../calls.ts'
import { texts } from '../messages.ts'
import { FIRST_WEEKS, spanOf } from '../rules.ts'
import type { OwnAbsence } from '../contract.ts'
import { ClassAction, ClassDialog, type Asked } from './ClassAction.tsx'
import { arrange, offeredCategories, type ClassesView } from './classList.ts'
import { ClassesByDay, ClassTable, type ClassRow } from './ClassRows.tsx'
import { ClassesEnd, ClassesFilter, NoClasses } from './ClassesFrame.tsx'
import { familyRow, namesOf, type PersonsPlace } from './familyRow.ts'
import { usePlaceTexts } from './usePlaceTexts.ts'
import { useClassWaits } from './useClassWaits.ts'
import { useKeptClasses } from './useKeptClasses.ts'
import { WeekStrip } from './WeekStrip.tsx'

interface ViewProps {
  readonly view: ClassesView
  readonly onView: (view: ClassesView) => void
  readonly waiting: WaitingSlot | undefined
}

/** The left column of /classes. The parent keeps the view in the URL. */
export function UpcomingClasses(props: ViewProps) {
  return useMay('see') ? <WithPlaces {...props} /> : <Classes {...props} people={[]} places={[]} absences={[]} />
}

function WithPlaces(props: ViewProps) {
  const { people, rows, state, retry } = useFamilyRows(registrations.mine)
  const absences = useFamilyRows(registrations.absentFrom)
  // wait, else every row would show 'Register' for a moment
  if (state === 'loading' || absences.state === 'loading') return <Loading />
  if (state === 'failed') return <Failed onRetry={retry} />
  if (absences.state === 'failed') return <Failed onRetry={absences.retry} />
  return <Classes {...props} people={people} places={rows} absences={absences.rows} />
}

interface Family {
  readonly people: readonly FamilyPerson[]
  readonly places: readonly PersonsPlace[]
  readonly absences: readonly (OwnAbsence & { readonly person: FamilyPerson })[]
}

function Classes({ view, onView, waiting, people, places, absences }: ViewProps & Family) {
  const t = useTexts(texts)
  const { compare } = useFormats()
  const { classCategories } = useStudio()
  const now = useNow()
  const { dayOf } = usePlaceTexts()
  const [asked, setAsked] = useState<{ scheduleId: string; asked: Asked } | null>(null)
  const classWaits = useClassWaits(waiting)
  const weeks = spanOf(view.weeks ?? FIRST_WEEKS)
  const live = useLive(registrations.upcoming, { weeks })
  const kept = useSteady(live)
  const answer = kept.state === 'ready' ? kept.answer : null
  useKeptClasses(answer?.entries)

  if (live.state === 'refused' || live.state === 'failed') {
    return <Failed onRetry={() => retryLive(registrations.upcoming, { weeks })} />
  }
  if (!answer) return <Loading />

  const placesIn = (id: string) => places.filter(({ scheduleId }) => scheduleId === id)
  const awayFrom = (id: string) =>
    absences.filter(({ scheduleId }) => scheduleId === id).map(({ person }) => person.personId)
  const familyRows = new Map(
    answer.entries.map((entry) => [
      entry.id,
      familyRow(classCategories, entry, people, placesIn(entry.id), now, awayFrom(entry.id)),
    ]),
  )
  const rows = arrange(answer.entries, view, compare).flatMap((entry) => {
    const row = familyRows.get(entry.id)
    return row ? [{ ...row, ...namesOf(row, people), entry, registered: row.places.length > 0 }] : []
  })
  const action = ({ entry }: ClassRow, namedBy: string, stated: boolean) => {
    const row = familyRows.get(entry.id)
    const onAsk = (to: Asked) => setAsked({ scheduleId: entry.id, asked: to })
    return row && <ClassAction {...{ entry, row, people, namedBy, waiting, onAsk, stated }} />
  }
  const waits = ({ entry }: ClassRow, namedBy: string) => {
    const row = familyRows.get(entry.id)
    const onTake = (taker: FamilyPerson) => setAsked({ scheduleId: entry.id, asked: { to: 'register', taker } })
    return row && classWaits(entry, row, people, namedBy, onTake)
  }
  const sort = view.sort ?? 'date'
  const descending = view.order === 'desc'
  const askedEntry = asked && answer.entries.find((entry) => entry.id === asked.scheduleId)
  const askedRow = asked && familyRows.get(asked.scheduleId)
  return (
    <section aria-label={t.upcoming} className="flex min-w-0 flex-col gap-4">
      <h2 className="sr-only">{t.upcoming}</h2>
      <ClassesFilter
        view={view}
        onView={onView}
        categories={offeredCategories(classCategories, answer.entries, view.category)}
      />
      <ListNews name={t.upcoming} count={rows.length} />
      {rows.length === 0 && <NoClasses view={view} onView={onView} more={answer.more} />}
      {rows.length > 0 && (
        <ByWidth
          rem={LIST_REM}
          narrow={<ClassesByDay rows={rows} action={action} waits={waits} byDay={sort === 'date'} />}
          wide={
            <>
              {sort === 'date' && !descending && <WeekStrip days={rows.map(({ entry }) => dayOf(entry.startsAt))} />}
              <ClassTable
                rows={rows}
                action={action}
                waits={waits}
                sort={{ column: sort, direction: descending ? 'descending' : 'ascending' }}
                onSort={({ column, direction }) =>
                  onView({ ...view, sort: column, order: direction === 'descending' ? 'desc' : 'asc' })
                }
              />
            </>
          }
        />
      )}
      <ClassesEnd
        view={view}
        onView={onView}
        shown={rows.length}
        more={answer.more}
        pending={live.state === 'loading'}
      />
      {askedEntry && askedRow && (
        <ClassDialog
          asked={asked.asked}
          entry={askedEntry}
          row={askedRow}
          people={people}
          absent={awayFrom(askedEntry.id)}
          waiting={waiting}
          onClose={() => setAsked(null)}
        />
      )}
    </section>
  )
}

function Loading() {
  const { loading } = useTexts(words)
  return <LoadingState label={loading} count={8} />
}

function Failed({ onRetry }: { onRetry: () => void }) {
  const { loadFailed } = useTexts(entryTexts)
  const { tryAgain } = useTexts(words)
  return <ErrorState text={loadFailed} retryLabel={tryAgain} onRetry={onRetry} />
}
