import { lazy, Suspense, useState } from 'react'
import { useTermsFirst } from '#studio/accounts/parts/useTermsFirst.ts'
import { useWhyNotYet } from '#studio/accounts/parts/useWhyNotYet.ts'
import { withoutHeld, type WaitingSlot } from '#studio/courses/parts/waitingSlot.ts'
import type { FamilyPerson } from '#studio/families/contract.ts'
import { forWhomTexts } from '#studio/families/messages/forWhom.ts'
import { useFamilyRows } from '#studio/families/parts/useFamilyRows.ts'
import { dancing, mayBeGuardian } from '#studio/families/rules.ts'
import { isFull } from '#studio/schedule/rules.ts'
import { useTexts } from '#web/language.tsx'
import { useRefusalText } from '#web/refusals.ts'
import { useNow, useStudio, useToday } from '#web/studio.tsx'
import { classes } from '#web/ui/classes.ts'
import { DialogToCome } from '#web/ui/DialogToCome.tsx'
import { registrations } from '../calls.ts'
import type { UpcomingEntry } from '../contract.ts'
import { refusals, texts } from '../messages.ts'
import { cannotRegister, isOpen } from '../rules.ts'
import { AbsenceButtons } from './AbsenceButtons.tsx'
import { CancelOne } from './CancelOne.tsx'
import { FamilyRegistrationDialog } from './FamilyRegistrationDialog.tsx'
import type { FamilyRow } from './familyRow.ts'
import { PlaceAction } from './PlaceAction.tsx'
import { RegistrationDialog } from './RegistrationDialog.tsx'
import { useClassWaits } from './useClassWaits.ts'
import { useLateness } from './useLateness.ts'
import { usePlaceTexts } from './usePlaceTexts.ts'
import { useSignInFirst } from './useSignInFirst.ts'

// loaded lazily: only new parents need it
const AddChildDialog = lazy(() =>
  import('#studio/families/parts/AddChildDialog.tsx').then((file) => ({ default: file.AddChildDialog })),
)

/** The pressed button; `taker` is the person who takes an offered place. */
export type Asked = { readonly to: 'register'; readonly taker?: FamilyPerson } | { readonly to: 'cancel' }

interface Props {
  readonly entry: UpcomingEntry
  readonly row: FamilyRow
  readonly people: readonly FamilyPerson[]
  /** Id of the element with the class name, as many buttons on the page say 'Register'. */
  readonly namedBy: string
  readonly waiting: WaitingSlot | undefined
  readonly onAsk: (asked: Asked) => void
  /** The row already shows who is included or away. */
  readonly stated?: boolean
  /** Shown on the page of the class. */
  readonly alone?: boolean
}

/** All buttons of a class for the people for whom the user books. */
export function ClassAction({ entry, row, people, namedBy, waiting, onAsk, stated, alone }: Props) {
  const whyNot = useWhyNotYet()
  const termsFirst = useTermsFirst()
  const isLate = useLateness()
  // the page of the class has links for that beside the button
  const signInFirst = useSignInFirst(entry, !alone)
  const { when } = usePlaceTexts()
  const { cannotCancel } = useTexts(forWhomTexts)
  const now = useNow()
  const candidates = useCandidates(entry, row, people)
  const full = isFull(entry)
  const details = `${entry.className} · ${when(entry)}`
  const waits = useClassWaits(waiting)
  const lines = alone && waits(entry, row, people, namedBy, (taker) => onAsk({ to: 'register', taker }))
  const join = isOpen(entry, now) && waiting?.join({ id: entry.id, full, candidates, details }, namedBy)
  const isOf = (id: string) => people.some(({ personId }) => personId === id)
  const inLine = (waiting?.inLine(entry.id, full) ?? []).filter(isOf)
  const forOthers =
    row.state === 'register' ? row.able.some(({ personId }) => !inLine.includes(personId)) : row.state !== 'full'
  const said = stated && (row.state === 'included' || row.state === 'absent')
  const button = !said && ((!join && inLine.length === 0) || forOthers) && (
    <PlaceAction
      state={row.state}
      another={row.another}
      alone={alone}
      whyNot={whyNot}
      onWhyNot={signInFirst}
      whyNotCancel={row.cancellable.length === 0 ? cannotCancel : undefined}
      namedBy={namedBy}
      late={isLate(row.places[0])}
      onRegister={termsFirst(() => onAsk({ to: 'register' }))}
      onCancel={() => onAsk({ to: 'cancel' })}
    />
  )
  const absences = row.included.length > 0 || row.away.length > 0
  if (!absences && !join && !lines) return button
  return (
    // on the page of a class, waiting people use the whole width, with their buttons at its end
    <span
      className={classes(
        'flex flex-wrap items-center gap-2',
        !alone && 'justify-end',
        alone && inLine.length > 0 && 'basis-full justify-end',
      )}
    >
      {/* next to the state of a place */}
      {row.state === 'cancel' && button}
      {lines}
      {join}
      {row.state !== 'cancel' && button}
      {absences && (
        <AbsenceButtons entry={entry} included={row.included} away={row.away} namedBy={namedBy} waiting={waiting} />
      )}
    </span>
  )
}

