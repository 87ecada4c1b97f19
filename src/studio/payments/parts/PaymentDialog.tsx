import { anyGroupPrice } from '#studio/accounts/rules.ts'
import { Banknote, Landmark, WalletCards } from 'lucide-react'
import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import type { Cents } from '#kernel/money.ts'
import { refuse, type Done, type Refusal } from '#kernel/result.ts'
import type { OthersPay } from '#studio/families/parts/useOthersPay.ts'
import { useTexts } from '#web/language.tsx'
import { words } from '#web/messages.ts'
import { useFormats, useNow, useStudio } from '#web/studio.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Stack } from '#web/ui/Card.tsx'
import { CheckboxField } from '#web/ui/CheckboxField.tsx'
import { ConfirmDialog, Dialog } from '#web/ui/Dialog.tsx'
import { Price as ShownPrice } from '#web/ui/Price.tsx'
import { texts } from '../messages.ts'
import { deadlineFrom, offeredMethods, priceFor, withDiscount, type PaymentMethod, type Price } from '../rules.ts'
import { BankDetails, type Payer } from './BankDetails.tsx'
import { PayWithCredit, type PaidByCredit } from './PayWithCredit.tsx'
import { ToDuePayments } from './PayFirst.tsx'
import { DiscountField } from './DiscountField.tsx'
import { useSiblings } from './useSiblings.ts'
import { useDiscountCode, type CheckDiscount } from './useDiscountCode.ts'

export interface PaymentChoice {
  readonly coverMember: boolean
  readonly paymentMethod: PaymentMethod
  readonly discountCode: string | null
}

interface Sale {
  /** What is bought; also used as the explanation of a bank transfer. */
  item: string
  /** A second line about it, such as its day and time. */
  details?: ReactNode
  price: Price
  /**
   * The people for whom it is bought at once; each pays the price. Missing if there is no sibling discount, as for a
   * drop-in.
   */
  buyers?: readonly string[]
  /** How many people it is for, if they are not named. */
  people?: number
  /** False if none of the people is a group member. */
  mayCover?: boolean
  /** Who pays, if not the signed-in user. */
  payer?: Payer
  /** Shown instead of the transfer details if others pay for some of the people. */
  othersPay?: OthersPay | undefined
  /** Shown above the ways to pay: why payment is needed. */
  note?: ReactNode
  onClose: () => void
  /** Missing if no discount code can apply. */
  checkDiscount?: CheckDiscount | undefined
  /** The text above the account to pay to; 'You're in.' by default. */
  thanks?: ((amount: Cents, day: string) => string) | undefined
  /** Returns false if something is missing, which the caller then shows; the dialog does not ask for confirmation. */
  mayPay?: () => boolean
  /** Goes back to the previous choice. */
  onBack?: () => void
  /** Buys; resolves to null if a purchase is already pending. */
  onPay: (choice: PaymentChoice) => Promise<Done<{ price: Cents }> | Refusal | null>
  explain: (refusal: Refusal) => string
}

/**
 * How to pay for a drop-in, a course or a membership. It closes itself when done; after a bank transfer it stays open
 * and shows where to send the money. Its state is reset on each opening.
 */
export function PaymentDialog(
  props: Sale & {
    title: string
    open: boolean
    /** Shown instead of everything while it isn't known for whom it may be. */
    first?: ReactNode
  },
) {
  return (
    <Dialog open={props.open} onClose={props.onClose} title={props.title}>
      {props.first || <Payment {...props} />}
    </Dialog>
  )
}

function Payment(props: Sale) {
  const [bought, setBought] = useState<Bought | null>(null)
  if (bought) return <Transfer {...props} {...bought} />
  // keep these as they were at the press: people who are booked can no longer be chosen
  const { thanks, othersPay } = props
  return <Choice {...props} onTransfer={(amount) => setBought({ amount, thanks, othersPay })} />
}

interface Bought {
  readonly amount: Cents
  readonly thanks: Sale['thanks']
  readonly othersPay: Sale['othersPay']
}

