import { useParams } from '@tanstack/react-router'
import { useId, useState, type ReactNode } from 'react'
import { WhereAndWho } from '#studio/rooms/parts/WhereAndWho.tsx'
import { forWhomTexts } from '#studio/families/messages/forWhom.ts'
import { askFor } from '#studio/families/parts/usePeople.ts'
import { useFamilyRows } from '#studio/families/parts/useFamilyRows.ts'
import { texts as entryTexts } from '#studio/schedule/messages.ts'
import { hasStarted } from '#studio/schedule/rules.ts'
import { useTexts } from '#web/language.tsx'
import { LiveAnswer } from '#web/live/LiveAnswer.tsx'
import { words } from '#web/messages.ts'
import { useFormats, useNow, useStudio } from '#web/studio.tsx'
import { AddToCalendar } from '#web/ui/AddToCalendar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card, Cluster } from '#web/ui/Card.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { Page, PageHeader } from '#web/ui/Page.tsx'
import { EmptyState, ErrorState, LoadingState } from '#web/ui/states.tsx'
import { registrations } from '../calls.ts'
import { placeTexts, texts } from '../messages.ts'
import { absenceTexts } from '../messages/absences.ts'
import { makeUpTexts } from '../messages/makeUps.ts'
import { AbsenceButtons } from '../parts/AbsenceButtons.tsx'
import { CancelDialog } from '../parts/CancelDialog.tsx'
import { familyRow, type PersonsPlace } from '../parts/familyRow.ts'

/** Page behind the link in a reminder. Opening it changes nothing; only the button cancels the place. */
export function MyPlacePage() {
  const id = useParams({ from: '/my-place/$id' }).id
  const t = useTexts(texts)
  const { title, none } = useTexts(placeTexts)
  const { loading, tryAgain } = useTexts(words)
  const mine = useFamilyRows(registrations.mine)
  const places = mine.state === 'ready' ? mine.rows.filter(({ scheduleId }) => scheduleId === id) : []
  const [asked, setAsked] = useState<PersonsPlace | null>(null)
  const askedNow = places.find(({ person }) => person.personId === asked?.person.personId) ?? asked
  return (
    <Page width="narrow">
      <PageHeader title={title} />
      {mine.state === 'loading' && <LoadingState label={loading} shape="cards" count={1} />}
      {mine.state === 'failed' && <ErrorState text={t.mineFailed} retryLabel={tryAgain} onRetry={mine.retry} />}
      {places.map((place) => (
        <Place key={place.person.personId} place={place} named={mine.isFamily} onCancel={() => setAsked(place)} />
      ))}
      {mine.state === 'ready' && (mine.isFamily || places.length === 0) && (
        <Included
          id={id}
          none={
            places.length === 0 && <EmptyState text={none} action={<LinkButton to="/classes">{t.browse}</LinkButton>} />
          }
        />
      )}
      {asked && askedNow && (
        <CancelDialog
          place={askedNow}
          person={mine.isFamily ? askedNow.person : undefined}
          onClose={() => setAsked(null)}
        />
      )}
    </Page>
  )
}

/** A class that includes the person: they can say that they won't come, and take that back. */
function Included({ id, none }: { id: string; none: ReactNode }) {
  const t = useTexts(absenceTexts)
  const { loadFailed } = useTexts(entryTexts)
  const formats = useFormats()
  const now = useNow()
  const { classCategories } = useStudio()
  const mine = useFamilyRows(registrations.mine)
  const absences = useFamilyRows(registrations.absentFrom)
  return (
    <LiveAnswer query={registrations.entry} input={{ id }} shape="cards" count={1} failed={loadFailed}>
      {(entry) => {
        if (!entry) return none
        const here = (row: { scheduleId: string }) => row.scheduleId === id
        const absent = absences.rows.filter(here).map(({ person }) => person.personId)
        const { included, away } = familyRow(classCategories, entry, mine.people, mine.rows.filter(here), now, absent)
        if (included.length + away.length === 0) return none
        return (
          <Card>
            <div>
              <h2 id="place" className="text-xl font-semibold">
                {entry.className}
              </h2>
              <p>{formats.dayAndTimes(entry.startsAt, entry.endsAt)}</p>
              <WhereAndWho of={entry} />
              {!mine.isFamily && <p className="text-muted">{away.length > 0 ? t.youAreAway : t.youAreIncluded}</p>}
            </div>
            <Cluster>
              <AbsenceButtons entry={entry} included={included} away={away} namedBy="place" />
              {included[0] && (
                <AddToCalendar iconOnly kind="class" id={id} {...askFor(included[0])} describedBy="place" />
              )}
            </Cluster>
          </Card>
        )
      }}
    </LiveAnswer>
  )
}

function Place({ place, named, onCancel }: { place: PersonsPlace; named: boolean; onCancel: () => void }) {
  const { one: makeUp } = useTexts(makeUpTexts)
  const t = useTexts(texts)
  const { who, cannotCancel } = useTexts(forWhomTexts)
  const formats = useFormats()
  const now = useNow()
  const heading = useId()
  const { person } = place
  return (
    <Card>
      <div>
        <h2 id={heading} className="text-xl font-semibold">
          {named ? who(person.displayName, place.className) : place.className}
        </h2>
        <p>{formats.dayAndTimes(place.startsAt, place.endsAt)}</p>
        <WhereAndWho of={place} />
        <p className="text-muted">{place.method === 'makeUp' ? makeUp : (place.membershipName ?? t.dropIn)}</p>
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <Button
          whyDisabled={hasStarted(place, now) ? t.tooLate : person.rights.canBook ? undefined : cannotCancel}
          aria-describedby={heading}
          onPress={onCancel}
        >
          {t.cancelRegistration}
        </Button>
        <AddToCalendar iconOnly kind="class" id={place.scheduleId} {...askFor(person)} describedBy={heading} />
      </div>
    </Card>
  )
}
