import { ClipboardList } from 'lucide-react'
import { useId, useState } from 'react'
import type { WaitingSlot } from '#studio/courses/parts/waitingSlot.ts'
import { priceFor } from '#studio/payments/rules.ts'
import { texts as entryTexts } from '#studio/schedule/messages.ts'
import { hasStarted, isFull } from '#studio/schedule/rules.ts'
import { WhereAndWho } from '#studio/rooms/parts/WhereAndWho.tsx'
import { useCategoryName } from '#studio/settings/parts/useCategoryName.ts'
import type { FamilyPerson } from '#studio/families/contract.ts'
import { askFor } from '#studio/families/parts/usePeople.ts'
import { useFamilyRows } from '#studio/families/parts/useFamilyRows.ts'
import { useTexts } from '#web/language.tsx'
import { LiveAnswer } from '#web/live/LiveAnswer.tsx'
import { useMay, useMe } from '#web/me.ts'
import { words } from '#web/messages.ts'
import { ShareButton } from '#web/ShareButton.tsx'
import { useFormats, useNow, useStudio } from '#web/studio.tsx'
import { WaysIn } from '#web/WaysIn.tsx'
import { AddToCalendar } from '#web/ui/AddToCalendar.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card, Cluster } from '#web/ui/Card.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { Page, PageHeader } from '#web/ui/Page.tsx'
import { Price } from '#web/ui/Price.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { registrations } from '../calls.ts'
import type { UpcomingEntry } from '../contract.ts'
import { texts } from '../messages.ts'
import { ClassAction, ClassDialog, type Asked } from './ClassAction.tsx'
import { Family, Registered } from './WhoseBadges.tsx'
import { Participants } from './Participants.tsx'
import { familyRow, namesOf, type PersonsPlace, type FamilyRow } from './familyRow.ts'
import { dropInPrice } from '../rules.ts'

/** The page of one class: time, price and the booking button. */
export function ClassAlone({ id, waiting }: { id: string; waiting: WaitingSlot | undefined }) {
  const t = useTexts(texts)
  const { loadFailed } = useTexts(entryTexts)
  return (
    <Page width="single">
      <LiveAnswer query={registrations.entry} input={{ id }} shape="text" count={4} failed={loadFailed}>
        {(entry) => (entry ? <OneClass entry={entry} waiting={waiting} /> : <Gone />)}
      </LiveAnswer>
      <div>
        <LinkButton to="/classes" size="small">
          {t.allClasses}
        </LinkButton>
      </div>
    </Page>
  )
}

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
        lowOnPhone
        actions={<ShareButton title={entry.className} />}
      />
      <Facts entry={entry} waiting={waiting} />
    </>
  )
}

function Facts({ entry, waiting }: Props) {
  const t = useTexts(texts)
  const categoryName = useCategoryName()
  const { dropInFee } = useStudio()
  const staff = useMay('seeDesk')
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
      {/* on a desktop the price is next to its button */}
      <div className="flex flex-wrap items-end gap-4 max-sm:justify-between sm:gap-x-8">
        <Participants entry={entry} show="label" />
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
          <Action entry={entry} waiting={undefined} people={[]} places={[]} absent={[]} />
        )}
        {staff && (
          <LinkButton
            to="/admin/class-details/$id"
            params={{ id: entry.id }}
            size="small"
            icon={<ClipboardList aria-hidden="true" className="size-4.5" />}
          >
            {t.registrants}
          </LinkButton>
        )}
      </Cluster>
    </Card>
  )
}

function OwnAction({ entry, waiting }: Props) {
  const t = useTexts(texts)
  const { tryAgain } = useTexts(words)
  const absences = useFamilyRows(registrations.absentFrom)
  const mine = useFamilyRows(registrations.mine)
  // wait, as the button would still change
  if (absences.state === 'loading' || mine.state === 'loading') return null
  if (absences.state === 'failed' || mine.state === 'failed') {
    const retry = () => [absences, mine].filter(({ state }) => state === 'failed').forEach((list) => list.retry())
    return <Alert kind="problem" title={t.mineFailed} action={<Button onPress={retry}>{tryAgain}</Button>} />
  }
  const here = (row: { scheduleId: string }) => row.scheduleId === entry.id
  const absent = absences.rows.filter(here).map(({ person }) => person.personId)
  return <Action {...{ entry, waiting, absent }} people={mine.people} places={mine.rows.filter(here)} />
}

