import { useState } from 'react'
import { useDancingPeople } from '#studio/families/parts/usePeople.ts'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { LiveAnswer } from '#web/live/LiveAnswer.tsx'
import { useRefusalText } from '#web/refusals.ts'
import { useFormats, useNow, useStudio } from '#web/studio.tsx'
import { useHistoryState } from '#web/useHistoryState.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dotted, Whose } from '#web/ui/Dotted.tsx'
import { TextLink } from '#web/ui/LinkButton.tsx'
import { Line, Lines } from '#web/ui/Lines.tsx'
import { Section } from '#web/ui/Page.tsx'
import { Price } from '#web/ui/Price.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { toast } from '#web/ui/toast.ts'
import { payments } from '../calls.ts'
import type { OwnPayment } from '../contract.ts'
import { markFailures, refusals, texts } from '../messages.ts'
import { canMarkOwn, isDue, isOverdue, offeredMethods, partOf, restOf } from '../rules.ts'
import { BankDetails } from './BankDetails.tsx'
import { MyCredit } from './MyCredit.tsx'
import { MarkAsPaidDialog } from './MarkAsPaidDialog.tsx'
import { PayAll } from './PayAll.tsx'
import { SiblingLine } from './SiblingLine.tsx'
import { PaymentStatusBadge } from './PaymentStatusBadge.tsx'

/**
 * The due payments on the dashboard: one box to pay all, then a line for each with method, deadline and what the studio
 * must confirm. The payment whose 'Pay' was pressed elsewhere comes first, with the account to which it is transferred.
 */
export function DuePayments() {
  const t = useTexts(texts)
  const [marking, setMarking] = useState<OwnPayment | null>(null)
  const withCredit = useStudio().features.includes('statements')
  const { pay } = useHistoryState()
  return (
    <Section title={t.due} actions={<ToAllPayments />}>
      {withCredit && <MyCredit />}
      <LiveAnswer query={payments.mine} input={{}} count={2} failed={t.loadFailed}>
        {(all) => {
          // a payment of 0 cents is not due
          const own = all.filter(({ price }) => price > 0)
          const chosen = own.find((payment) => payment.id === pay && isDue(payment))
          const others = own.filter((payment) => payment !== chosen)
          return own.length === 0 ? (
            <EmptyState text={t.nothingDue} hint={t.nothingDueHint} small />
          ) : (
            <div className="flex flex-col gap-4">
              {chosen && (
                <Lines label={t.chosen} tone="accent">
                  <DuePayment payment={chosen} chosen onMark={() => setMarking(chosen)} />
                </Lines>
              )}
              <PayAll own={own} chosen={chosen} />
              {others.length > 0 && (
                <Lines label={t.due}>
                  {others.map((payment) => (
                    <DuePayment key={payment.id} payment={payment} onMark={() => setMarking(payment)} />
                  ))}
                </Lines>
              )}
            </div>
          )
        }}
      </LiveAnswer>
      {marking && <MarkAsPaidDialog payment={marking} onClose={() => setMarking(null)} />}
    </Section>
  )
}

/** Link to all payments, including the paid ones with their receipts. */
function ToAllPayments() {
  const t = useTexts(texts)
  const withPapers = useStudio().features.includes('papers')
  return (
    <TextLink to="/account" hash="payments">
      {withPapers ? t.allWithReceipts : t.all.title}
    </TextLink>
  )
}

/** With `chosen`, the account for a transfer of this payment alone stands below it from the start. */
function DuePayment(props: { payment: OwnPayment; chosen?: boolean; onMark: () => void }) {
  const { payment, chosen = false, onMark } = props
  const t = useTexts(texts)
  const { day, weekdayAndDay } = useFormats()
  const overdue = isOverdue(payment, useNow())
  const due = isDue(payment)
  const method = payment.paymentMethod
  const hint = due && method === 'stebby' ? t.payInStebby : `${t.methods[method]}.`
  const id = `due-${payment.id}`
  const byTransfer = method === 'bankTransfer'
  // a transfer pays it too, whatever was chosen when it was made
  const mayTransfer = offeredMethods(false, useStudio()).includes('bankTransfer') && due && !byTransfer
  const [unfolded, setUnfolded] = useState(chosen)
  const people = useDancingPeople()
  const child = people.find(({ own, personId }) => !own && personId === payment.userId)
  return (
    <Line
      long
      id={id}
      name={payment.description}
      more={
        <>
          <Dotted>
            {child && <Whose name={child.displayName} />}
            {/* on a phone the name alone says what it is */}
            <span className="max-sm:hidden">{t.items[payment.item]}</span>
            {payment.startsAt !== null && <span className="whitespace-nowrap">{weekdayAndDay(payment.startsAt)}</span>}
            {due && method === 'cash' ? (
              t.payInCash(day(payment.deadline))
            ) : (
              <>
                {hint} {due ? <span className="whitespace-nowrap">{t.payBy(day(payment.deadline))}</span> : t.awaiting}
              </>
            )}
          </Dotted>
          <SiblingLine {...payment} />
        </>
      }
      state={
        <>
          {overdue && <Badge tone="danger">{t.overdue}</Badge>}
          {/* overdue implies due */}
          {!(overdue && payment.status === 'due') && (
            <PaymentStatusBadge status={payment.status} part={partOf(payment)} />
          )}
        </>
      }
      amount={
        <span className="font-display text-lg font-bold">
          <Price cents={restOf(payment)} />
        </span>
      }
      actions={
        <>
          {mayTransfer && (
            <Button
              size="small"
              variant="quiet"
              aria-expanded={unfolded}
              aria-describedby={id}
              onPress={() => setUnfolded(!unfolded)}
            >
              {t.payByTransfer}
            </Button>
          )}
          {canMarkOwn(payment) ? (
            <Button size="small" onPress={onMark} aria-describedby={id}>
              {t.markAsPaid}
            </Button>
          ) : (
            payment.status === 'markedByUser' && <NotPaid paymentId={payment.id} describedBy={id} />
          )}
        </>
      }
      below={
        due &&
        (byTransfer ? chosen : mayTransfer && unfolded) && (
          <div className="flex flex-col gap-2 py-1.5">
            {mayTransfer && <p className="text-sm text-muted">{t.transferHint}</p>}
            <BankDetails amount={restOf(payment)} item={payment.description} />
          </div>
        )
      }
    />
  )
}

/** For users who marked a payment as paid too early: makes it due again, with all the ways to pay. */
function NotPaid({ paymentId, describedBy }: { paymentId: string; describedBy: string }) {
  const t = useTexts(texts)
  const explain = useRefusalText(markFailures, refusals)
  const { run, pending } = useCommand(payments.unmarkAsPaid)

  async function takeBack() {
    const outcome = await run({ paymentId })
    if (outcome?.ok) toast.success(t.dueAgain)
    else if (outcome) toast.problem(explain(outcome))
  }
  return (
    <Button
      size="small"
      variant="quiet"
      pending={pending}
      onPress={() => void takeBack()}
      aria-describedby={describedBy}
    >
      {t.notPaid}
    </Button>
  )
}