/**
 * Who could join the waiting list, and why others can't; an included person who is away waits next to their 'come after
 * all' button.
 */
function useCandidates(entry: UpcomingEntry, { places, away }: FamilyRow, people: readonly FamilyPerson[]) {
  const { classCategories } = useStudio()
  const { cannotBook } = useTexts(forWhomTexts)
  const explain = useRefusalText(refusals)
  const now = useNow()
  return dancing(people)
    .filter((person) => !away.includes(person))
    .map((person) => {
      const registered = places.some((place) => place.person.personId === person.personId)
      const { membershipCategory } = person
      const code = cannotRegister(classCategories, entry, { membershipCategory, registered }, now)
      const whyNot = code === null || code === 'classFull' ? undefined : explain({ code })
      return { person, whyNot: person.rights.canBook ? whyNot : cannotBook }
    })
}

/** The dialog of a pressed button: the usual one for oneself, or one that asks for whom in a family. */
export function ClassDialog(props: {
  asked: Asked
  entry: UpcomingEntry
  row: FamilyRow
  people: readonly FamilyPerson[]
  absent: readonly string[]
  waiting: WaitingSlot | undefined
  onClose: () => void
}) {
  const { asked, entry, row, absent, waiting, onClose } = props
  const [addsChild, setAddsChild] = useState(false)
  if (asked.to === 'cancel') return <CancelOne places={row.cancellable} onClose={onClose} />
  const { taker } = asked
  const held = taker && waiting?.holds(entry.id, taker.personId)
  const place = held ? withoutHeld(entry) : entry
  const offered = taker ? [taker] : dancing(props.people)
  if (!offered.some(({ own }) => !own)) {
    return (
      <ForOneself
        entry={place}
        row={row}
        people={props.people}
        onAddChild={() => setAddsChild(true)}
        onClose={onClose}
      />
    )
  }
  return (
    <FamilyRegistrationDialog
      entry={place}
      offered={offered}
      registered={row.places.map(({ person }) => person.personId)}
      absent={absent}
      // there was no child before
      first={addsChild ? offered.filter(({ own }) => !own).map(({ personId }) => personId) : null}
      onClose={onClose}
    />
  )
}

/** The usual dialog. Somebody new with no child here can add one first, and then chooses for whom. */
function ForOneself(
  props: Pick<Parameters<typeof ClassDialog>[0], 'entry' | 'row' | 'people' | 'onClose'> & { onAddChild: () => void },
) {
  const { entry, row, people, onClose } = props
  const { addChildFirst } = useTexts(texts)
  const { features } = useStudio()
  const today = useToday()
  const booked = useFamilyRows(registrations.mine)
  const [adding, setAdding] = useState(false)
  const own = people.find((person) => person.own)
  const isNew = booked.state === 'ready' && booked.rows.length === 0 && people.every((person) => person.own)
  const mayAdd = features.includes('families') && isNew && mayBeGuardian(own?.dob ?? null, today)
  const back = () => setAdding(false)
  if (adding) {
    return (
      <Suspense fallback={<DialogToCome title={addChildFirst} onClose={back} />}>
        <AddChildDialog familyName={own?.familyName ?? ''} onClose={back} />
      </Suspense>
    )
  }
  const addChild = () => {
    setAdding(true)
    props.onAddChild()
  }
  const onAddChild = mayAdd ? addChild : undefined
  return <RegistrationDialog entry={entry} registered={row.places.length > 0} {...{ onAddChild, onClose }} />
}
