import { lazy, Suspense, useState } from 'react'
import { capital } from '#kernel/messages.ts'
import { dateIn, daysBetween, timeIn, weekdayOf } from '#kernel/time.ts'
import { courses } from '#studio/courses/calls.ts'
import type { FamilyPerson } from '#studio/families/contract.ts'
import { texts as familyTexts } from '#studio/families/messages.ts'
import { usePeople } from '#studio/families/parts/usePeople.ts'
import { useFamilyRows } from '#studio/families/parts/useFamilyRows.ts'
import { mayBeGuardian } from '#studio/families/rules.ts'
import { DayAndTimes } from '#studio/schedule/parts/DayAndTimes.tsx'
import { useTexts } from '#web/language.tsx'
import { useLive } from '#web/live/useLive.ts'
import { useMay } from '#web/me.ts'
import { words } from '#web/messages.ts'
import { useFormats, useNow, useStudio, useToday } from '#web/studio.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Cluster } from '#web/ui/Card.tsx'
import { DialogToCome } from '#web/ui/DialogToCome.tsx'
import { Dotted } from '#web/ui/Dotted.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { LoadingState } from '#web/ui/states.tsx'
import { registrations } from '../calls.ts'
import { texts } from '../messages.ts'
import { absenceTexts } from '../messages/absences.ts'
import { DASHBOARD_WEEKS } from '../rules.ts'
import { AbsenceButtons } from './AbsenceButtons.tsx'
import { bySoonest, whatsNext, type Visit } from './visits.ts'

// loaded lazily: only new users need it
const AddChildDialog = lazy(() =>
  import('#studio/families/parts/AddChildDialog.tsx').then((file) => ({ default: file.AddChildDialog })),
)

/** Number of visits shown after the first one. */
const AFTER = 2

