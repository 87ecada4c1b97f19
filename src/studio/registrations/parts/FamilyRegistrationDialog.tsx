import { useState } from 'react'
import type { FamilyPerson } from '#studio/families/contract.ts'
import { forWhomTexts } from '#studio/families/messages/forWhom.ts'
import { ForWhom, useForWhom } from '#studio/families/parts/ForWhom.tsx'
import { othersNamed } from '#studio/families/parts/othersNamed.ts'
import { askFor } from '#studio/families/parts/usePeople.ts'
import { useMayCover } from '#studio/families/parts/useMayCover.ts'
import { useOthersPay } from '#studio/families/parts/useOthersPay.ts'
import { useExplainWho } from '#studio/families/parts/useExplainWho.ts'
import { memberships } from '#studio/memberships/calls.ts'
import type { OwnPurchase } from '#studio/memberships/contract.ts'
import { texts as membershipTexts } from '#studio/memberships/messages.ts'
import { openPassPayment, paymentOf } from '#studio/memberships/rules.ts'
import { leftOf } from '#studio/memberships/rules/book.ts'
import { texts as paymentTexts } from '#studio/payments/messages.ts'
import { ToDuePayments, usePayFirst } from '#studio/payments/parts/PayFirst.tsx'
import { PaymentDialog } from '#studio/payments/parts/PaymentDialog.tsx'
import { isDue, priceFor } from '#studio/payments/rules.ts'
import { freePlaces } from '#studio/schedule/rules.ts'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { DialogLoading } from '#web/live/LiveContent.tsx'
import { retryLive } from '#web/live/useLive.ts'
import { useLives } from '#web/live/useLives.ts'
import { words } from '#web/messages.ts'
import { useRefusalText } from '#web/refusals.ts'
import { useFormats, useNow, useStudio } from '#web/studio.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Price } from '#web/ui/Price.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { toast } from '#web/ui/toast.ts'
import { registrations } from '../calls.ts'
import type { UpcomingEntry } from '../contract.ts'
import { refusals, texts } from '../messages.ts'
import { cannotRegister, dropInPrice } from '../rules.ts'
import { DROP_IN, judgeMemberships, preselected } from './choice.ts'
import { useDropInTexts } from './useDropInTexts.ts'
import { makeUpTexts } from '../messages/makeUps.ts'
import { asWay, makeUpOf, useMakeUps } from './useMakeUps.tsx'
import { useFocusBack } from './useFocusBack.ts'
import { useBookingDetails } from './useBookingDetails.ts'

interface Props {
  readonly entry: UpcomingEntry
  readonly offered: readonly FamilyPerson[]
  /** Ids of those who are registered already. */
  readonly registered: readonly string[]
  /** Ids of included people who said that they can't come. */
  readonly absent: readonly string[]
  /** Ids of those who are ticked at the start; null for the only one who can be. */
  readonly first: readonly string[] | null
  readonly onClose: () => void
}

/** The ways to pay that somebody chose, by the id of the person; the others pay the way that fits at that time. */
type PickedWays = Readonly<Record<string, string>>

interface Chosen {
  readonly personId: string
  readonly purchaseId: string | null
  readonly makeUpId: string | null
}

/** Who was registered in which way: one sentence for each way. */
function useRegisteredInWords() {
  const t = useTexts(texts)
  const { byMakeUp } = useTexts(makeUpTexts)
  return (booked: readonly FamilyPerson[], people: readonly Chosen[]) => {
    const wayOf = ({ personId }: FamilyPerson) => {
      const chosen = people.find((one) => one.personId === personId)
      if (!chosen || isByFee(chosen)) return t.byDropIn
      return chosen.makeUpId === null ? t.byMembership : byMakeUp
    }
    if (!othersNamed(booked)) return booked[0] ? t.registeredUsing(wayOf(booked[0])) : ''
    return [...new Set(booked.map(wayOf))]
      .map((way) => {
        const names = booked.filter((one) => wayOf(one) === way).map(({ displayName }) => displayName)
        return t.othersRegisteredUsing(names, way)
      })
      .join(' ')
  }
}

