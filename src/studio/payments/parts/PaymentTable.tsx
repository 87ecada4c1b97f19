import { useState, type ReactNode } from 'react'
import { useNameOf } from '#studio/accounts/parts/useNameOf.ts'
import { useTexts } from '#web/language.tsx'
import { words } from '#web/messages.ts'
import { useFormats, useNow } from '#web/studio.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { DataTable } from '#web/ui/DataTable.tsx'
import { TextLink } from '#web/ui/LinkButton.tsx'
import { Price } from '#web/ui/Price.tsx'
import type { Column, RowChoice } from '#web/ui/table.ts'
import type { DeskPayment } from '../contract.ts'
import { texts } from '../messages.ts'
import { deskTexts } from '../messages/desk.ts'
import { isOverdue, paidAmount, partOf } from '../rules.ts'
import { ConfirmPaymentDialog } from './ConfirmPaymentDialog.tsx'
import { DeletePaymentDialog } from './DeletePaymentDialog.tsx'
import { PaymentActions } from './PaymentActions.tsx'
import { PaymentHistory } from './PaymentHistory.tsx'
import { PaymentStatusBadge } from './PaymentStatusBadge.tsx'

/** Payments for staff: what each is for, how it stands, its history, and what the reader may do with it. */
export function PaymentTable(props: {
  caption: string
  rows: readonly DeskPayment[]
  empty: ReactNode
  /** On a user's own page the name would only repeat. */
  hideUser?: boolean
  /** The day that counts: of the making, or of the confirmation. */
  dated?: 'created' | 'updated'
  /** In lists where nothing was received yet. */
  hideActualAmount?: boolean
  choice?: RowChoice<DeskPayment> | undefined
}) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  // copies of the rows as they were: the rows themselves move to another list when anyone acts on them
  const [confirming, setConfirming] = useState<DeskPayment | null>(null)
  const [deleting, setDeleting] = useState<DeskPayment | null>(null)
  const methodOf = useMethodText()
  const nameOf = useNameOf()

  function toggle(id: string) {
    const next = new Set(opened)
    if (!next.delete(id)) next.add(id)
    setOpened(next)
  }
  const actions = useActions({ opened, onHistory: toggle, onConfirm: setConfirming, onDelete: setDeleting })
  const historyOf = useHistories(opened)
  const columns = useColumns(props.dated ?? 'created')
  const shown = columns.filter(
    ({ id }) =>
      !(props.hideUser && id === 'user') &&
      !(props.hideActualAmount && id === 'actualAmount') &&
      // what is paid has no deadline any more
      !(props.dated === 'updated' && id === 'deadline'),
  )
  return (
    <>
      <DataTable
        caption={props.caption}
        manyColumns
        columns={[...shown, actions]}
        rows={props.rows}
        rowKey={(payment) => payment.id}
        empty={props.empty}
        detail={historyOf}
        {...(props.choice && { choice: props.choice })}
      />
      {confirming && (
        <ConfirmPaymentDialog
          payment={confirming}
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

/** The history below each payment whose history is open. */
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
  const { dayOfYear } = useFormats()
  return [
    {
      id: 'user',
      header: name,
      rowHeader: true,
      cell: (payment) => (
        <TextLink to="/admin/users/$id" params={{ id: payment.userId }}>
          {nameOf(payment)}
        </TextLink>
      ),
    },
    {
      id: 'item',
      header: t.item,
      cell: (payment) => (
        <>
          {payment.description}
          <span className="block text-xs font-normal text-muted">{items[payment.item]}</span>
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
        return paid === null ? '–' : <Price cents={paid} />
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
  const t = useTexts(deskTexts)
  const overdue = isOverdue(payment, useNow())
  return (
    <span className="inline-flex flex-wrap justify-end gap-1.5 min-[56rem]:justify-start print:justify-start">
      <PaymentStatusBadge status={payment.status} part={partOf(payment)} />
      {overdue && <Badge tone="danger">{t.overdue}</Badge>}
      {payment.coverDoubtful && <Badge tone="warning">{t.coverDoubt}</Badge>}
    </span>
  )
}