function Transfer(props: Pick<Sale, 'item' | 'payer' | 'onClose'> & Bought) {
  const t = useTexts(texts)
  const { close } = useTexts(words)
  const { day } = useFormats()
  const { termDays, features } = useStudio()
  const [paid, setPaid] = useState<PaidByCredit | null>(null)
  const by = day(deadlineFrom(useNow(), termDays))
  const { thanks = t.youAreIn, othersPay } = props
  const frame = useRef<HTMLDivElement>(null)
  // the pressed button is gone, and with it the focus
  useEffect(() => frame.current?.focus(), [paid])
  return (
    <div ref={frame} tabIndex={-1} className="flex flex-col gap-4 outline-none">
      {othersPay ? (
        <Alert kind="info" action={othersPay.forAll ? undefined : <ToDuePayments />}>
          {othersPay.text}
        </Alert>
      ) : (
        <>
          <Alert kind="success">
            {paid
              ? `${t.creditUsed(paid.used)} ${paid.left > 0 ? t.leftToPay(paid.left) : t.nothingLeft}`
              : thanks(props.amount, by)}
          </Alert>
          {!paid && !props.payer && features.includes('statements') && (
            <PayWithCredit booked={props.amount} onPaid={setPaid} />
          )}
          {paid?.left !== 0 && (
            <BankDetails amount={paid?.left ?? props.amount} item={props.item} payer={props.payer} />
          )}
        </>
      )}
      <Button variant="primary" onPress={props.onClose}>
        {close}
      </Button>
    </div>
  )
}

function Choice(props: Sale & { onTransfer: (amount: Cents) => void }) {
  const { item, details, price, onPay, explain } = props
  const [ticked, setTicked] = useState(false)
  const { mayCover = true } = props
  const coverMember = mayCover && ticked
  const [asked, setAsked] = useState<PaymentMethod | null>(null)
  const [paying, setPaying] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const discount = useDiscountCode(props.checkDiscount ?? noCode, explain)
  const t = useTexts(texts)
  const word = useTexts(words)

  const { buyers, people = Math.max(1, buyers?.length ?? 1) } = props
  const each = priceFor(price, coverMember)
  const full = each * people
  const studio = useStudio()
  const { siblingPercent, membershipCategories } = studio
  const code = discount.applied?.amount ?? null
  const bySiblings = useSiblings(buyers)({ full: each, code })
  const toPay = buyers ? bySiblings.cents : withDiscount(each, code ?? 0) * people

  function tickCover(ticked: boolean) {
    setTicked(ticked)
    setProblem(null)
  }
  // also when other people are chosen of whom none is a group member
  useEffect(
    () => discount.recheck(coverMember),
    // oxlint-disable-next-line react/exhaustive-deps -- the function is a new one at each render
    [coverMember],
  )

  async function choose(method: PaymentMethod) {
    setProblem(null)
    if (props.mayPay?.() === false) return
    if (await discount.settle(coverMember)) setAsked(method)
  }

  async function takeForFree() {
    setProblem(null)
    const [method = 'cash'] = offeredMethods(coverMember, studio)
    if (props.mayPay?.() !== false) await pay(method)
  }

  async function pay(paymentMethod: PaymentMethod) {
    setPaying(true)
    const outcome = await onPay({ coverMember, paymentMethod, discountCode: discount.applied?.code ?? null })
    setPaying(false)
    if (outcome === null) return
    setAsked(null)
    if (!outcome.ok && outcome.code.startsWith('discount')) discount.refused(explain(outcome))
    else if (!outcome.ok) setProblem(explain(outcome))
    else if (paymentMethod === 'bankTransfer' && outcome.value.price > 0) props.onTransfer(outcome.value.price)
    else props.onClose()
  }

  return (
    <Stack>
      <ItemAndPrice {...{ item, details, full, toPay }} />
      {bySiblings.siblings > 0 && (
        <p aria-live="polite" className="flex justify-between gap-4 px-4 font-medium text-good">
          {t.siblingDiscount(siblingPercent)}
          <span className="tabular-nums">
            <ShownPrice cents={-bySiblings.siblings} />
          </span>
        </p>
      )}
      {props.note}
      {/* few people have a code: one quiet line, which unfolds on demand */}
      <div className="flex flex-wrap items-start justify-between gap-x-4">
        {mayCover && anyGroupPrice(membershipCategories) && (
          <div>
            <CheckboxField label={t.coverMember} checked={coverMember} onChange={tickCover} />
            {coverMember && <p className="-mt-1 pl-9 text-sm text-muted">{t.coverMemberHint}</p>}
          </div>
        )}
        {props.checkDiscount && <DiscountField discount={discount} coverMember={coverMember} price={each} />}
      </div>
      {problem && <Alert kind="problem">{problem}</Alert>}
      {toPay === 0 ? (
        <NothingToPay pending={paying} onConfirm={() => void takeForFree()} />
      ) : (
        <Methods coverMember={coverMember} onChoose={(method) => void choose(method)} />
      )}
      {props.onBack && (
        <Button variant="quiet" onPress={props.onBack}>
          {word.back}
        </Button>
      )}
      <ConfirmDialog
        open={asked !== null}
        title={t.confirmTitle}
        message={asked && t.confirmQuestion(toPay, asked)}
        confirmLabel={word.confirm}
        cancelLabel={word.cancel}
        onConfirm={() => asked && void pay(asked)}
        onCancel={() => setAsked(null)}
        pending={paying}
      />
    </Stack>
  )
}

