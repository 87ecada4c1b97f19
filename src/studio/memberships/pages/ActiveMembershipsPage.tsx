import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useNameOf } from '#studio/accounts/parts/useNameOf.ts'
import { PaymentStanding } from '#studio/payments/parts/PaymentStatusBadge.tsx'
import { useStandingInWords } from '#studio/payments/parts/useStandingInWords.ts'
import { DeskLink } from '#web/DeskLink.tsx'
import { RowButtons } from '#web/RowButtons.tsx'
import { useTexts } from '#web/language.tsx'
import { LivePage } from '#web/live/LivePage.tsx'
import { useLive } from '#web/live/useLive.ts'
import { useMay } from '#web/me.ts'
import { words } from '#web/messages.ts'
import { useFormats } from '#web/studio.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { classes } from '#web/ui/classes.ts'
import { Dotted } from '#web/ui/Dotted.tsx'
import { ExportButton } from '#web/ui/ExportButton.tsx'
import { LinkButton, TextLink } from '#web/ui/LinkButton.tsx'
import { Page, PageHeader } from '#web/ui/Page.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import type { Column } from '#web/ui/table.ts'
import { useTyped } from '#web/useTyped.ts'
import { memberships } from '../calls.ts'
import type { DeskPurchase } from '../contract.ts'
import { texts } from '../messages.ts'
import { deskTexts } from '../messages/desk.ts'
import { leftOf } from '../rules/book.ts'
import { PassFrozen } from '../parts/FrozenBadge.tsx'
import { PassPaymentOnCard } from '../parts/PassPayment.tsx'
import { DeletePurchaseDialog, PurchaseDialog } from './PurchaseDialogs.tsx'

type Open = { what: 'edit' | 'delete'; row: DeskPurchase } | null

/** Purchases that have not expired. */
export function ActiveMembershipsPage() {
  const t = useTexts(deskTexts)
  const { loadFailed } = useTexts(texts)
  const { search = '', page = 1 } = useSearch({ from: '/admin/memberships' })
  const navigate = useNavigate()
  const [typed, setTyped] = useTyped(search, (text) => {
    void navigate({ to: '/admin/memberships', search: { search: text || undefined }, replace: true })
  })
  const input = { search, page }
  const live = useLive(memberships.purchases, input)
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  const byNow = (row: DeskPurchase) =>
    (live.state === 'ready' && live.answer.rows.find(({ id }) => id === row.id)) || row
  return (
    <Page width="wide">
      <PageHeader
        title={t.activeTitle}
        subtitle={t.activeHint}
        actions={
          <>
            <LinkButton to="/admin/freezes" size="small">
              {t.toFreezes}
            </LinkButton>
            <LinkButton to="/admin/manage-memberships" size="small">
              {t.manageTitle}
            </LinkButton>
            <Export search={search} />
          </>
        }
      />
      <div className="sm:max-w-md">
        <SearchField label={t.searchLabel} hideLabel placeholder={t.searchLabel} value={typed} onChange={setTyped} />
      </div>
      <LivePage
        query={memberships.purchases}
        input={input}
        failed={loadFailed}
        caption={t.activeTitle}
        manyColumns
        columns={useColumns(setOpen)}
        card={useCard()}
        rowKey={(row) => row.id}
        empty={<EmptyState text={t.none} hint={t.noneActiveHint} action={<DeskLink to="/admin/users" />} />}
      />
      {open?.what === 'edit' && <PurchaseDialog purchase={open.row} saved={byNow(open.row)} onClose={close} />}
      {open?.what === 'delete' && <DeletePurchaseDialog purchase={byNow(open.row)} onClose={close} />}
    </Page>
  )
}

const isUsedUp = (row: DeskPurchase) => leftOf(row) <= 0
/** Used-up passes are shown muted. */
const muted = (row: DeskPurchase) => (isUsedUp(row) ? 'text-muted' : undefined)

type ColumnId = 'user' | 'membership' | 'used' | 'limit' | 'validUntil' | 'status' | 'payment' | 'actions'

