import { useState, type ReactNode } from 'react'
import type { OwnPurchase } from '#studio/memberships/contract.ts'
import { ToDuePayments, useWhyPayFirst } from '#studio/payments/parts/PayFirst.tsx'
import { PaymentDialog } from '#studio/payments/parts/PaymentDialog.tsx'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { DialogLoading } from '#web/live/LiveContent.tsx'
import { useMe } from '#web/me.ts'
import { words } from '#web/messages.ts'
import { useRefusalText } from '#web/refusals.ts'
import { useNow, useStudio } from '#web/studio.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { calendarPath } from '#web/ui/AddToCalendar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Cluster } from '#web/ui/Card.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { RadioCards } from '#web/ui/RadioCards.tsx'
import { toast } from '#web/ui/toast.ts'
import { registrations } from '../calls.ts'
import type { UpcomingEntry } from '../contract.ts'
import { refusals, texts } from '../messages.ts'
import { cannotRegister, dropInPrice } from '../rules.ts'
import { DROP_IN, type Judged } from './choice.ts'
import { useDropInTexts } from './useDropInTexts.ts'
import { makeUpTexts } from '../messages/makeUps.ts'
import { makeUpOf } from './useMakeUps.tsx'
import { useFocusBack } from './useFocusBack.ts'
import { useWayCards, useWays } from './useWays.tsx'
import { useBookingDetails } from './useBookingDetails.ts'

interface PlaceProps {
  readonly entry: UpcomingEntry
  readonly registered: boolean
  readonly onClose: () => void
  /** To add a child first, for somebody who may well book for one. */
  readonly onAddChild?: (() => void) | undefined
}

/** Registers for a class: at once with a membership, or through the payment dialog for a drop-in fee. */
export function RegistrationDialog(props: PlaceProps) {
  const [paying, setPaying] = useState(false)
  useFocusBack()
  return paying ? <DropIn {...props} /> : <ChooseHow {...props} onDropIn={() => setPaying(true)} />
}

function ChooseHow({ entry, registered, onClose, onAddChild, onDropIn }: PlaceProps & { onDropIn: () => void }) {
  const t = useTexts(texts)
  const { confirm, cancel, tryAgain } = useTexts(words)
  const explain = useRefusalText(refusals)
  const details = useBookingDetails(entry)
  const { membershipCategory } = useMe()
  const { classCategories } = useStudio()
  const whyPayFirst = useWhyPayFirst()
  const now = useNow()
  const { register, pending, problem, forgetProblem } = useRegister(entry, onClose)
  const ways = useWays(entry)
  const cards = useWayCards(entry, ways)
  const [picked, setPicked] = useState<string | null>(null)
  const [straight, setStraight] = useState(false)

  const { judged } = ways
  // while the response is pending, the new place may already be in the list
  const refusal = pending ? null : cannotRegister(classCategories, entry, { membershipCategory, registered }, now)
  // nothing to choose: go straight to paying the fee, and stay there until the dialog closes; while registering, the pass
  // may already be used up
  if (!straight && !pending && ways.ready && ways.best === DROP_IN && !refusal && !whyPayFirst) setStraight(true)
  if (straight) {
    // whoever has passes here comes themselves
    const note = judged.length > 0 ? <Misfits judged={judged} /> : onAddChild && <ForChild onAddChild={onAddChild} />
    return <DropIn {...{ entry, registered, onClose }} note={note} />
  }

  const chosen = picked ?? ways.best
  const why = refusal ?? judged.find(({ purchase }) => purchase.id === chosen)?.why
  const whyNotChosen = chosen === null ? t.chooseFirst : chosen === DROP_IN ? whyPayFirst : undefined
  const goOn = () => {
    if (chosen === DROP_IN) onDropIn()
    else if (chosen !== null) void register(chosen)
  }
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
            whyDisabled={why ? explain({ code: why }) : whyNotChosen}
            pending={pending}
            pendingLabel={t.registering}
            onPress={goOn}
          >
            {confirm}
          </Button>
          <Button variant="quiet" disabled={pending} onPress={onClose}>
            {cancel}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {ways.loading ? (
          <DialogLoading label={t.loadingMemberships} count={2} />
        ) : (
          <RadioCards
            label={t.howToRegister}
            value={chosen}
            onChange={(value) => {
              setPicked(value)
              forgetProblem()
            }}
            options={cards}
          />
        )}
        {whyPayFirst && <ToDuePayments />}
        {ways.failed && (
          <Alert kind="problem" title={t.membershipsFailed} action={<Button onPress={ways.retry}>{tryAgain}</Button>} />
        )}
        {(problem ?? refusal) && (
          <Alert kind="problem" title={problem ?? (refusal ? explain({ code: refusal }) : '')} />
        )}
      </div>
    </Dialog>
  )
}

