import { anyGroupPrice } from '#studio/accounts/rules.ts'
import { Banknote, Landmark, WalletCards } from 'lucide-react'
import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import type { Cents } from '#kernel/money.ts'
import { useTexts } from '#web/language.tsx'
import { words } from '#web/messages.ts'
import { useFormats, useNow, useStudio } from '#web/studio.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Stack } from '#web/ui/Card.tsx'
import { CheckboxField } from '#web/ui/CheckboxField.tsx'
import { ConfirmDialog, Dialog } from '#web/ui/Dialog.tsx'
import { Price } from '#web/ui/Price.tsx'
import { texts } from '../messages.ts'
import { deadlineFrom, offeredMethods, type PaymentMethod } from '../rules.ts'
import { BankDetails } from './BankDetails.tsx'
import { PayWithCredit, type PaidByCredit } from './PayWithCredit.tsx'
import { ToDuePayments } from './PayFirst.tsx'
import { DiscountField } from './DiscountField.tsx'
import type { Sale } from './sale.ts'
import { useBuying } from './useBuying.ts'

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
  const { item, details, mayCover = true } = props
  const { coverMember, cover, sum, discount, problem, asked, pay, ...press } = useBuying(props)
  const t = useTexts(texts)
  const word = useTexts(words)
  const { membershipCategories } = useStudio()
  return (
    <Stack>
      <ItemAndPrice {...{ item, details }} full={sum.full} toPay={sum.toPay} />
      {sum.siblings > 0 && <SiblingDiscount cents={sum.siblings} />}
      {props.note}
      {/* few people have a code: one quiet line, which unfolds on demand */}
      <div className="flex flex-wrap items-start justify-between gap-x-4">
        {mayCover && anyGroupPrice(membershipCategories) && (
          <div>
            <CheckboxField label={t.coverMember} checked={coverMember} onChange={cover} />
            {coverMember && <p className="-mt-1 pl-9 text-sm text-muted">{t.coverMemberHint}</p>}
          </div>
        )}
        {props.checkDiscount && <DiscountField discount={discount} coverMember={coverMember} price={sum.each} />}
      </div>
      {problem && <Alert kind="problem">{problem}</Alert>}
      {sum.toPay === 0 ? (
        <NothingToPay pending={pay.pending} onConfirm={() => void press.takeForFree()} />
      ) : (
        <Methods
          label={props.payer ? t.chooseForAnother : t.choose}
          coverMember={coverMember}
          onChoose={(method) => void press.choose(method)}
        />
      )}
      {props.onBack && (
        <Button variant="quiet" onPress={props.onBack}>
          {word.back}
        </Button>
      )}
      <ConfirmDialog
        open={asked !== null}
        title={t.confirmTitle}
        message={asked && (props.payer ? t.confirmQuestionForAnother : t.confirmQuestion)(sum.toPay, asked)}
        confirmLabel={word.confirm}
        cancelLabel={word.cancel}
        onConfirm={() => asked && void pay.by(asked)}
        onCancel={press.cancel}
        pending={pay.pending}
      />
    </Stack>
  )
}

function SiblingDiscount({ cents }: { cents: Cents }) {
  const t = useTexts(texts)
  const { siblingPercent } = useStudio()
  return (
    <p aria-live="polite" className="flex justify-between gap-4 px-4 font-medium text-good">
      {t.siblingDiscount(siblingPercent)}
      <span className="tabular-nums">
        <Price cents={-cents} />
      </span>
    </p>
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
            <Price cents={full} struck />{' '}
          </span>
        )}
        <Price cents={toPay} />
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

const icons = { cash: Banknote, bankTransfer: Landmark, stebby: WalletCards }

function Methods(props: { label: string; coverMember: boolean; onChoose: (method: PaymentMethod) => void }) {
  const t = useTexts(texts)
  const studio = useStudio()
  const id = useId()
  return (
    <div role="group" aria-labelledby={id} className="flex flex-col gap-3 border-t border-line pt-4">
      <p id={id} className="font-semibold">
        {props.label}
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