/** The item and its price; the full price, struck through, if less is to be paid. */
function ItemAndPrice(props: { item: string; details: ReactNode; full: Cents; toPay: Cents }) {
  const { item, details, full, toPay } = props
  const t = useTexts(texts)
  return (
    <div className="flex items-center justify-between gap-4 rounded-2xl bg-brand-soft px-4 py-3">
      <div className="min-w-0">
        <p className="font-semibold">{item}</p>
        {details && <p className="text-sm text-muted">{details}</p>}
      </div>
      <p aria-live="polite" className="shrink-0 text-right font-display text-xl font-bold">
        <span className="sr-only">{t.price} </span>
        {toPay < full && (
          // on a phone above the price: beside it, the name had no room and broke within a word
          <span className="mr-2 text-base font-normal max-sm:mr-0 max-sm:block">
            <ShownPrice cents={full} struck />{' '}
          </span>
        )}
        <ShownPrice cents={toPay} />
      </p>
    </div>
  )
}

/** If the price or a code leaves nothing to pay, no payment method is chosen. */
function NothingToPay({ pending, onConfirm }: { pending: boolean; onConfirm: () => void }) {
  const t = useTexts(texts)
  const word = useTexts(words)
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
      <p className="font-semibold">{t.nothingToPay}</p>
      <Button variant="primary" pending={pending} onPress={onConfirm}>
        {word.confirm}
      </Button>
    </div>
  )
}

// used when codes are not offered, so it is never called
const noCode: CheckDiscount = () => Promise.resolve(refuse('discountInvalid'))

const icons = { cash: Banknote, bankTransfer: Landmark, stebby: WalletCards }

function Methods(props: { coverMember: boolean; onChoose: (method: PaymentMethod) => void }) {
  const t = useTexts(texts)
  const studio = useStudio()
  const id = useId()
  return (
    <div role="group" aria-labelledby={id} className="flex flex-col gap-3 border-t border-line pt-4">
      <p id={id} className="font-semibold">
        {t.choose}
      </p>
      <div className="flex flex-col gap-3 sm:flex-row sm:*:flex-auto">
        {offeredMethods(props.coverMember, studio).map((method) => {
          const Icon = icons[method]
          return (
            <Button
              key={method}
              icon={<Icon aria-hidden="true" className="size-5" />}
              onPress={() => props.onChoose(method)}
            >
              {t.methodButtons[method]}
            </Button>
          )
        })}
      </div>
    </div>
  )
}