/** Registers with the chosen pass or make-up class, and shows a toast. */
function useRegister(entry: UpcomingEntry, onDone: () => void) {
  const t = useTexts(texts)
  const { byMakeUp: makeUpInWords } = useTexts(makeUpTexts)
  const explain = useRefusalText(refusals)
  const calendarLink = useCalendarLink(entry.id)
  const byPass = useCommand(registrations.registerWithMembership)
  const byMakeUp = useCommand(registrations.registerWithMakeUp)
  const [problem, setProblem] = useState<string | null>(null)

  async function register(chosen: string) {
    setProblem(null)
    const makeUpId = makeUpOf(chosen)
    if (makeUpId !== null) {
      const made = await byMakeUp.run({ scheduleId: entry.id, makeUpId })
      if (!made) return
      if (!made.ok) return setProblem(t.registrationFailed(explain(made)))
      toast.success(t.registeredUsing(makeUpInWords), calendarLink)
      return onDone()
    }
    const outcome = await byPass.run({ scheduleId: entry.id, purchaseId: chosen })
    if (!outcome) return
    if (!outcome.ok) return setProblem(t.registrationFailed(explain(outcome)))
    toast.success(t.registeredUsing(t.byPass(outcome.value.membershipName)), calendarLink)
    onDone()
  }
  return { register, pending: byPass.pending || byMakeUp.pending, problem, forgetProblem: () => setProblem(null) }
}

/** The person's passes that can't pay for this class, each with the reason. */
function Misfits({ judged }: { judged: readonly Judged<OwnPurchase>[] }) {
  const explain = useRefusalText(refusals)
  return (
    <ul className="flex flex-col gap-1 text-sm text-muted">
      {judged.map(({ purchase, why }) => (
        <li key={purchase.id}>
          <span className="font-semibold">{purchase.membershipName}</span>: {why && explain({ code: why })}
        </li>
      ))}
    </ul>
  )
}

function ForChild({ onAddChild }: { onAddChild: () => void }) {
  const t = useTexts(texts)
  return (
    <Cluster>
      <span className="text-sm text-muted">{t.forChild}</span>
      <Button size="small" variant="quiet" onPress={onAddChild}>
        {t.addChildFirst}
      </Button>
    </Cluster>
  )
}

function DropIn({ entry, onClose, note }: PlaceProps & { note?: ReactNode }) {
  const t = useTexts(texts)
  const details = useBookingDetails(entry)
  const { dropInFee } = useStudio()
  const explain = useDropInTexts()
  const calendarLink = useCalendarLink(entry.id)
  const place = useCommand(registrations.registerWithDropIn)
  return (
    <PaymentDialog
      open
      onClose={onClose}
      title={t.registerFor(entry.className)}
      item={entry.className}
      details={details}
      price={dropInPrice(entry, dropInFee)}
      note={note}
      explain={explain}
      onPay={async (choice) => {
        const outcome = await place.run({ scheduleId: entry.id, ...choice })
        if (outcome?.ok) toast.success(t.registeredUsing(t.byDropIn), calendarLink)
        return outcome
      }}
    />
  )
}

/** Link for adding the booked class to a calendar. */
function useCalendarLink(scheduleId: string) {
  const { addToCalendar } = useTexts(words)
  return { href: calendarPath({ kind: 'class', id: scheduleId }), label: addToCalendar }
}
