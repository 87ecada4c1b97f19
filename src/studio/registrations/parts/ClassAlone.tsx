import { useId, useState } from 'react'
import { useWhyNotRegister } from '#studio/accounts/parts/useWhyNotRegister.ts'
import type { WaitingSlot } from '#studio/courses/parts/waitingSlot.ts'
import { priceFor } from '#studio/payments/rules.ts'
import { texts as entryTexts } from '#studio/schedule/messages.ts'
import { participants } from '#studio/schedule/rules.ts'
import { WhereAndWho } from '#studio/rooms/parts/WhereAndWho.tsx'
import { useCategoryName } from '#studio/settings/parts/useCategoryName.ts'
import { useOfDancers } from '#studio/families/parts/useOfDancers.ts'
import { useTexts } from '#web/language.tsx'
import { LiveAnswer } from '#web/live/LiveAnswer.tsx'
import { useLive } from '#web/live/useLive.ts'
import { useMay, useMe } from '#web/me.ts'
import { ShareButton } from '#web/ShareButton.tsx'
import { SignInLink } from '#web/SignInLink.tsx'
import { useFormats, useNow, useStudio } from '#web/studio.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { CapacityMeter } from '#web/ui/CapacityMeter.tsx'
import { Card, Cluster } from '#web/ui/Card.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { Page, PageHeader } from '#web/ui/Page.tsx'
import { Price } from '#web/ui/Price.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { registrations } from '../calls.ts'
import type { OwnRegistration, UpcomingEntry } from '../contract.ts'
import { texts } from '../messages.ts'
import { AbsenceButtons } from './AbsenceButtons.tsx'
import { CancelDialog } from './CancelDialog.tsx'
import { familyRow } from './familyRow.ts'
import { useLateness } from './useLateness.ts'
import { PlaceAction } from './PlaceAction.tsx'
import { RegistrationDialog } from './RegistrationDialog.tsx'
import { dropInPrice, placeButton } from '../rules.ts'

/** One class by itself, for whoever got its address: when it is, what it costs, and its one button. */
export function ClassAlone({ id, waiting }: { id: string; waiting: WaitingSlot | undefined }) {
  const t = useTexts(texts)
  const { loadFailed } = useTexts(entryTexts)
  return (
    <Page>
      <LiveAnswer query={registrations.entry} input={{ id }} shape="text" count={4} failed={loadFailed}>
        {(entry) => (entry ? <OneClass entry={heldFor(waiting, entry)} waiting={waiting} /> : <Gone />)}
      </LiveAnswer>
      <div>
        <LinkButton to="/classes" size="small">
          {t.allClasses}
        </LinkButton>
      </div>
    </Page>
  )
}

/** A place that is held for whoever looks is free for them. */
const heldFor = (waiting: WaitingSlot | undefined, entry: UpcomingEntry): UpcomingEntry =>
  waiting?.holds(entry.id) ? { ...entry, heldCount: Math.max(0, entry.heldCount - 1) } : entry

interface Props {
  readonly entry: UpcomingEntry
  readonly waiting: WaitingSlot | undefined
}

function Gone() {
  const t = useTexts(texts)
  return (
    <>
      <PageHeader title={t.gone} />
      <EmptyState text={t.goneHint} />
    </>
  )
}

function OneClass({ entry, waiting }: Props) {
  const formats = useFormats()
  return (
    <>
      <PageHeader
        title={entry.className}
        subtitle={formats.dayAndTimes(entry.startsAt, entry.endsAt)}
        actions={<ShareButton title={entry.className} />}
      />
      <Facts entry={entry} waiting={waiting} />
    </>
  )
}

function Facts({ entry, waiting }: Props) {
  const t = useTexts(texts)
  const word = useTexts(entryTexts)
  const categoryName = useCategoryName()
  const { dropInFee } = useStudio()
  const left = entry.maxParticipants - participants(entry)
  return (
    <Card>
      <Cluster>
        {entry.categories.map((category) => (
          <Badge key={category} tone="accent">
            {categoryName(category)}
          </Badge>
        ))}
      </Cluster>
      {entry.classDescription && <p className="max-w-prose">{entry.classDescription}</p>}
      <WhereAndWho of={entry} />
      {/* on a desktop the price is near the button that it is for */}
      <div className="flex flex-wrap items-end gap-4 max-sm:justify-between sm:gap-x-8">
        <CapacityMeter
          label={word.participants}
          show="label"
          taken={participants(entry)}
          places={entry.maxParticipants}
          note={left > 0 ? t.left(left) : undefined}
        />
        <p>
          <span className="text-muted">{t.dropIn} </span>
          <span className="font-display text-xl font-bold">
            <Price cents={priceFor(dropInPrice(entry, dropInFee), false)} />
          </span>
        </p>
      </div>
      <Cluster>
        {useMay('see') ? (
          <OwnAction entry={entry} waiting={waiting} />
        ) : (
          <Action entry={entry} place={null} absent={false} waiting={undefined} />
        )}
      </Cluster>
    </Card>
  )
}

function OwnAction({ entry, waiting }: Props) {
  const live = useLive(registrations.mine, {})
  const absences = useOfDancers(registrations.absentFrom)
  const mine = useOfDancers(registrations.mine)
  const now = useNow()
  const { classCategories } = useStudio()
  // its button would still change
  if (live.state !== 'ready' || absences.state !== 'ready' || mine.state !== 'ready') return null
  const here = (row: { scheduleId: string }) => row.scheduleId === entry.id
  const absent = absences.rows.filter(here).map(({ dancer }) => dancer.personId)
  const { included, away } = familyRow(classCategories, entry, mine.dancers, mine.rows.filter(here), now, absent)
  return (
    <>
      <Action
        entry={entry}
        place={live.answer.find(here) ?? null}
        absent={away.some(({ own }) => own)}
        // it is the one who is signed in who waits, so only for whoever dances themselves
        waiting={mine.dancers.some(({ own }) => own) ? waiting : undefined}
      />
      <AbsenceButtons entry={entry} included={included} away={away} namedBy={undefined} waiting={waiting} />
    </>
  )
}

function Action(props: Props & { place: OwnRegistration | null; absent: boolean }) {
  const { entry, waiting, place, absent } = props
  const { membershipCategory } = useMe()
  const { classCategories } = useStudio()
  const now = useNow()
  const whyNot = useWhyNotRegister()
  const isLate = useLateness()
  const [asked, setAsked] = useState(false)
  const [opened, setOpened] = useState<OwnRegistration | null>(null)
  const registered = place !== null
  const state = placeButton(classCategories, entry, { membershipCategory, registered, absent }, now)
  const namedBy = useId()
  const register = () => setAsked(true)
  const full = state === 'full'
  const inLine = (full || state === 'register') && waiting?.action({ id: entry.id, full }, namedBy, register)
  return (
    <>
      {(full || state === 'register') && <SignInLink />}
      <span id={namedBy} hidden>
        {entry.className}
      </span>
      {inLine || (
        <PlaceAction
          state={state}
          whyNot={whyNot}
          namedBy={undefined}
          late={isLate(place ?? undefined)}
          onRegister={register}
          onCancel={() => setOpened(place)}
        />
      )}
      {asked && <RegistrationDialog entry={entry} registered={registered} onClose={() => setAsked(false)} />}
      {opened && <CancelDialog place={opened} onClose={() => setOpened(null)} />}
    </>
  )
}
