import { Ticket } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Refusal } from '#kernel/result.ts'
import { fullName } from '#studio/accounts/rules.ts'
import { SellDialog } from '#studio/memberships/parts/SellDialog.tsx'
import { texts as paymentTexts } from '#studio/payments/messages.ts'
import { PaymentDialog } from '#studio/payments/parts/PaymentDialog.tsx'
import { useSettleNow } from '#studio/payments/parts/useSettleNow.ts'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { useConnectionState } from '#web/live/useLive.ts'
import { words } from '#web/messages.ts'
import { isFailure, joined, useRefusalText } from '#web/refusals.ts'
import { useNow, useStudio } from '#web/studio.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ByWidth, MENU_REM } from '#web/ui/ByWidth.tsx'
import { RadioCards } from '#web/ui/RadioCards.tsx'
import { LoadingState } from '#web/ui/states.tsx'
import { Unfold } from '#web/ui/Unfold.tsx'
import { toast } from '#web/ui/toast.ts'
import { registrations } from '../calls.ts'
import type { Candidate, UpcomingEntry } from '../contract.ts'
import { refusals } from '../messages.ts'
import { deskRefusals, deskTexts } from '../messages/desk.ts'
import { judgeMemberships, judgeWithoutEntry } from '../parts/choice.ts'
import { asWay, makeUpOf, useMakeUpCards, useMakeUpsOf, type JudgedMakeUp } from '../parts/useMakeUps.tsx'
import { useHeld } from '../parts/useHeld.ts'
import { useMembershipCards } from '../parts/useMembershipCards.tsx'
import { usePlaceTexts } from '../parts/usePlaceTexts.ts'
import { cannotRegister, dropInPrice } from '../rules.ts'
import { PersonCheck } from '../parts/PersonCheck.tsx'
import { WaysToPay } from './WaysToPay.tsx'

interface CandidateProps {
  readonly candidate: Candidate
  readonly entry: UpcomingEntry | null
  /** Called when the person is registered, to clear the choice. */
  readonly onDone: () => void
}
interface Chosen extends CandidateProps {
  readonly onOther: () => void
}

/** The chosen person, and how they can be registered. */
export function RegisterCandidate({ candidate, entry, onDone, onOther }: Chosen) {
  const t = useTexts(deskTexts)
  const { loading } = useTexts(words)
  const isOffline = useConnectionState() === 'offline'
  const makeUps = useMakeUpsOf(candidate.id, entry)
  return (
    <div className="flex flex-col gap-4">
      <div className="flex items-center justify-between gap-3">
        <div className="min-w-0">
          <p className="text-lg font-semibold break-words">{fullName(candidate)}</p>
          <p className="text-sm break-all text-muted">{candidate.email}</p>
        </div>
        <div className="shrink-0">
          <Button size="small" aria-label={t.changeOf(fullName(candidate))} onPress={onOther}>
            {t.change}
          </Button>
        </div>
      </div>
      {/* wait for these, so that late content does not move a button under the pointer */}
      {makeUps.loading && !isOffline ? (
        <LoadingState label={loading} count={2} />
      ) : (
        <Ways {...{ candidate, entry, onDone }} makeUps={makeUps.of(0)} />
      )}
    </div>
  )
}

