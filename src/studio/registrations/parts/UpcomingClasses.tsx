import { useState } from 'react'
import { texts as entryTexts } from '#studio/schedule/messages.ts'
import { useWhyNotRegister } from '#studio/accounts/parts/useWhyNotRegister.ts'
import { useTexts } from '#web/language.tsx'
import { retryLive, useLive } from '#web/live/useLive.ts'
import { useSteady } from '#web/live/useSteady.ts'
import { useMay, useMe } from '#web/me.ts'
import { words } from '#web/messages.ts'
import { useFormats, useNow, useStudio } from '#web/studio.tsx'
import { ByWidth, LIST_REM } from '#web/ui/ByWidth.tsx'
import { ListNews } from '#web/ui/ListNews.tsx'
import { ErrorState, LoadingState } from '#web/ui/states.tsx'
import { registrations } from '../calls.ts'
import type { OwnRegistration } from '../contract.ts'
import { texts } from '../messages.ts'
import { FIRST_WEEKS, placeButton, spanOf } from '../rules.ts'
import { CancelDialog } from './CancelDialog.tsx'
import { arrange, offeredCategories, type ClassesView } from './classList.ts'
import { ClassesByDay, ClassTable, type ClassRow } from './ClassRows.tsx'
import { ClassesEnd, ClassesFilter, NoClasses } from './ClassesFrame.tsx'
import { PlaceAction } from './PlaceAction.tsx'
import { RegistrationDialog } from './RegistrationDialog.tsx'

interface ViewProps {
  readonly view: ClassesView
  readonly onView: (view: ClassesView) => void
}

/** The left column of /classes. Whoever shows it keeps the view, in the address. */
export function UpcomingClasses(props: ViewProps) {
  return useMay('see') ? <WithOwnPlaces {...props} /> : <Classes {...props} own={[]} />
}

function WithOwnPlaces(props: ViewProps) {
  const live = useLive(registrations.mine, {})
  const retry = () => retryLive(registrations.mine, {})
  // without them every row would say 'Register' for a moment
  if (live.state === 'loading') return <Loading />
  if (live.state !== 'ready') return <Failed onRetry={retry} />
  return <Classes {...props} own={live.answer} />
}

function Classes({ view, onView, own }: ViewProps & { own: readonly OwnRegistration[] }) {
  const t = useTexts(texts)
  const { compare } = useFormats()
  const { membershipCategory } = useMe()
  const { classCategories } = useStudio()
  const now = useNow()
  const whyNot = useWhyNotRegister()
  const [asked, setAsked] = useState<{ scheduleId: string; to: 'register' | 'cancel' } | null>(null)
  const weeks = spanOf(view.weeks ?? FIRST_WEEKS)
  const live = useLive(registrations.upcoming, { weeks })
  const kept = useSteady(live)
  const answer = kept.state === 'ready' ? kept.answer : null

  if (live.state === 'refused' || live.state === 'failed') {
    return <Failed onRetry={() => retryLive(registrations.upcoming, { weeks })} />
  }
  if (!answer) return <Loading />

  const ownById = new Map(own.map((place) => [place.scheduleId, place]))
  const rows = arrange(answer.entries, view, compare).map((entry): ClassRow => {
    const registered = ownById.has(entry.id)
    return { entry, registered, state: placeButton(classCategories, entry, { membershipCategory, registered }, now) }
  })
  const action = (row: ClassRow, namedBy: string) => (
    <PlaceAction
      state={row.state}
      whyNot={whyNot}
      namedBy={namedBy}
      onRegister={() => setAsked({ scheduleId: row.entry.id, to: 'register' })}
      onCancel={() => setAsked({ scheduleId: row.entry.id, to: 'cancel' })}
    />
  )
  const sort = view.sort ?? 'date'
  const descending = view.order === 'desc'
  const askedEntry = asked?.to === 'register' && answer.entries.find((entry) => entry.id === asked.scheduleId)
  const askedPlace = asked?.to === 'cancel' && ownById.get(asked.scheduleId)
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
          narrow={<ClassesByDay rows={rows} action={action} byDay={sort === 'date'} />}
          wide={
            <ClassTable
              rows={rows}
              action={action}
              sort={{ column: sort, direction: descending ? 'descending' : 'ascending' }}
              onSort={({ column, direction }) =>
                onView({ ...view, sort: column, order: direction === 'descending' ? 'desc' : 'asc' })
              }
            />
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
      {askedEntry && (
        <RegistrationDialog entry={askedEntry} registered={ownById.has(askedEntry.id)} onClose={() => setAsked(null)} />
      )}
      {askedPlace && <CancelDialog place={askedPlace} onClose={() => setAsked(null)} />}
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
