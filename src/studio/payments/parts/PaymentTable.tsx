import { use, useState, type ReactNode } from 'react'
import { useNameOf } from '#studio/accounts/parts/useNameOf.ts'
import type { Cents } from '#kernel/money.ts'
import { useTexts } from '#web/language.tsx'
import { words } from '#web/messages.ts'
import { useFormats, useNow, useToday } from '#web/studio.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { DataTable } from '#web/ui/DataTable.tsx'
import { Dotted } from '#web/ui/Dotted.tsx'
import { TextLink } from '#web/ui/LinkButton.tsx'
import { Price } from '#web/ui/Price.tsx'
import type { Column, RowChoice } from '#web/ui/table.ts'
import type { DeskPayment } from '../contract.ts'
import { texts } from '../messages.ts'
import { deskTexts } from '../messages/desk.ts'
import { isDue, isOverdue, itemText, otherInMonth, paidAmount, partOf, restOf } from '../rules.ts'
import { ConfirmPaymentDialog } from './ConfirmPaymentDialog.tsx'
import { DeletePaymentDialog } from './DeletePaymentDialog.tsx'
import { PaymentActions } from './PaymentActions.tsx'
import { PaymentMore } from './paymentMore.ts'
import { PaymentHistory } from './PaymentHistory.tsx'
import { SiblingLine } from './SiblingLine.tsx'
import { PaymentStanding } from './PaymentStatusBadge.tsx'

/** Payments for staff: what each is for, its status, its history, and the actions that the user may take. */
export function PaymentTable(props: {
  caption: string
  rows: readonly DeskPayment[]
  empty: ReactNode
  /** Hides the name, which would only repeat on a user's own page. */
  hideUser?: boolean
  /** Which day to show: of creation, or of confirmation. */
  dated?: 'created' | 'updated'
  /** For lists in which nothing was received yet. */
  hideActualAmount?: boolean
  choice?: RowChoice<DeskPayment> | undefined
}) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  // copies of the rows: the rows themselves move to another list when anyone acts on them
  const [confirming, setConfirming] = useState<DeskPayment | null>(null)
  const [deleting, setDeleting] = useState<DeskPayment | null>(null)
  const methodOf = useMethodText()
  const nameOf = useNameOf()
  const { dayOfYear } = useFormats()

  function toggle(id: string) {
    const next = new Set(opened)
    if (!next.delete(id)) next.add(id)
    setOpened(next)
  }
  const actions = useActions({ opened, onHistory: toggle, onConfirm: setConfirming, onDelete: setDeleting })
  const historyOf = useHistories(opened)
  const { dated = 'created', hideUser = false } = props
  const columns = useColumns(dated)
  const card = useCard({ hideUser, dated, rows: props.rows })
  const shown = columns.filter(
    ({ id }) =>
      !(props.hideUser && id === 'user') &&
      !(props.hideActualAmount && id === 'actualAmount') &&
      // a paid payment no longer has a deadline to show
      !(props.dated === 'updated' && id === 'deadline'),
  )
  return (
    <>
      <DataTable
        caption={props.caption}
        manyColumns
        columns={[...shown, actions]}
        card={card}
        rows={props.rows}
        rowKey={(payment) => payment.id}
        empty={props.empty}
        detail={historyOf}
        {...(props.choice && { choice: props.choice })}
      />
      {confirming && (
        <ConfirmPaymentDialog
          payment={confirming}
          item={itemText(confirming, dayOfYear)}
          userName={nameOf(confirming)}
          email={confirming.email}
          method={methodOf(confirming)}
          onClose={() => setConfirming(null)}
        />
      )}
      {deleting && <DeletePaymentDialog payment={deleting} onClose={() => setDeleting(null)} />}
    </>
  )
}

/** The history below each payment that is unfolded. */
function useHistories(opened: ReadonlySet<string>) {
  const nameOf = useNameOf()
  const t = useTexts(deskTexts)
  return (payment: DeskPayment) =>
    opened.has(payment.id) ? (
      <section aria-label={t.historyOf(nameOf(payment))}>
        <PaymentHistory paymentId={payment.id} />
      </section>
    ) : null
}

function useActions(on: {
  opened: ReadonlySet<string>
  onHistory: (id: string) => void
  onConfirm: (payment: DeskPayment) => void
  onDelete: (payment: DeskPayment) => void
}): Column<DeskPayment> {
  const { actions } = useTexts(words)
  const cell = (payment: DeskPayment) => (
    <PaymentActions
      payment={payment}
      opened={on.opened.has(payment.id)}
      onHistory={() => on.onHistory(payment.id)}
      onConfirm={() => on.onConfirm(payment)}
      onDelete={() => on.onDelete(payment)}
    />
  )
  return { id: 'actions', header: actions, actions: true, cell }
}

function useMethodText() {
  const t = useTexts(texts)
  return (payment: DeskPayment) => `${t.items[payment.item]}, ${t.methods[payment.paymentMethod]}`
}