const isByFee = ({ purchaseId, makeUpId }: Chosen) => purchaseId === null && makeUpId === null

/** Registers one or several of a family at once, each with a pass or for the fee. */
export function FamilyRegistrationDialog(props: Props) {
  const [toPay, setToPay] = useState<readonly Chosen[] | null>(null)
  const [before, setBefore] = useState<readonly Chosen[] | null>(null)
  const [picked, setPicked] = useState<PickedWays>({})
  useFocusBack()
  const back = () => {
    setBefore(toPay)
    setToPay(null)
  }
  if (toPay) return <Pay {...props} people={toPay} onBack={back} />
  return <Choose {...props} before={before} picked={picked} onPick={setPicked} onPay={setToPay} />
}

interface ChooseProps extends Props {
  /** Those who were ticked when the user goes back from the payment step. */
  readonly before: readonly Chosen[] | null
  readonly picked: PickedWays
  readonly onPick: (picked: PickedWays) => void
}

/** Who is offered and ticked, how each pays, and why that can't be confirmed. */
function useChoice({ entry, offered, registered, absent, first, before, picked, onPick }: ChooseProps) {
  const t = useTexts(texts)
  const whom = useTexts(forWhomTexts)
  const explain = useRefusalText(refusals)
  const { classCategories } = useStudio()
  const payFirst = usePayFirst()
  const now = useNow()
  const ways = useWays(offered, entry, picked, onPick)

  const candidates = offered.map((person) => {
    const { membershipCategory, personId } = person
    const refusal = cannotRegister(
      classCategories,
      entry,
      { membershipCategory, registered: registered.includes(personId), absent: absent.includes(personId) },
      now,
    )
    const whyNot = !person.rights.canBook ? whom.cannotBook : refusal ? explain({ code: refusal }) : undefined
    return { person, whyNot }
  })
  const { chosen, tick } = useForWhom(candidates, before?.map(({ personId }) => personId) ?? first)
  const people = chosen.map((person) => {
    const way = ways.chosenOf(person)
    const makeUpId = makeUpOf(way)
    return { personId: person.personId, purchaseId: way === DROP_IN || makeUpId !== null ? null : way, makeUpId }
  })
  const left = Math.max(0, freePlaces(entry))
  // before the passes are known, everybody would seem to pay the fee
  const byFee = ways.state === 'ready' ? people.filter(isByFee) : []
  const whyPayFirst = chosen.flatMap(({ personId, displayName }, index) => {
    const person = people[index]
    const why = person && byFee.includes(person) ? payFirst(personId) : undefined
    return why === undefined ? [] : [whom.who(displayName, why)]
  })[0]
  const whyNotSo = chosen.length > left ? whom.placesLeft(left) : whyPayFirst
  const whyNotYet = { loading: t.loadingMemberships, failed: t.membershipsFailed, ready: whyNotSo }[ways.state]
  const whyNot = chosen.length === 0 && ways.state === 'ready' ? whom.chooseWhom : whyNotYet
  // known before anybody is ticked, so that the button does not turn into another
  const able = candidates.filter((one) => one.whyNot === undefined).map(({ person }) => person)
  const continues = (chosen.length > 0 ? chosen : able).some((person) => ways.chosenOf(person) === DROP_IN)
  return { ways, candidates, chosen, tick, people, fees: byFee.length, continues, whyPayFirst, whyNot }
}

