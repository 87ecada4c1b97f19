import { use } from 'react'
import { useDancingPeople } from '#studio/families/parts/usePeople.ts'
import { useTexts } from '#web/language.tsx'
import { LivePage } from '#web/live/LivePage.tsx'
import { useFormats, useStudio } from '#web/studio.tsx'
import { Dotted, Whose } from '#web/ui/Dotted.tsx'
import { Price } from '#web/ui/Price.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import type { Column, RowCard } from '#web/ui/table.ts'
import { payments } from '../calls.ts'
import type { ListedPayment, OwnPayment } from '../contract.ts'
import { texts } from '../messages.ts'
import { isDue, paidAmount, partOf } from '../rules.ts'
import { PaymentMore } from './paymentMore.ts'
import { SiblingLine } from './SiblingLine.tsx'
import { PaymentStanding } from './PaymentStatusBadge.tsx'

/** All the caller's payments, including settled and cancelled ones; `payments` is the page number in the address. */
export function MyPayments({ page }: { page: number }) {
  const { all } = useTexts(texts)
  return (
    <LivePage
      query={payments.allMine}
      input={{ page }}
      count={2}
      param="payments"
      caption={all.title}
      rowKey={({ id }) => id}
      empty={<EmptyState text={all.none} small />}
      columns={useColumns()}
      card={useCard()}
    />
  )
}

function useColumns(): Column<ListedPayment>[] {
  const { all, items, methods, price } = useTexts(texts)
  const { dayOfYear } = useFormats()
  const more = use(PaymentMore)
  const papers = useStudio().features.includes('papers')
  const people = useDancingPeople()
  const childOf = (userId: string) => people.find(({ own, personId }) => !own && personId === userId)?.displayName
  return [
    {
      id: 'item',
      header: all.item,
      rowHeader: true,
      // the name takes the width that the other columns leave
      width: 'w-1/2',
      cell: ({ description, item, startsAt, paymentMethod, userId, ...sibling }) => {
        const child = childOf(userId)
        return (
          <>
            {description}
            <span className="block text-xs font-normal text-muted">
              <Dotted>
                {child && <Whose name={child} />}
                {items[item]}
                {startsAt !== null && <span className="whitespace-nowrap">{dayOfYear(startsAt)}</span>}
                {methods[paymentMethod]}
              </Dotted>
            </span>
            <SiblingLine {...sibling} />
          </>
        )
      },
    },
    {
      id: 'day',
      header: all.added,
      cell: ({ createdAt }) => <span className="whitespace-nowrap">{dayOfYear(createdAt)}</span>,
    },
    { id: 'price', header: price, align: 'end', cell: (payment) => <Price cents={payment.price} /> },
    {
      id: 'paid',
      header: all.paid,
      align: 'end',
      cell: (payment) => {
        const paid = paidAmount(payment)
        return paid === null ? '–' : <Price cents={paid} />
      },
    },
    {
      id: 'status',
      header: all.status,
      cell: (payment) => <Standing payment={payment} />,
    },
    ...(papers
      ? [
          {
            id: 'receipt',
            header: all.receipt,
            align: 'end' as const,
            cell: (payment: ListedPayment) => <span className="-my-1.5 -mr-3 flex justify-end">{more(payment)}</span>,
          },
        ]
      : []),
  ]
}

/** The layout on a phone: the amount, the status, and the relevant day: the deadline, or the day of payment. */
function useCard() {
  const { all, payBy } = useTexts(texts)
  const { dayOfYear, dateOfYear } = useFormats()
  const more = use(PaymentMore)
  const dayOf = (payment: ListedPayment) =>
    isDue(payment)
      ? payBy(dayOfYear(payment.deadline))
      : // the badge before it says that it is paid
        payment.status === 'confirmed' && payment.paidOn
        ? dateOfYear(payment.paidOn)
        : all.addedOn(dayOfYear(payment.createdAt))
  return (payment: ListedPayment): RowCard => ({
    line: (
      <span className="flex flex-wrap items-center gap-x-2">
        <Standing payment={payment} />
        {dayOf(payment)}
        {/* at the end of the line, below the sum */}
        <span className="-my-2 -mr-3 ml-auto empty:hidden">{more(payment)}</span>
      </span>
    ),
    long: true,
    aside: (
      <span className="text-base font-semibold">
        {/* nothing was paid for a cancelled payment: show the amount it was about, as in the table */}
        <Price cents={payment.status === 'cancelled' ? payment.price : (paidAmount(payment) ?? payment.price)} />
      </span>
    ),
  })
}

const Standing = ({ payment }: { payment: OwnPayment }) => (
  <PaymentStanding status={payment.status} deadline={payment.deadline} part={partOf(payment)} />
)
