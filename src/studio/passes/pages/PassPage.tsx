import { useParams, useSearch } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { forWhomTexts } from '#studio/families/messages/forWhom.ts'
import { usePeople } from '#studio/families/parts/usePeople.ts'
import { refusals, texts as membershipTexts } from '#studio/memberships/messages.ts'
import { CancelMembershipDialog } from '#studio/memberships/parts/CancelMembershipDialog.tsx'
import { cannotCancel, isActive, paymentOf, runsOut } from '#studio/memberships/rules.ts'
import { leftOf } from '#studio/memberships/rules/book.ts'
import { texts as paymentTexts } from '#studio/payments/messages.ts'
import { isDue } from '#studio/payments/rules.ts'
import { useTexts } from '#web/language.tsx'
import { useLive } from '#web/live/useLive.ts'
import { LiveAnswer } from '#web/live/LiveAnswer.tsx'
import { useMay } from '#web/me.ts'
import { useRefusalText } from '#web/refusals.ts'
import { useNow } from '#web/studio.tsx'
import { Button } from '#web/ui/Button.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { Page, PageHeader } from '#web/ui/Page.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { passes } from '../calls.ts'
import type { ComingClass, Freeze, OwnPass } from '../contract.ts'
import { texts } from '../messages.ts'
import { AskForFreeze, OwnFreeze } from '../parts/FreezeCard.tsx'
import { PassBook } from '../parts/PassBook.tsx'
import { PassFacts } from '../parts/PassFacts.tsx'

/** The viewer's own pass, or a child's: what is left of it, and its book. */
export function PassPage() {
  const { id } = useParams({ from: '/pass/$id' })
  const { of, page = 1 } = useSearch({ from: '/pass/$id' })
  const t = useTexts(texts)
  const people = usePeople()
  const whose = people.find(({ own, personId }) => (of === undefined ? own : personId === of))
  const mayBook = whose?.rights.canBook ?? true
  const input = { id, page, ...(of !== undefined && { personId: of }) }
  // of somebody for whom the viewer may not act
  if (useLive(passes.book, input).state === 'refused') return <NoPass />
  return (
    <LiveAnswer query={passes.book} input={input} failed={t.loadFailed} steady>
      {(found) =>
        found === null ? (
          <NotOwn id={id} />
        ) : (
          <Page>
            <PageHeader
              title={found.pass.membershipName}
              subtitle={people.length > 1 ? whose?.displayName : undefined}
            />
            <PassFacts pass={found.pass} />
            <Actions pass={found.pass} freeze={found.freeze} coming={found.coming} personId={of} mayBook={mayBook} />
            <OwnFreeze pass={found.pass} freeze={found.freeze} coming={found.coming} personId={of} mayBook={mayBook} />
            <PassBook rows={found.rows} total={found.total} page={found.page} />
          </Page>
        )
      }
    </LiveAnswer>
  )
}

/** The actions for the pass in one row; the first one is a filled button. */
function Actions(props: {
  pass: OwnPass
  freeze: Freeze | null
  coming: readonly ComingClass[]
  personId: string | undefined
  mayBook: boolean
}) {
  const { pass, personId, mayBook } = props
  const { cannotCancel: cannotCancelFor } = useTexts(forWhomTexts)
  const t = useTexts(membershipTexts)
  const { pay, payRest } = useTexts(paymentTexts)
  const explain = useRefusalText(refusals)
  const now = useNow()
  const [cancelling, setCancelling] = useState(false)
  // a payment of another guardian is not shown
  const payment = paymentOf(pass)
  const toPay = pass.paymentId !== null && payment !== null && isDue(payment) ? payment : null
  // nothing more can be booked with this pass
  const over = leftOf(pass) === 0 || !isActive(pass, now)
  const whyNot = cannotCancel(pass, payment, now)
  return (
    <div className="flex flex-wrap items-center gap-2 empty:hidden">
      {toPay && (
        <LinkButton to="/dashboard" hash="due-payments" state={{ pay: pass.paymentId ?? undefined }} variant="primary">
          {toPay.status === 'due' ? pay(toPay.price) : payRest}
        </LinkButton>
      )}
      {mayBook && <AskForFreeze {...props} />}
      {runsOut(pass, now) && (
        <LinkButton to="/memberships" variant={over && !toPay ? 'primary' : 'secondary'}>
          {t.buyAnother}
        </LinkButton>
      )}
      {payment && !over && pass.classesUsed === 0 && (
        <Button
          variant="quiet"
          onPress={() => setCancelling(true)}
          whyDisabled={whyNot ? explain({ code: whyNot }) : mayBook ? undefined : cannotCancelFor}
        >
          {t.cancel}
        </Button>
      )}
      {cancelling && (
        <CancelMembershipDialog
          purchase={pass}
          person={{ own: personId === undefined, personId: personId ?? '' }}
          onClose={() => setCancelling(false)}
        />
      )}
    </div>
  )
}

/** Staff may have followed a member's link: offers the desk page of the pass. */
function NotOwn({ id }: { id: string }) {
  const t = useTexts(texts)
  if (!useMay('seeDesk')) return <NoPass />
  return (
    <LiveAnswer query={passes.bookOf} input={{ id, page: 1 }} failed={t.loadFailed}>
      {(found) =>
        found === null ? (
          <NoPass />
        ) : (
          <NoPass
            text={t.notYours}
            action={
              <LinkButton to="/admin/pass/$id" params={{ id }}>
                {t.toDesk}
              </LinkButton>
            }
          />
        )
      }
    </LiveAnswer>
  )
}

function NoPass({ text, action }: { text?: string; action?: ReactNode }) {
  const t = useTexts(texts)
  return (
    <Page width="narrow">
      <PageHeader title={t.book} />
      <EmptyState
        text={text ?? t.notFound}
        action={action ?? <LinkButton to="/dashboard">{t.toDashboard}</LinkButton>}
      />
    </Page>
  )
}
