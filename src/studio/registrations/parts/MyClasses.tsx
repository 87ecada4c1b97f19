import { useState } from 'react'
import { PassPaymentBadge } from '#studio/memberships/parts/PassPayment.tsx'
import { PaymentStatusBadge } from '#studio/payments/parts/PaymentStatusBadge.tsx'
import { WhereAndWho } from '#studio/rooms/parts/WhereAndWho.tsx'
import { hasStarted } from '#studio/schedule/rules.ts'
import type { FamilyPerson } from '#studio/families/contract.ts'
import { forWhomTexts } from '#studio/families/messages/forWhom.ts'
import { askFor } from '#studio/families/parts/usePeople.ts'
import { useFamilyRows } from '#studio/families/parts/useFamilyRows.ts'
import { useTexts } from '#web/language.tsx'
import { words } from '#web/messages.ts'
import { useFormats, useNow } from '#web/studio.tsx'
import { AddToCalendar } from '#web/ui/AddToCalendar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dotted, Whose } from '#web/ui/Dotted.tsx'
import { Line, Lines } from '#web/ui/Lines.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { Section } from '#web/ui/Page.tsx'
import { EmptyState, ErrorState, LoadingState } from '#web/ui/states.tsx'
import { registrations } from '../calls.ts'
import type { OwnRegistration } from '../contract.ts'
import { texts } from '../messages.ts'
import { lateTexts } from '../messages/late.ts'
import { makeUpTexts } from '../messages/makeUps.ts'
import { CancelDialog } from './CancelDialog.tsx'
import { IncludedClasses, useIncludedClasses } from './IncludedClasses.tsx'
import { useLateness } from './useLateness.ts'

/** Dashboard: registered classes of everybody for whom the account books, soonest first. */
export function MyClasses() {
  const t = useTexts(texts)
  const { loading, tryAgain } = useTexts(words)
  const { rows, isFamily, state, retry } = useFamilyRows(registrations.mine)
  const included = useIncludedClasses()
  const [mineNone, familyNone] = included.length > 0 ? [t.noMineBeyond, t.familyNoneBeyond] : [t.noMine, t.familyNone]
  const places = isFamily
    ? rows.toSorted((a, b) => a.startsAt - b.startsAt)
    : rows.map(({ person: _own, ...row }) => row)
  return (
    <Section title={t.mine}>
      {state === 'loading' && <LoadingState label={loading} count={2} />}
      {state === 'failed' && <ErrorState text={t.mineFailed} retryLabel={tryAgain} onRetry={retry} />}
      {state === 'ready' && <Places places={places} none={isFamily ? familyNone : mineNone} />}
      <IncludedClasses classes={included} isFamily={isFamily} />
    </Section>
  )
}

type Place = OwnRegistration & { readonly person?: FamilyPerson }
const keyOf = ({ scheduleId, person }: Place) => `${scheduleId} ${person?.personId ?? ''}`

function Places({ places, none }: { places: readonly Place[]; none: string }) {
  const t = useTexts(texts)
  const { cancelLate } = useTexts(lateTexts)
  const { one: makeUp } = useTexts(makeUpTexts)
  const { cannotCancel } = useTexts(forWhomTexts)
  const isLate = useLateness()
  const formats = useFormats()
  const now = useNow()
  const [asked, setAsked] = useState<Place | null>(null)
  const askedNow = asked && (places.find((place) => keyOf(place) === keyOf(asked)) ?? asked)
  return (
    <>
      {places.length === 0 && (
        <EmptyState
          small
          text={none}
          action={
            <LinkButton to="/classes" size="small">
              {t.browse}
            </LinkButton>
          }
        />
      )}
      {places.length > 0 && (
        <Lines label={t.mine}>
          {places.map((place) => {
            const id = `mine-${keyOf(place).replace(' ', '-')}`
            return (
              <Line
                key={keyOf(place)}
                id={id}
                name={place.className}
                long
                more={
                  <>
                    <Dotted>
                      {place.person && <Whose name={place.person.displayName} />}
                      {formats.dayAndTimes(place.startsAt, place.endsAt)}
                      {place.method === 'makeUp' ? makeUp : (place.membershipName ?? t.dropIn)}
                    </Dotted>
                    <WhereAndWho of={place} />
                  </>
                }
                state={<Payment place={place} />}
                actions={
                  <>
                    <span className="max-sm:hidden">
                      <AddToCalendar
                        iconOnly
                        kind="class"
                        id={place.scheduleId}
                        {...(place.person && askFor(place.person))}
                        describedBy={id}
                      />
                    </span>
                    <Button
                      size="small"
                      variant="quiet"
                      whyDisabled={
                        hasStarted(place, now)
                          ? t.tooLate
                          : place.person?.rights.canBook === false
                            ? cannotCancel
                            : undefined
                      }
                      aria-describedby={id}
                      onPress={() => setAsked(place)}
                    >
                      {isLate(place) ? cancelLate : t.cancelRegistration}
                    </Button>
                  </>
                }
              />
            )
          })}
        </Lines>
      )}
      {askedNow && <CancelDialog place={askedNow} person={askedNow.person} onClose={() => setAsked(null)} />}
    </>
  )
}

/** What is still to pay for a place; nothing if it is paid. */
function Payment({ place: { paymentStatus, passPayment } }: { place: OwnRegistration }) {
  if (paymentStatus !== null) return <PaymentStatusBadge status={paymentStatus} />
  // if the payment of a pass was deleted, the pass stays and nothing is owed for it
  if (passPayment && passPayment.status !== 'cancelled') return <PassPaymentBadge payment={passPayment} />
  return null
}
