import { useState } from 'react'
import { PassPaymentBadge } from '#studio/memberships/parts/PassPayment.tsx'
import { PaymentStatusBadge } from '#studio/payments/parts/PaymentStatusBadge.tsx'
import { texts as entryTexts } from '#studio/schedule/messages.ts'
import { hasStarted } from '#studio/schedule/rules.ts'
import { useTexts } from '#web/language.tsx'
import { LiveAnswer } from '#web/live/LiveAnswer.tsx'
import { useFormats, useNow } from '#web/studio.tsx'
import { AddToCalendar } from '#web/ui/AddToCalendar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { DataTable } from '#web/ui/DataTable.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { Section } from '#web/ui/Page.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { useUiTexts } from '#web/ui/UiProvider.tsx'
import { registrations } from '../calls.ts'
import type { OwnRegistration } from '../contract.ts'
import { texts } from '../messages.ts'
import { CancelDialog } from './CancelDialog.tsx'

/** The dashboard's registered classes. */
export function MyClasses() {
  const t = useTexts(texts)
  return (
    <Section title={t.mine}>
      <LiveAnswer query={registrations.mine} input={{}} count={2} failed={t.mineFailed}>
        {(places) => <Places places={places} />}
      </LiveAnswer>
    </Section>
  )
}

function Places({ places }: { places: readonly OwnRegistration[] }) {
  const t = useTexts(texts)
  const entry = useTexts(entryTexts)
  const { actions } = useUiTexts()
  const formats = useFormats()
  const now = useNow()
  const [asked, setAsked] = useState<string | null>(null)
  const askedPlace = places.find((place) => place.scheduleId === asked)
  const nameId = (place: OwnRegistration) => `mine-${place.scheduleId}`
  const name = (place: OwnRegistration) => (
    <span id={nameId(place)} className="text-base">
      {place.className}
    </span>
  )
  const when = (place: OwnRegistration) => (
    <span className="flex flex-col whitespace-nowrap">
      {formats.weekdayAndDay(place.startsAt)}
      <span className="text-muted tabular-nums">{formats.times(place.startsAt, place.endsAt)}</span>
    </span>
  )
  const method = (place: OwnRegistration) => (
    <span className="flex flex-col">
      {place.method === 'dropIn' ? t.dropIn : t.byMembership}
      {place.membershipName && <span className="text-muted">{place.membershipName}</span>}
    </span>
  )
  const payment = ({ paymentStatus, passPayment }: OwnRegistration) => {
    if (paymentStatus !== null) return <PaymentStatusBadge status={paymentStatus} />
    // the payment of a pass was deleted: the pass stays, and nothing is owed for it
    if (passPayment && passPayment.status !== 'cancelled') return <PassPaymentBadge payment={passPayment} />
    return <span className="text-muted">{t.noPayment}</span>
  }
  const act = (place: OwnRegistration) => (
    <>
      <AddToCalendar iconOnly kind="class" id={place.scheduleId} describedBy={nameId(place)} />
      <Button
        size="small"
        whyDisabled={hasStarted(place, now) ? t.tooLate : undefined}
        aria-describedby={nameId(place)}
        onPress={() => setAsked(place.scheduleId)}
      >
        {t.cancelRegistration}
      </Button>
    </>
  )
  return (
    <>
      <DataTable
        caption={t.mine}
        manyColumns
        rows={places}
        rowKey={(place) => place.scheduleId}
        card={(place) => ({
          line: (
            <>
              <span className="block">{formats.dayAndTimes(place.startsAt, place.endsAt)}</span>
              <span className="block">{place.membershipName ?? t.dropIn}</span>
            </>
          ),
          aside: payment(place),
        })}
        empty={
          <EmptyState
            small
            text={t.noMine}
            action={
              <LinkButton to="/classes" size="small">
                {t.browse}
              </LinkButton>
            }
          />
        }
        columns={[
          { id: 'name', header: entry.class, rowHeader: true, cell: name },
          { id: 'date', header: entry.date, cell: when },
          { id: 'method', header: t.method, cell: method },
          { id: 'payment', header: t.payment, cell: payment },
          { id: 'act', header: actions, actions: true, cell: act },
        ]}
      />
      {askedPlace && <CancelDialog place={askedPlace} onClose={() => setAsked(null)} />}
    </>
  )
}