function Choose(props: ChooseProps & { onPay: (people: readonly Chosen[]) => void }) {
  const { entry, onClose, onPay } = props
  const t = useTexts(texts)
  const { euros } = useFormats()
  const whom = useTexts(forWhomTexts)
  const { confirm, cancel, tryAgain } = useTexts(words)
  const explainWho = useExplainWho(useRefusalText(refusals))
  const registeredInWords = useRegisteredInWords()
  const details = useBookingDetails(entry)
  const { dropInFee } = useStudio()
  const { run, pending } = useCommand(registrations.registerSeveral)
  const [problem, setProblem] = useState<string | null>(null)
  const current = useChoice(props)
  // while the response is pending, the new places and used passes may already be in the lists
  const [sent, setSent] = useState<typeof current | null>(null)
  const { ways, candidates, chosen, tick, people, fees, continues, whyPayFirst, whyNot } = sent ?? current

  const register = async () => {
    setProblem(null)
    if (fees > 0) return onPay(people)
    setSent(current)
    const sale = { coverMember: false, paymentMethod: 'cash', discountCode: null } as const
    const outcome = await run({ scheduleId: entry.id, people, ...sale })
    if (!outcome) return
    if (!outcome.ok) {
      setSent(null)
      return setProblem(t.registrationFailed(explainWho(outcome)))
    }
    toast.success(registeredInWords(chosen, people))
    onClose()
  }
  const each = priceFor(dropInPrice(entry, dropInFee), false)
  return (
    <Dialog
      open
      onClose={onClose}
      title={t.registerFor(entry.className)}
      description={details}
      pending={pending}
      footer={
        <>
          <Button
            variant="primary"
            whyDisabled={whyNot}
            pending={pending}
            pendingLabel={t.registering}
            onPress={() => void register()}
          >
            {continues ? t.goOn : confirm}
          </Button>
          <Button variant="quiet" disabled={pending} onPress={onClose}>
            {cancel}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {ways.state === 'loading' && <DialogLoading label={t.loadingMemberships} count={2} />}
        {ways.state === 'failed' && (
          <Alert kind="problem" title={t.membershipsFailed} action={<Button onPress={ways.retry}>{tryAgain}</Button>} />
        )}
        {ways.state === 'ready' && (
          <ForWhom
            candidates={candidates.map((one) => ({
              ...one,
              below: <ChooseWay person={one.person} ways={ways} fee={`${t.dropInFee}, ${euros(each)}`} />,
            }))}
            chosen={chosen}
            onTick={(personId, on) => {
              tick(personId, on)
              setProblem(null)
            }}
          />
        )}
        <p aria-live="polite" className="flex items-baseline justify-between gap-4 font-semibold empty:hidden">
          {fees > 0 && (
            <>
              {whom.toPay}
              <span className="font-display text-xl font-bold">
                <Price cents={each * fees} />
              </span>
            </>
          )}
        </p>
        {whyPayFirst !== undefined && <ToDuePayments />}
        {problem && <Alert kind="problem" title={problem} />}
      </div>
    </Dialog>
  )
}

/** Each person's ways to pay, and the chosen one; initially one that fits. */
function useWays(
  offered: readonly FamilyPerson[],
  entry: UpcomingEntry,
  picked: PickedWays,
  onPick: (picked: PickedWays) => void,
) {
  const now = useNow()
  const asked = offered.map(askFor)
  const lives = useLives(memberships.mine, asked)
  const makeUps = useMakeUps(asked, entry)
  const loading = makeUps.loading || lives.some(({ state }) => state === 'loading')
  const failed = makeUps.failed || lives.some(({ state }) => state === 'failed' || state === 'refused')
  const judgedOf = (person: FamilyPerson) => {
    const live = lives[offered.indexOf(person)]
    return judgeMemberships(live?.state === 'ready' ? live.answer : [], entry, now)
  }
  const makeUpsOf = (person: FamilyPerson) => makeUps.of(offered.indexOf(person)).filter(({ why }) => why === null)
  return {
    state: loading ? ('loading' as const) : failed ? ('failed' as const) : ('ready' as const),
    retry: () => {
      asked.forEach((input) => retryLive(memberships.mine, input))
      makeUps.retry()
    },
    passesOf: (person: FamilyPerson) => judgedOf(person).filter(({ why }) => why === null),
    makeUpsOf,
    chosenOf: (person: FamilyPerson) => {
      const [first] = makeUpsOf(person)
      return picked[person.personId] ?? (first ? asWay(first.makeUp) : preselected(judgedOf(person)))
    },
    choose: (person: FamilyPerson, way: string) => onPick({ ...picked, [person.personId]: way }),
  }
}

/** The fee alone, or a choice between the fee and the person's passes and make-up classes. */
function ChooseWay({ person, ways, fee }: { person: FamilyPerson; ways: ReturnType<typeof useWays>; fee: string }) {
  const t = useTexts(texts)
  const makeUpText = useTexts(makeUpTexts)
  const passText = useTexts(membershipTexts)
  const formats = useFormats()
  const madeUp = ways.makeUpsOf(person).map(({ makeUp }) => ({
    value: asWay(makeUp),
    label: `${makeUpText.one}, ${makeUpText.validUntil(formats.date(makeUp.validUntil))}`,
  }))
  const passInWords = (pass: OwnPurchase) => {
    const payment = openPassPayment(paymentOf(pass))
    const unpaid = payment && isDue(payment) && passText.passUnpaidIs
    return [pass.membershipName, passText.left(leftOf(pass), pass.classLimit), unpaid].filter(Boolean).join(' · ')
  }
  const passes = ways.passesOf(person).map(({ purchase }) => ({ value: purchase.id, label: passInWords(purchase) }))
  if (passes.length + madeUp.length === 0) return <p className="text-sm text-muted">{fee}</p>
  return (
    <div className="pt-2">
      <SelectField
        label={t.howToRegister}
        value={ways.chosenOf(person)}
        options={[...madeUp, ...passes, { value: DROP_IN, label: fee }]}
        onChange={(way) => ways.choose(person, way)}
      />
    </div>
  )
}

function Pay({ entry, offered, people, onClose, onBack }: Props & { people: readonly Chosen[]; onBack: () => void }) {
  const t = useTexts(texts)
  const registeredInWords = useRegisteredInWords()
  const details = useBookingDetails(entry)
  const { dropInFee } = useStudio()
  const explain = useExplainWho(useDropInTexts())
  const place = useCommand(registrations.registerSeveral)
  const { theyAreIn } = useTexts(paymentTexts)
  const makeUp = useTexts(makeUpTexts)
  const booked = offered.filter(({ personId }) => people.some((one) => one.personId === personId))
  const others = othersNamed(booked)
  const buyers = offered.filter(({ personId }) => people.some((one) => one.personId === personId && isByFee(one)))
  const othersPay = useOthersPay()
  const mayCover = useMayCover()
  const nameOf = ({ displayName, personId }: FamilyPerson) => {
    const chosen = people.find((one) => one.personId === personId)
    // where somebody pays and somebody has a pass, it is said whose the fee is
    if (!chosen || buyers.length === booked.length) return displayName
    const byPass = chosen.makeUpId === null ? t.pass : makeUp.one
    return `${displayName} (${(isByFee(chosen) ? t.dropIn : byPass).toLowerCase()})`
  }
  return (
    <PaymentDialog
      open
      onClose={onClose}
      onBack={onBack}
      title={t.registerFor(entry.className)}
      item={entry.className}
      details={`${booked.map(nameOf).join(', ')} · ${details}`}
      price={dropInPrice(entry, dropInFee)}
      people={buyers.length}
      mayCover={mayCover(buyers)}
      othersPay={othersPay(buyers)}
      thanks={others && ((...sum) => theyAreIn(others, ...sum))}
      explain={explain}
      onPay={async (choice) => {
        const outcome = await place.run({ scheduleId: entry.id, people: [...people], ...choice })
        if (outcome?.ok) {
          toast.success(registeredInWords(booked, people))
        }
        return outcome
      }}
    />
  )
}