/** A person's memberships and make-up classes, and the two ways to register. */
function Ways({ candidate, entry, onDone, makeUps }: CandidateProps & { makeUps: readonly JudgedMakeUp[] }) {
  const t = useTexts(deskTexts)
  const explain = useRefusalText(deskRefusals, refusals)
  const cardsOf = useMembershipCards(explain)
  const now = useNow()
  const { register, pending, problem } = useRegister(candidate, entry, onDone)
  const makeUpCards = useMakeUpCards(explain)
  const [picked, setPicked] = useState<string | null>(null)
  const [paying, setPaying] = useState(false)
  const [selling, setSelling] = useState(false)

  const judged = entry ? judgeMemberships(candidate.memberships, entry, now) : judgeWithoutEntry(candidate.memberships)
  const usable = [
    ...makeUps.filter(({ why }) => why === null).map(({ makeUp }) => asWay(makeUp)),
    ...judged.filter(({ why }) => why === null).map(({ purchase }) => purchase.id),
  ]
  const only = usable.length === 1 ? usable[0] : undefined
  const chosen = (picked !== null && usable.includes(picked) ? picked : only) ?? null
  const among = (ids: readonly string[]) => entry !== null && ids.includes(entry.id)
  const place = {
    ...candidate,
    registered: among(candidate.scheduleIds),
    absent: among(candidate.absentFrom),
  }
  const { classCategories } = useStudio()
  const refusal = entry && !pending && !paying ? cannotRegister(classCategories, entry, place, now) : null
  const held = useHeld()(entry?.id ?? '')
  const refused = refusal && ((refusal === 'classFull' && held?.whyFull) || explain({ code: refusal }))
  const whyNot = entry ? (refused ?? undefined) : t.chooseClass

  const cards = [...makeUpCards(makeUps), ...cardsOf(judged)]
  const fitting = cards.filter(({ whyDisabled }) => whyDisabled === undefined)
  const unfit = cards.filter(({ whyDisabled }) => whyDisabled !== undefined)
  const ways = (
    <WaysToPay
      whyNot={whyNot}
      whyNoMembership={chosen === null ? t.chooseMembership : undefined}
      pending={pending}
      onMembership={() => chosen !== null && void register(chosen)}
      onDropIn={() => setPaying(true)}
    />
  )
  return (
    <>
      {cards.length === 0 && <p className="text-muted">{t.noMemberships}</p>}
      {fitting.length > 0 && <RadioCards label={t.memberships} value={chosen} onChange={setPicked} options={fitting} />}
      {unfit.length > 0 && (
        <Unfold label={t.unfit(unfit.length)}>
          <RadioCards label={t.unfit(unfit.length)} hideLabel value={null} onChange={setPicked} options={unfit} />
        </Unfold>
      )}
      {chosen === null && (
        <Button icon={<Ticket aria-hidden="true" className="size-5" />} onPress={() => setSelling(true)}>
          {t.sellPass}
        </Button>
      )}
      {selling && (
        <SellDialog
          title={t.sellPassTo(fullName(candidate))}
          user={{ ...candidate, active: true }}
          onClose={() => setSelling(false)}
        />
      )}
      {refused && <Alert kind="warning">{refused}</Alert>}
      {entry ? (
        // sticks above a phone's navigation, however long the content before it is
        <div className="flex flex-col gap-3 max-sm:sticky max-sm:bottom-[calc(3.5rem+env(safe-area-inset-bottom))] max-sm:z-10 max-sm:-mx-5 max-sm:border-t max-sm:border-line max-sm:bg-surface max-sm:px-5 max-sm:py-3 low:static!">
          {problem && <Alert kind="problem">{problem}</Alert>}
          {ways}
        </div>
      ) : (
        <ByWidth rem={MENU_REM} wide={ways} />
      )}
      {entry && <PersonCheck scheduleId={entry.id} userId={candidate.id} />}
      {paying && entry && (
        <DropIn candidate={candidate} entry={entry} onDone={onDone} onClose={() => setPaying(false)} />
      )}
    </>
  )
}

/** Registers with a pass or make-up class of the person, and shows a toast. */
function useRegister(candidate: Candidate, entry: UpcomingEntry | null, onDone: () => void) {
  const t = useTexts(deskTexts)
  const explain = useRefusalText(deskRefusals, refusals)
  const byPass = useCommand(registrations.registerOtherWithMembership)
  const byMakeUp = useCommand(registrations.registerOtherWithMakeUp)
  const [problem, setProblem] = useState<string | null>(null)

  async function register(chosen: string) {
    if (!entry) return
    setProblem(null)
    const makeUpId = makeUpOf(chosen)
    const place = { scheduleId: entry.id, userId: candidate.id }
    const outcome =
      makeUpId === null
        ? await byPass.run({ ...place, purchaseId: chosen })
        : await byMakeUp.run({ ...place, makeUpId })
    if (!outcome) return
    if (!outcome.ok) return setProblem(joined(t.membershipFailed, explain(outcome)))
    toast.success(makeUpId === null ? t.registeredWithMembership : t.registeredWithMakeUp)
    onDone()
  }
  return { register, pending: byPass.pending || byMakeUp.pending, problem }
}

function DropIn({ candidate, entry, onDone, onClose }: CandidateProps & { entry: UpcomingEntry; onClose: () => void }) {
  const t = useTexts(deskTexts)
  const { toTransfer } = useTexts(paymentTexts)
  const { when } = usePlaceTexts()
  const { dropInFee } = useStudio()
  const explain = useDropInWords()
  const settleNow = useSettleNow()
  const { run } = useCommand(registrations.registerOtherWithDropIn)
  const done = useRef(false)
  // after a bank transfer the dialog stays open and shows the account details
  const close = () => {
    onClose()
    if (done.current) onDone()
  }
  return (
    <PaymentDialog
      open
      onClose={close}
      title={t.dropInFor(entry.className)}
      item={entry.className}
      details={`${fullName(candidate)}, ${when(entry)}`}
      price={dropInPrice(entry, dropInFee)}
      payer={{ userId: candidate.id, name: fullName(candidate) }}
      thanks={toTransfer}
      explain={explain}
      onPay={async (choice) => {
        const outcome = await run({ scheduleId: entry.id, userId: candidate.id, ...choice })
        if (outcome?.ok) {
          toast.success(t.registeredWithDropIn, settleNow(outcome.value, choice.paymentMethod))
          done.current = true
        }
        return outcome
      }}
    />
  )
}

/** The explained refusal, or that registering failed. */
function useDropInWords(): (refusal: Refusal) => string {
  const t = useTexts(deskTexts)
  const explain = useRefusalText(deskRefusals, refusals)
  return (refusal) => {
    if (refusal.code === 'scheduleNotFound') return t.prepareFailed
    return isFailure(refusal.code) ? joined(t.dropInFailed, explain(refusal)) : explain(refusal)
  }
}
