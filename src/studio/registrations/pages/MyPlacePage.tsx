import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { WhereAndWho } from '#studio/rooms/parts/WhereAndWho.tsx'
import { hasStarted } from '#studio/schedule/rules.ts'
import { useTexts } from '#web/language.tsx'
import { LiveAnswer } from '#web/live/LiveAnswer.tsx'
import { useFormats, useNow } from '#web/studio.tsx'
import { AddToCalendar } from '#web/ui/AddToCalendar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { Page, PageHeader } from '#web/ui/Page.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { registrations } from '../calls.ts'
import type { OwnRegistration } from '../contract.ts'
import { placeTexts, texts } from '../messages.ts'
import { CancelDialog } from '../parts/CancelDialog.tsx'

/** Where the link of a reminder leads: opening it changes nothing, only the press here gives the place back. */
export function MyPlacePage() {
  const id = useParams({ from: '/my-place/$id' }).id
  const t = useTexts(texts)
  const words = useTexts(placeTexts)
  return (
    <Page width="narrow">
      <PageHeader title={words.title} />
      <LiveAnswer query={registrations.mine} input={{}} shape="cards" count={1} failed={t.mineFailed}>
        {(places) => {
          const place = places.find(({ scheduleId }) => scheduleId === id)
          if (place) return <Place place={place} />
          return <EmptyState text={words.none} action={<LinkButton to="/classes">{t.browse}</LinkButton>} />
        }}
      </LiveAnswer>
    </Page>
  )
}

function Place({ place }: { place: OwnRegistration }) {
  const t = useTexts(texts)
  const formats = useFormats()
  const now = useNow()
  const [asking, setAsking] = useState(false)
  return (
    <Card>
      <div>
        <h2 id="place" className="text-xl font-semibold">
          {place.className}
        </h2>
        <p>{formats.dayAndTimes(place.startsAt, place.endsAt)}</p>
        <WhereAndWho of={place} />
        <p className="text-muted">{place.membershipName ?? t.dropIn}</p>
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <Button whyDisabled={hasStarted(place, now) ? t.tooLate : undefined} onPress={() => setAsking(true)}>
          {t.cancelRegistration}
        </Button>
        <AddToCalendar iconOnly kind="class" id={place.scheduleId} describedBy="place" />
      </div>
      {asking && <CancelDialog place={place} onClose={() => setAsking(false)} />}
    </Card>
  )
}
