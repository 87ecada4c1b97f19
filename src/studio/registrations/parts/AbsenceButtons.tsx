import { useId, useState } from 'react'
import type { WaitingSlot } from '#studio/courses/parts/waitingSlot.ts'
import type { FamilyPerson } from '#studio/families/contract.ts'
import { askFor } from '#studio/families/parts/usePeople.ts'
import { useFamilyRows } from '#studio/families/parts/useFamilyRows.ts'
import { WhoseDialog } from '#studio/families/parts/WhoseDialog.tsx'
import { isFull } from '#studio/schedule/rules.ts'
import { ConfirmCommand } from '#web/ConfirmCommand.tsx'
import { useTexts } from '#web/language.tsx'
import { useRefusalText } from '#web/refusals.ts'
import { useFormats, useStudio } from '#web/studio.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { toast } from '#web/ui/toast.ts'
import { registrations } from '../calls.ts'
import type { UpcomingEntry } from '../contract.ts'
import { refusals, texts } from '../messages.ts'
import { absenceTexts } from '../messages/absences.ts'
import { makeUpTexts } from '../messages/makeUps.ts'
import { makeUpUntil } from '../rules/makeUps.ts'
import { useComeBack } from './useComeBack.ts'
import { useLateness } from './useLateness.ts'
import { useTermsFirst } from '#studio/accounts/parts/useTermsFirst.ts'
import { useMakeUpClasses } from './useMakeUpClasses.ts'
import { useWhyNotBack } from './useWhyNotBack.ts'
import { usePlaceTexts } from './usePlaceTexts.ts'

interface Props {
  readonly entry: UpcomingEntry
  /** Included people who come, and those who said that they can't. */
  readonly included: readonly FamilyPerson[]
  readonly away: readonly FamilyPerson[]
  /** Id of the element with the class name. */
  readonly namedBy: string | undefined
  /** If the class is full, they can wait for the place that they gave up. */
  readonly waiting?: WaitingSlot | undefined
}

/** Buttons for included people to say that they can't come, or come after all. */
export function AbsenceButtons({ entry, included, away, namedBy, waiting }: Props) {
  const t = useTexts(absenceTexts)
  const explain = useRefusalText(refusals)
  const [asked, setAsked] = useState<'leave' | 'return' | null>(null)
  const [leaving, setLeaving] = useState<FamilyPerson | null>(null)
  const { comeBack: goBack, pending } = useComeBack()
  const { rows } = useFamilyRows(registrations.absentFrom)
  const whyNotBack = useWhyNotBack()
  const termsFirst = useTermsFirst()
  const { when } = usePlaceTexts()
  const whyNotOf = (who: FamilyPerson | undefined) =>
    whyNotBack(rows.find(({ scheduleId, person }) => scheduleId === entry.id && person.personId === who?.personId))
  const className = useId()
  const described = namedBy && { 'aria-describedby': namedBy }
  const labelled = (some: readonly FamilyPerson[], own: string, of: (name: string) => string, several: string) => {
    const [one] = some
    return some.length > 1 || !one ? several : one.own ? own : of(one.displayName)
  }
  const comeBack = (person: FamilyPerson) => {
    setAsked(null)
    goBack(entry.id, person)
  }
  const choose = (some: readonly FamilyPerson[], act: (person: FamilyPerson) => void, what: 'leave' | 'return') => {
    const [one] = some
    if (some.length === 1 && one) act(one)
    else setAsked(what)
  }
  const full = isFull(entry)
  const holds = ({ personId }: FamilyPerson) => waiting?.holds(entry.id, personId) === true
  const details = `${entry.className} · ${when(entry)}`
  const inLine = waiting?.inLine(entry.id, full) ?? []
  const canWait = (person: FamilyPerson) => full || holds(person) || inLine.includes(person.personId)
  const waits = away.filter((person) => whyNotOf(person) === undefined && canWait(person))
  const candidates = waits.map((person) => ({ person, whyNot: undefined }))
  const join = waits.length > 0 && waiting?.join({ id: entry.id, full, candidates, details }, namedBy ?? className)
  const back = waiting ? away.filter((person) => !waits.includes(person)) : away
  return (
    <>
      {join && !namedBy && (
        <span id={className} hidden>
          {entry.className}
        </span>
      )}
      {join}
      {included.length > 0 && (
        <Button size="small" {...described} onPress={() => choose(included, setLeaving, 'leave')}>
          {labelled(included, t.cantCome, t.cantComeOf, t.somebodyCant)}
        </Button>
      )}
      {back.length > 0 && (
        <Button
          size="small"
          {...described}
          pending={pending}
          pendingLabel={t.saving}
          whyDisabled={
            (back.length === 1 ? whyNotOf(back[0]) : undefined) ?? (full ? explain({ code: 'classFull' }) : undefined)
          }
          onPress={termsFirst(() => choose(back, comeBack, 'return'))}
        >
          {labelled(back, t.afterAll, t.afterAllOf, t.somebodyAfterAll)}
        </Button>
      )}
      {asked && (
        <WhoseDialog
          title={asked === 'leave' ? t.somebodyCant : t.somebodyAfterAll}
          people={asked === 'leave' ? included : back}
          onChoose={(person) => {
            if (asked === 'return') return comeBack(person)
            setAsked(null)
            setLeaving(person)
          }}
          onClose={() => setAsked(null)}
        />
      )}
      {leaving && <CantComeDialog entry={entry} person={leaving} onClose={() => setLeaving(null)} />}
    </>
  )
}

