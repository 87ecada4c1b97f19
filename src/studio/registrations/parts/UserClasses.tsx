import { PassPaymentBadge, usePassPaymentInWords } from '#studio/memberships/parts/PassPayment.tsx'
import { PaymentStanding } from '#studio/payments/parts/PaymentStatusBadge.tsx'
import { useStandingInWords } from '#studio/payments/parts/useStandingInWords.ts'
import { useTexts } from '#web/language.tsx'
import { LivePage } from '#web/live/LivePage.tsx'
import { WithRows } from '#web/live/WithRows.tsx'
import { useFormats } from '#web/studio.tsx'
import { Dotted } from '#web/ui/Dotted.tsx'
import { ExportList } from '#web/ui/ExportList.tsx'
import { TextLink } from '#web/ui/LinkButton.tsx'
import { Section } from '#web/ui/Page.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import type { Column } from '#web/ui/table.ts'
import { registrations } from '../calls.ts'
import type { RegistrationOfUser } from '../contract.ts'
import { ofUserTexts } from '../messages/ofUser.ts'

/** All registrations of a user; `classes` is the page number's name in the URL. */
export function UserClasses(props: { userId: string; page: number }) {
  const t = useTexts(ofUserTexts)
  const columns = useColumns()
  const { userId } = props
  return (
    <Section
      title={t.title}
      actions={
        <WithRows query={registrations.ofUser} input={props} any={({ total }) => total > 0}>
          <ExportList fileName={t.exportName} query={registrations.ofUser} input={{ userId }} columns={columns} />
        </WithRows>
      }
    >
      <LivePage
        query={registrations.ofUser}
        input={props}
        count={2}
        param="classes"
        caption={t.title}
        columns={columns}
        card={useCard()}
        rowKey={({ scheduleId }) => scheduleId}
        empty={<EmptyState text={t.none} small />}
      />
    </Section>
  )
}

function useColumns(): Column<RegistrationOfUser>[] {
  const t = useTexts(ofUserTexts)
  const { dayOfYear, times } = useFormats()
  const standing = useStandingInWords()
  const pass = usePassPaymentInWords()
  const date = (entry: RegistrationOfUser) => dayOfYear(entry.startsAt)
  const time = (entry: RegistrationOfUser) => times(entry.startsAt, entry.endsAt)
  const method = (entry: RegistrationOfUser) => entry.membershipName ?? t.methods[entry.method]
  return [
    {
      id: 'class',
      header: t.className,
      csv: (entry) => entry.className,
      cell: (entry) => (
        <TextLink to="/admin/class-details/$id" params={{ id: entry.scheduleId }}>
          {entry.className}
        </TextLink>
      ),
    },
    { id: 'date', header: t.date, cell: date, csv: date },
    { id: 'time', header: t.time, cell: time, csv: time },
    { id: 'method', header: t.method, cell: method, csv: method },
    {
      id: 'payment',
      header: t.payment,
      cell: (entry) => <Payment entry={entry} />,
      csv: ({ paymentStatus, paymentDeadline, passPayment }) =>
        passPayment ? pass(passPayment) : paymentStatus && standing(paymentStatus, paymentDeadline),
    },
  ]
}

function Payment({ entry: { paymentStatus, paymentDeadline, passPayment } }: { entry: RegistrationOfUser }) {
  // the pass and its payment show the sum and the deadline
  if (passPayment) return <PassPaymentBadge payment={passPayment} brief />
  return paymentStatus ? <PaymentStanding status={paymentStatus} deadline={paymentDeadline} /> : '–'
}

/** Card on a phone: time, way of paying, and whether it is paid. */
function useCard() {
  const t = useTexts(ofUserTexts)
  const { dayOfYear, times } = useFormats()
  return (entry: RegistrationOfUser) => ({
    line: (
      <Dotted>
        {`${dayOfYear(entry.startsAt)} ${times(entry.startsAt, entry.endsAt)}`}
        {entry.membershipName ?? t.methods[entry.method]}
      </Dotted>
    ),
    long: true,
    aside: (entry.passPayment || entry.paymentStatus) && <Payment entry={entry} />,
  })
}