interface People {
  readonly people: readonly FamilyPerson[]
  readonly places: readonly PersonsPlace[]
  readonly absent: readonly string[]
}

function Action({ entry, waiting, people, places, absent }: Props & People) {
  const { classCategories } = useStudio()
  const now = useNow()
  const visitor = useMe().kind === 'visitor'
  // `who` is null for everybody, because children may be loaded only after the press
  const [asked, setAsked] = useState<{ readonly what: Asked; readonly who: readonly string[] | null } | null>(null)
  const namedBy = useId()
  const rowOf = (some: readonly FamilyPerson[]) => {
    const theirs = places.filter((place) => some.some(({ personId }) => personId === place.person.personId))
    return familyRow(classCategories, entry, some, theirs, now, absent)
  }
  const row = rowOf(people)
  const full = isFull(entry)
  const groups = groupsOf(people, rowOf, waiting?.inLine(entry.id, full) ?? [], waiting !== undefined && full)
  const meant = people.filter(({ personId }) => asked?.who?.includes(personId) ?? true)
  const part = (some: readonly FamilyPerson[], of: FamilyRow) => {
    const { names, ...stated } = namesOf(of, people)
    return (
      <>
        {isConcerned(of) && (
          <Cluster>
            {of.places.length > 0 && <Registered names={names} />}
            <Family {...stated} />
            <ToCalendar entry={entry} row={of} namedBy={namedBy} />
          </Cluster>
        )}
        <ClassAction
          {...{ entry, waiting, namedBy }}
          row={of}
          people={some}
          onAsk={(what) => setAsked({ what, who: groups.length > 0 ? some.map(({ personId }) => personId) : null })}
          stated={groups.length > 0}
          alone
        />
      </>
    )
  }
  return (
    <>
      {visitor && (row.state === 'full' || row.state === 'register') && <WaysIn />}
      <span id={namedBy} hidden>
        {entry.className}
      </span>
      {groups.length === 0 && !(visitor && row.state === 'register') && part(people, row)}
      {groups.length > 0 && (
        <ul className="flex basis-full flex-col divide-y divide-line">
          {groups.map(({ some, of }) => (
            <li
              key={some.map(({ personId }) => personId).join(' ')}
              className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2 *:last:ml-auto first:pt-0 last:pb-0"
            >
              {part(some, of)}
            </li>
          ))}
        </ul>
      )}
      {asked && (
        <ClassDialog
          {...{ entry, waiting, absent }}
          people={meant}
          row={rowOf(meant)}
          asked={asked.what}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}

/** The list on the dashboard has no room for it on a phone. */
function ToCalendar({ entry, row, namedBy }: { entry: UpcomingEntry; row: FamilyRow; namedBy: string }) {
  const now = useNow()
  const person = row.places[0]?.person ?? row.included[0]
  if (!person || hasStarted(entry, now)) return null
  return <AddToCalendar iconOnly kind="class" id={entry.id} {...askFor(person)} describedBy={namedBy} />
}

interface Group {
  readonly some: readonly FamilyPerson[]
  readonly of: FamilyRow
}

/**
 * One row for each person who comes or gave up their place, and one for all others; none if only one person is
 * concerned. A waiting person has a row already.
 */
function groupsOf(
  people: readonly FamilyPerson[],
  rowOf: (some: readonly FamilyPerson[]) => FamilyRow,
  inLine: readonly string[],
  mayWait: boolean,
): Group[] {
  const concerned = people.filter((one) => isConcerned(rowOf([one])))
  const others = people.filter((one) => !concerned.includes(one) && (one.dances || inLine.includes(one.personId)))
  const someWait = others.some(({ personId }) => inLine.includes(personId))
  if (concerned.length + Number(someWait) < 2) return []
  const rest = rowOf(others)
  const showsRest = others.length > 0 && (rest.able.length > 0 || mayWait)
  return [
    ...concerned.map((one) => ({ some: [one], of: rowOf([one]) })),
    ...(showsRest ? [{ some: others, of: { ...rest, another: true } }] : []),
  ]
}

/** Whether one of them has a place here, is included, or gave the included place up. */
const isConcerned = ({ places, included, away }: FamilyRow) => places.length + included.length + away.length > 0