/** The member's next visit in large type, and the ones after it. */
export function WhatsNext() {
  const t = useTexts(texts)
  const { loading } = useTexts(words)
  const { timeZone, classCategories } = useStudio()
  const now = useNow()
  const mine = useFamilyRows(registrations.mine)
  const upcoming = useLive(registrations.upcoming, { weeks: DASHBOARD_WEEKS })
  const joined = useFamilyRows(courses.mine)
  const absences = useFamilyRows(registrations.absentFrom)
  if ([mine, upcoming, joined, absences].some(({ state }) => state === 'loading')) {
    return <LoadingState label={loading} shape="text" count={3} />
  }
  // load errors are shown by the blocks below
  const clock = {
    dayOf: (instant: number) => dateIn(timeZone, instant),
    timeOf: (instant: number) => timeIn(timeZone, instant),
  }
  const visitsOf = (person: FamilyPerson) => {
    const { membershipCategory, personId, displayName } = person
    const theirs = (row: { readonly person: FamilyPerson }) => row.person.personId === personId
    const visits = whatsNext(
      {
        registered: mine.rows.filter(theirs),
        entries: upcoming.state === 'ready' ? upcoming.answer.entries : [],
        courses: joined.rows.filter(theirs),
        membershipCategory,
        classCategories,
        absentFrom: absences.rows.filter(theirs).map(({ scheduleId }) => scheduleId),
      },
      now,
      clock,
    )
    const whose = visits.map((visit) => ({ ...visit, person }))
    if (!mine.isFamily) return whose
    return whose.map((visit) => ({ ...visit, key: `${visit.key} ${personId}`, who: displayName }))
  }
  const visits = mine.people.flatMap(visitsOf).toSorted(bySoonest)
  const [first, ...later] = visits
  if (!first) return <NothingNext />
  const today = dateIn(timeZone, now)
  const entry =
    first.how === 'included' && upcoming.state === 'ready' && first.person.rights.canBook
      ? upcoming.answer.entries.find(({ id }) => id === first.scheduleId)
      : undefined
  const running = first.day === today && first.from <= timeIn(timeZone, now)
  return (
    <div className="grid grid-cols-1 gap-6 lg:grid-cols-[3fr_2fr] lg:items-end">
      <div className="flex flex-col items-start gap-2">
        <p className="flex flex-wrap items-center gap-2 font-semibold text-brand">
          {t.nextUp} <Near visit={first} today={today} running={running} />
        </p>
        {/* words longer than a phone's width break instead of being cut off */}
        <p className="max-w-full font-display text-display font-bold text-balance">{first.name}</p>
        <p className="max-w-full text-lg">
          <Dotted>
            {first.who && <strong className="wrap-anywhere">{first.who}</strong>}
            <When visit={first} />
          </Dotted>
        </p>
        <Cluster>
          <How visit={first} />
          {entry && !running && (
            // an open dialog closes with its visit: it must not turn to the next one
            <AbsenceButtons key={first.key} entry={entry} included={[first.person]} away={[]} namedBy={undefined} />
          )}
        </Cluster>
      </div>
      {later.length > 0 && (
        <div className="flex flex-col gap-2">
          <h2 className="text-sm font-semibold text-muted">{t.afterThat}</h2>
          <ul className="flex flex-col gap-2">
            {later.slice(0, AFTER).map((visit) => (
              <li key={`${visit.key} ${visit.day}`} className="flex flex-wrap items-baseline gap-x-3">
                <span className="font-semibold">{visit.name}</span>
                <span className="text-sm text-muted">
                  <Dotted>
                    {visit.who}
                    <When visit={visit} />
                  </Dotted>
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}

function NothingNext() {
  const t = useTexts(texts)
  const { addChild } = useTexts(familyTexts)
  const { features } = useStudio()
  const today = useToday()
  const people = usePeople()
  const own = people.find((person) => person.own)
  const children = people.filter((person) => !person.own && person.rights.canBook)
  const [adding, setAdding] = useState(false)
  // staff see today's classes above, which is what they come for
  if (useMay('seeDesk')) return null
  return (
    <div className="flex flex-col items-start gap-3">
      <p className="font-display text-xl font-bold">{t.nothingNext}</p>
      <p className="text-muted">
        {children.length > 0 ? t.nothingNextFor(children.map(({ displayName }) => displayName)) : t.nothingNextHint}
      </p>
      <Cluster>
        <LinkButton to="/classes" variant="primary">
          {t.browse}
        </LinkButton>
        {features.includes('families') && mayBeGuardian(own?.dob ?? null, today) && (
          <Button variant="quiet" onPress={() => setAdding(true)}>
            {addChild}
          </Button>
        )}
      </Cluster>
      {adding && (
        <Suspense fallback={<DialogToCome title={addChild} onClose={() => setAdding(false)} />}>
          <AddChildDialog familyName={own?.familyName ?? ''} onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </div>
  )
}

function Near({ visit, today, running }: { visit: Visit; today: string; running: boolean }) {
  const t = useTexts(texts)
  const days = daysBetween(today, visit.day)
  const text = running ? t.now : days === 0 ? t.today : days === 1 ? t.tomorrow : t.inDays(days)
  return <Badge tone={days <= 1 ? 'warning' : 'neutral'}>{text}</Badge>
}

function When({ visit }: { visit: Visit }) {
  const formats = useFormats()
  const day = capital(`${formats.weekday(weekdayOf(visit.day))}, ${formats.date(visit.day)}`)
  return <DayAndTimes day={day} times={formats.clocks(visit.from, visit.to)} />
}

function How({ visit }: { visit: Visit & { person: FamilyPerson } }) {
  const t = useTexts(texts)
  const { includedWho } = useTexts(absenceTexts)
  const { own, displayName } = visit.person
  const how = { registered: t.registered, included: own ? t.included : includedWho(displayName), course: t.course }
  return <Badge tone={visit.how === 'registered' ? 'good' : 'info'}>{how[visit.how]}</Badge>
}