/** Asks for confirmation before an included person gives up their place. */
function CantComeDialog({
  entry,
  person,
  onClose,
}: {
  entry: UpcomingEntry
  person: FamilyPerson
  onClose: () => void
}) {
  const t = useTexts(absenceTexts)
  const explain = useRefusalText(refusals)
  const { when } = usePlaceTexts()
  const m = useTexts(makeUpTexts)
  const { keepPlace } = useTexts(texts)
  const formats = useFormats()
  const { features, lateHours, makeUpDays, timeZone } = useStudio()
  const gives = features.includes('makeUpClasses')
  const isLate = useLateness()(entry)
  const makeUp = { categories: entry.categories, validUntil: makeUpUntil(entry, makeUpDays, timeZone) }
  const classes = useMakeUpClasses(gives && !isLate ? [makeUp] : [])(makeUp, person)
  const title = person.own ? t.cantCome : t.cantComeOf(person.displayName)
  const question = person.own ? t.question : t.questionOf
  return (
    <ConfirmCommand
      command={registrations.cantCome}
      input={{ scheduleId: entry.id, acceptsLate: gives && isLate, ...askFor(person) }}
      title={title}
      question={question(entry.className, when(entry))}
      confirmLabel={title}
      cancelLabel={keepPlace}
      pendingLabel={t.saving}
      explain={explain}
      onDone={({ makeUpUntil: given }) => {
        const freed = person.own ? t.freed : t.freedOf
        // a make-up class that was lost before is not given again
        const got = given ? person.own && m.got(formats.date(given)) : classes && m.lostBefore
        // as the dialog has just said
        const noneYet = given && got && classes?.planned === false && m.noneYet
        toast.success([freed, got, noneYet].filter(Boolean).join(' '))
      }}
      onClose={onClose}
    >
      {classes && <WillGet until={formats.date(makeUp.validUntil)} planned={classes.planned} own={person.own} />}
      {gives && isLate && (
        <Alert kind="warning" title={m.getsNone}>
          {m.untilHours(lateHours)}
        </Alert>
      )}
      <p>{person.own ? t.backHint : t.backHintOf}</p>
    </ConfirmCommand>
  )
}

/** The make-up class that the person will get, and whether any suitable class is planned. */
function WillGet({ until, planned, own }: { until: string; planned: boolean; own: boolean }) {
  const t = useTexts(makeUpTexts)
  if (planned) return <p>{own ? t.willGet(until) : t.willGetOther(until)}</p>
  return <p>{own ? t.willGetLater(until) : t.willGetOtherLater(until)}</p>
}
