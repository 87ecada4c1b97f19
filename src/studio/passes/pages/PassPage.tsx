import { useParams, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useDancers } from '#studio/families/parts/useDancers.ts'
import { texts as membershipTexts } from '#studio/memberships/messages.ts'
import { isActive, paymentOf } from '#studio/memberships/rules.ts'
import { leftOf } from '#studio/memberships/rules/book.ts'
import type { Instant } from '#kernel/time.ts'
import { ToDuePayments } from '#studio/payments/parts/PayFirst.tsx'
import { isDue } from '#studio/payments/rules.ts'
import { useTexts } from '#web/language.tsx'
import { LiveAnswer } from '#web/live/LiveAnswer.tsx'
import { useMay } from '#web/me.ts'
import { useNow } from '#web/studio.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { Page, PageHeader } from '#web/ui/Page.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { passes } from '../calls.ts'
import type { Pass } from '../contract.ts'
import { texts } from '../messages.ts'
import { OwnFreeze } from '../parts/FreezeCard.tsx'
import { PassBook } from '../parts/PassBook.tsx'
import { PassFacts } from '../parts/PassFacts.tsx'

/** A pass of one's own, or of a child: what is left of it, and its book. */
export function PassPage() {
  const { id } = useParams({ from: '/pass/$id' })
  const { of, page = 1 } = useSearch({ from: '/pass/$id' })
  const t = useTexts(texts)
  const { buyAnother } = useTexts(membershipTexts)
  const now = useNow()
  const dancers = useDancers()
  const whose = dancers.find(({ own, personId }) => (of === undefined ? own : personId === of))
  const input = { id, page, ...(of !== undefined && { personId: of }) }
  return (
    <LiveAnswer query={passes.book} input={input} failed={t.loadFailed} steady>
      {(found) =>
        found === null ? (
          <NotOwn id={id} />
        ) : (
          <Page>
            <PageHeader
              title={found.pass.membershipName}
              subtitle={dancers.length > 1 ? whose?.displayName : undefined}
            />
            <PassFacts pass={found.pass} />
            <div className="flex flex-wrap gap-2 empty:hidden">
              {hasToBePaid(found.pass) && <ToDuePayments />}
              {isOver(found.pass, now) && (
                <LinkButton to="/memberships" size="small">
                  {buyAnother}
                </LinkButton>
              )}
            </div>
            <OwnFreeze pass={found.pass} freeze={found.freeze} coming={found.coming} personId={of} />
            <PassBook rows={found.rows} total={found.total} page={found.page} />
          </Page>
        )
      }
    </LiveAnswer>
  )
}

/** Nothing more can be booked with it. */
const isOver = (pass: Pass, now: Instant): boolean => leftOf(pass) === 0 || !isActive(pass, now)

/** What another guardian pays is not told. */
function hasToBePaid(pass: Pass): boolean {
  const payment = paymentOf(pass)
  return payment !== null && isDue(payment)
}

/** Staff may have come by a member's own link: the desk has a page of it. */
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