function useColumns(dated: 'created' | 'updated'): Column<DeskPayment>[] {
  const nameOf = useNameOf()
  const t = useTexts(deskTexts)
  const { methods, items } = useTexts(texts)
  const { name } = useTexts(words)
  const { dayOfYear, euros } = useFormats()
  return [
    {
      id: 'user',
      header: name,
      rowHeader: true,
      cell: (payment) => (
        <>
          <TextLink to="/admin/users/$id" params={{ id: payment.userId }}>
            {nameOf(payment)}
          </TextLink>
          {payment.payer?.name && (
            <span className="block text-xs font-normal">
              <TextLink to="/admin/users/$id" params={{ id: payment.payer.userId }}>
                {t.paidBy(payment.payer.name)}
              </TextLink>
            </span>
          )}
        </>
      ),
    },
    {
      id: 'item',
      header: t.item,
      cell: (payment) => (
        <>
          {payment.description}
          {payment.description !== items[payment.item] && (
            <span className="block text-xs font-normal text-muted">
              <Dotted>
                <span className="max-sm:hidden">{items[payment.item]}</span>
                {payment.startsAt !== null && <span className="whitespace-nowrap">{dayOfYear(payment.startsAt)}</span>}
              </Dotted>
            </span>
          )}
          <SiblingLine {...payment} />
          <CoverDoubt payment={payment} />
        </>
      ),
    },
    { id: 'method', header: t.paymentMethod, cell: (payment) => methods[payment.paymentMethod] },
    { id: 'price', header: t.price, align: 'end', cell: (payment) => <Price cents={payment.price} /> },
    {
      id: 'actualAmount',
      header: t.actualAmount,
      align: 'end',
      cell: (payment) => {
        const paid = paidAmount(payment)
        const inMonth = otherInMonth(payment)
        return (
          <>
            {paid !== null && <Price cents={paid} />}
            {inMonth !== null && (
              <span className="block text-xs whitespace-nowrap text-muted">{t.inMonth(euros(inMonth))}</span>
            )}
          </>
        )
      },
    },
    { id: 'status', header: t.status, cell: (payment) => <Status payment={payment} /> },
    {
      id: 'deadline',
      header: t.deadline,
      cell: (payment) => <span className="whitespace-nowrap">{dayOfYear(payment.deadline)}</span>,
    },
    {
      id: 'day',
      header: t[dated],
      cell: (payment) => (
        <span className="whitespace-nowrap">
          {dayOfYear(dated === 'created' ? payment.createdAt : payment.updatedAt)}
        </span>
      ),
    },
  ]
}

function Status({ payment }: { payment: DeskPayment }) {
  return <PaymentStanding status={payment.status} deadline={payment.deadline} part={partOf(payment)} />
}

function CoverDoubt({ payment }: { payment: DeskPayment }) {
  const t = useTexts(deskTexts)
  return payment.coverDoubtful && <span className="block text-xs font-semibold text-warn">{t.coverDoubt}</span>
}

function sumOfCard(payment: DeskPayment): Cents {
  // so that the cards add up to the sum above them
  if (payment.inMonth !== null) return payment.inMonth
  if (isDue(payment)) return restOf(payment)
  // nothing was paid for a cancelled payment: the amount it was about, as in the table
  return payment.status === 'cancelled' ? payment.price : (paidAmount(payment) ?? payment.price)
}

/**
 * The layout on a phone: what it is for, payment method and sum. The day (the deadline while it is open) is a heading
 * above the first payment of that day; in a list of one person it is part of the row.
 */
function useCard(of: { hideUser: boolean; dated: 'created' | 'updated'; rows: readonly DeskPayment[] }) {
  const { hideUser, dated, rows } = of
  const t = useTexts(deskTexts)
  const { methods, overdue: overdueText } = useTexts(texts)
  const { day: dayNear, dayOfYear } = useFormats()
  const year = useToday().slice(0, 4)
  // the list of one person goes back for years
  const dayOf = (at: number) => (hideUser && !dayOfYear(at).includes(year) ? dayOfYear(at) : dayNear(at))
  const now = useNow()
  const more = use(PaymentMore)
  const whenOf = (payment: DeskPayment) =>
    isDue(payment) && dated === 'created' ? t.payBy(dayOf(payment.deadline)) : dayOf(payment[`${dated}At`])
  const firstOfDay = new Set(rows.filter((row, place) => place === 0 || whenOf(row) !== whenOf(rows[place - 1] ?? row)))
  return (payment: DeskPayment) => {
    const overdue = dated === 'created' && isOverdue(payment, now)
    // the badge before it says that this was the deadline
    const day = hideUser && overdue ? dayOf(payment.deadline) : whenOf(payment)
    return {
      line: (
        <>
          {hideUser ? (
            <span className="flex items-center gap-2">
              <span className="min-w-0 grow">
                <Dotted>
                  <>
                    <Status payment={payment} /> {methods[payment.paymentMethod]}
                  </>
                  {day}
                </Dotted>
              </span>
              <span className="-my-3 -mr-3 shrink-0 empty:hidden">{more(payment)}</span>
            </span>
          ) : (
            <>
              {`${itemText(payment, dayNear)}, `}
              <span className="whitespace-nowrap">{methods[payment.paymentMethod]}</span>
              {/* of confirmed payments also what was returned since */}
              {(partOf(payment) || (payment.inMonth !== null && payment.status !== 'confirmed')) && (
                <span className="block pt-1">
                  <Status payment={payment} />
                </span>
              )}
            </>
          )}
          {payment.status === 'confirmed' && otherInMonth(payment) !== null && (
            <span className="block">
              {t.actualAmount}: <Price cents={payment.received} />
            </span>
          )}
          <CoverDoubt payment={payment} />
        </>
      ),
      long: true,
      above: !hideUser && firstOfDay.has(payment) && (
        <div className="flex flex-wrap items-center gap-2 pb-1 text-sm font-semibold">
          <span className="first-letter:uppercase">{day}</span>
          {overdue && <Badge tone="danger">{overdueText}</Badge>}
        </div>
      ),
      aside: (
        <span className="text-base font-semibold">
          <Price cents={sumOfCard(payment)} />
        </span>
      ),
    }
  }
}