function useColumns(open: (open: Open) => void): Column<DeskPurchase, ColumnId>[] {
  const nameOf = useNameOf()
  const t = useTexts(deskTexts)
  const word = useTexts(words)
  const { dayOfYear } = useFormats()
  const whyNot = useMay('manageMemberships') ? undefined : word.adminOnly
  return [
    {
      id: 'user',
      header: t.userName,
      rowHeader: true,
      cell: (row) => (
        <TextLink to="/admin/users/$id" params={{ id: row.userId }}>
          {nameOf(row)}
        </TextLink>
      ),
    },
    {
      id: 'membership',
      header: t.membershipName,
      cell: (row) => (
        <TextLink to="/admin/pass/$id" params={{ id: row.id }}>
          {row.membershipName}
        </TextLink>
      ),
    },
    {
      id: 'used',
      header: t.classesUsed,
      align: 'end',
      cell: (row) => (
        <span className={muted(row)}>
          {row.classesUsed}
          {row.classesCorrected !== 0 && (
            <span className="ml-1.5 text-xs whitespace-nowrap text-muted">({t.corrected(row.classesCorrected)})</span>
          )}
          {isUsedUp(row) && <span className="block text-xs whitespace-nowrap">{t.usedUp}</span>}
        </span>
      ),
    },
    {
      id: 'limit',
      header: t.classLimit,
      align: 'end',
      cell: (row) => <span className={muted(row)}>{row.classLimit}</span>,
    },
    {
      id: 'validUntil',
      header: t.validUntil,
      cell: (row) => <span className={muted(row)}>{dayOfYear(row.validUntil)}</span>,
    },
    {
      id: 'status',
      header: t.status,
      cell: (row) => (
        <>
          <Badge tone={row.status === 'active' && !isUsedUp(row) ? 'good' : 'neutral'}>{t.statuses[row.status]}</Badge>{' '}
          <PassFrozen pass={row} />
        </>
      ),
    },
    {
      id: 'payment',
      header: t.paymentStatus,
      cell: ({ paymentStatus, paymentDeadline }) =>
        paymentStatus ? <PaymentStanding status={paymentStatus} deadline={paymentDeadline} /> : '–',
    },
    {
      id: 'actions',
      header: word.actions,
      actions: true,
      cell: (row) => (
        <RowButtons
          name={nameOf(row)}
          does={['edit', 'delete']}
          whyNot={whyNot}
          onPress={(what) => open({ what, row })}
        />
      ),
    },
  ]
}

/** Card on a phone: the pass, what is left, until when, and payment status. */
function useCard() {
  const t = useTexts(deskTexts)
  const { leftShort } = useTexts(texts)
  const { dayOfYear } = useFormats()
  return (row: DeskPurchase) => ({
    line: (
      <Dotted>
        <TextLink to="/admin/pass/$id" params={{ id: row.id }}>
          {row.membershipName}
        </TextLink>
        {t.until(dayOfYear(row.validUntil))}
      </Dotted>
    ),
    long: true,
    aside: (
      <>
        <span className={classes('tabular-nums', isUsedUp(row) ? 'text-muted' : 'font-semibold')}>
          {leftShort(leftOf(row))}
        </span>
        {row.paymentStatus && <PassPaymentOnCard status={row.paymentStatus} deadline={row.paymentDeadline} />}
      </>
    ),
  })
}

function Export({ search }: { search: string }) {
  const nameOf = useNameOf()
  const t = useTexts(deskTexts)
  const standing = useStandingInWords()
  const { moment } = useFormats()
  const headers = [t.userName, t.membershipName, t.classesUsed, t.classLimit, t.validUntil, t.status, t.paymentStatus]
  return (
    <ExportButton
      fileName={t.exportName}
      procedure={memberships.purchasesForExport}
      input={{ search }}
      table={({ rows }) => [
        headers,
        ...rows.map((row) => [
          nameOf(row),
          row.membershipName,
          row.classesUsed,
          row.classLimit,
          moment(row.validUntil),
          t.statuses[row.status],
          row.paymentStatus && standing(row.paymentStatus, row.paymentDeadline),
        ]),
      ]}
      of={(answer) => answer}
    />
  )
}
