import { PaymentStanding } from '#studio/payments/parts/PaymentStatusBadge.tsx'
import { useStandingInWords } from '#studio/payments/parts/useStandingInWords.ts'
import { useTexts } from '#web/language.tsx'
import { LivePage } from '#web/live/LivePage.tsx'
import { WithRows } from '#web/live/WithRows.tsx'
import { useFormats, useNow } from '#web/studio.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { ExportList } from '#web/ui/ExportList.tsx'
import { TextLink } from '#web/ui/LinkButton.tsx'
import { Section } from '#web/ui/Page.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import type { Column } from '#web/ui/table.ts'
import { memberships } from '../calls.ts'
import type { OwnPurchase } from '../contract.ts'
import { ofUserTexts } from '../messages/ofUser.ts'
import { isActive } from '../rules.ts'
import { leftOf } from '../rules/book.ts'
import { isToBeFrozen } from '../rules/freezes.ts'
import { PassFrozen } from './FrozenBadge.tsx'
import { PassPaymentOnCard } from './PassPayment.tsx'

/** Everything a user has bought; `memberships` is the page parameter in the URL. */
export function UserMemberships(shown: { userId: string; page: number }) {
  const { userId } = shown
  const columns = useColumns()
  const t = useTexts(ofUserTexts)
  return (
    <Section
      title={t.title}
      actions={
        <WithRows query={memberships.ofUser} input={shown} any={({ total }) => total > 0}>
          <ExportList fileName={t.exportName} query={memberships.ofUser} input={{ userId }} columns={columns} />
        </WithRows>
      }
    >
      <LivePage
        query={memberships.ofUser}
        input={shown}
        count={2}
        param="memberships"
        caption={t.title}
        columns={columns}
        card={useCard()}
        rowKey={({ id }) => id}
        empty={<EmptyState text={t.none} small />}
      />
    </Section>
  )
}

function useStatusInWords() {
  const t = useTexts(ofUserTexts)
  const now = useNow()
  return (purchase: OwnPurchase) => {
    if (purchase.status === 'cancelled') return t.statuses.cancelled
    if (!isActive(purchase, now)) return t.expired
    return leftOf(purchase) === 0 ? t.usedUp : t.statuses.active
  }
}

function Status({ purchase }: { purchase: OwnPurchase }) {
  const inWords = useStatusInWords()
  const now = useNow()
  const active = isActive(purchase, now)
  if (active && isToBeFrozen(purchase, now)) return <PassFrozen pass={purchase} />
  return <Badge tone={active && leftOf(purchase) > 0 ? 'good' : 'neutral'}>{inWords(purchase)}</Badge>
}

/** Card on a phone: classes used, until when, usable or not, and payment status. */
function useCard() {
  const t = useTexts(ofUserTexts)
  const { dayOfYear } = useFormats()
  return (purchase: OwnPurchase) => ({
    line: [`${purchase.classesUsed}/${purchase.classLimit}`, t.until(dayOfYear(purchase.validUntil))],
    long: true,
    aside: (
      <>
        <Status purchase={purchase} />
        {purchase.paymentStatus && (
          <PassPaymentOnCard status={purchase.paymentStatus} deadline={purchase.paymentDeadline} />
        )}
      </>
    ),
  })
}

function useColumns(): Column<OwnPurchase>[] {
  const t = useTexts(ofUserTexts)
  const { dayOfYear } = useFormats()
  const standing = useStandingInWords()
  const statusInWords = useStatusInWords()
  const until = ({ validUntil }: OwnPurchase) => dayOfYear(validUntil)
  return [
    {
      id: 'name',
      header: t.membership,
      csv: ({ membershipName }) => membershipName,
      cell: ({ id, membershipName }) => (
        <TextLink to="/admin/pass/$id" params={{ id }}>
          {membershipName}
        </TextLink>
      ),
    },
    {
      id: 'used',
      header: t.used,
      cell: ({ classesUsed, classLimit }) => `${classesUsed}/${classLimit}`,
      // spreadsheets read '3/4' as a date
      csv: ({ classesUsed, classLimit }) => t.usedOf(classesUsed, classLimit),
    },
    { id: 'until', header: t.validUntil, cell: until, csv: until },
    { id: 'status', header: t.status, cell: (purchase) => <Status purchase={purchase} />, csv: statusInWords },
    {
      id: 'payment',
      header: t.payment,
      csv: ({ paymentStatus, paymentDeadline }) => paymentStatus && standing(paymentStatus, paymentDeadline),
      cell: ({ paymentStatus, paymentDeadline }) =>
        paymentStatus ? <PaymentStanding status={paymentStatus} deadline={paymentDeadline} /> : '–',
    },
  ]
}
