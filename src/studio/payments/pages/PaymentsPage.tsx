import { useNavigate, useSearch } from '@tanstack/react-router'
import { useChoice } from '#web/useChoice.ts'
import type { ReactNode } from 'react'
import { useTexts } from '#web/language.tsx'
import { LiveContent } from '#web/live/LiveContent.tsx'
import { retryLive, useLive } from '#web/live/useLive.ts'
import { useSteady } from '#web/live/useSteady.ts'
import { WithRows } from '#web/live/WithRows.tsx'
import { useMay } from '#web/me.ts'
import { useFormats, useToday } from '#web/studio.tsx'
import { ExportButton } from '#web/ui/ExportButton.tsx'
import { TextLink } from '#web/ui/LinkButton.tsx'
import { Page, PageHeader } from '#web/ui/Page.tsx'
import { Pagination } from '#web/ui/Pagination.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { Tab, Tabs } from '#web/ui/Tabs.tsx'
import { usePressed } from '#web/usePressed.ts'
import { useTyped } from '#web/useTyped.ts'
import { payments } from '../calls.ts'
import { deskTexts } from '../messages/desk.ts'
import { journalTexts } from '../messages/journal.ts'
import { NoBankAccount } from '../parts/NoBankAccount.tsx'
import { PaymentTable } from '../parts/PaymentTable.tsx'
import { useConfirmedOne } from '../parts/useConfirmedOne.ts'
import { usePaymentsFile } from '../parts/usePaymentsFile.ts'
import { overviewStatuses, type OverviewStatus } from '../rules.ts'
import { ConfirmChosen, UndoConfirmed, useChosen } from './ConfirmChosen.tsx'
import { MonthChoice } from './MonthChoice.tsx'
import { RemindPayers } from './RemindPayers.tsx'
import { YearPicture } from './YearPicture.tsx'

/** The studio's money: what is due, what is marked as paid, and what was confirmed by month. */
export function PaymentsPage() {
  const [address, choose] = useChoice(useSearch({ from: '/admin/payments' }))
  const navigate = useNavigate()
  const t = useTexts(deskTexts)
  const searchLabel = useMay('manageUsers') ? t.searchWithReference : t.searchLabel
  const { ofMonth: toBooks } = useTexts(journalTexts)
  const mayConfirm = useMay('confirmPayments')
  const today = useToday()
  const [confirmed, setConfirmed] = usePressed('confirmed')
  const one = useConfirmedOne()
  const { tab: list = 'due', search = '', month = today.slice(0, 7) } = address
  const [typed, setTyped] = useTyped(search, (text) => {
    void navigate({
      to: '/admin/payments',
      search: { tab: address.tab, month: address.month, search: text || undefined },
      replace: true,
    })
  })
  const chooseMonth = (next: string) =>
    choose({ ...address, month: next }, () =>
      navigate({
        to: '/admin/payments',
        search: (before) => ({ ...before, month: next, confirmed: undefined }),
        replace: true,
        resetScroll: false,
      }),
    )

  return (
    <Page width="wide">
      <PageHeader title={t.payments} actions={<ExportPayments list={list} month={month} search={search} />} />
      <NoBankAccount />
      {confirmed.length > 0 && (
        <UndoConfirmed
          key={confirmed.join()}
          title={t.confirmedMany(confirmed.length)}
          paymentIds={confirmed}
          onOver={() => setConfirmed([])}
        />
      )}
      {one.paymentId !== null && (
        <UndoConfirmed
          key={one.paymentId}
          title={t.confirmedLast}
          quiet
          paymentIds={[one.paymentId]}
          onOver={one.forget}
        />
      )}
      <div className="sm:max-w-md">
        <SearchField label={searchLabel} hideLabel placeholder={searchLabel} value={typed} onChange={setTyped} />
      </div>
      <Lists list={list} month={month} search={search} />
      <PaymentList
        key={list}
        status={list}
        month={month}
        search={search}
        page={address[list] ?? 1}
        onConfirmed={setConfirmed}
      >
        {/* it writes to all who owe, not only to those found by the search */}
        {list === 'due' && search === '' && <RemindPayers />}
        {list === 'confirmed' && (
          <div className="flex flex-wrap items-end gap-x-5 gap-y-3">
            {mayConfirm && (
              <TextLink to="/admin/books" search={{ month }}>
                {toBooks}
              </TextLink>
            )}
            <MonthChoice month={month} today={today} onChange={chooseMonth} />
          </div>
        )}
      </PaymentList>
      {list === 'confirmed' && <YearPicture year={Number(month.slice(0, 4))} />}
    </Page>
  )
}

/** The four lists with the number of payments in each; during a search, the number found. */
function Lists(props: { list: OverviewStatus; month: string; search: string }) {
  const t = useTexts(deskTexts)
  const live = useSteady(useLive(payments.tallies, { month: props.month, search: props.search }))
  return (
    <Tabs label={t.whichList}>
      {overviewStatuses.map((status) => (
        <Tab
          key={status}
          label={t.lists[status]}
          count={live.state === 'ready' ? live.answer[status].total : undefined}
          current={status === props.list}
          search={(before) => ({ ...before, tab: status === 'due' ? undefined : status })}
        />
      ))}
    </Tabs>
  )
}

function PaymentList(props: {
  status: OverviewStatus
  month: string
  search: string
  page: number
  onConfirmed: (paymentIds: readonly string[]) => void
  children?: ReactNode
}) {
  const { status, search, page } = props
  const t = useTexts(deskTexts)
  const { monthOfYear, euros } = useFormats()
  const confirmed = status === 'confirmed'
  const input = { status, month: confirmed ? props.month : null, search, page }
  const live = useSteady(useLive(payments.overview, input))
  const title = confirmed ? t.confirmedIn(monthOfYear(props.month)) : t.lists[status]
  const chosen = useChosen(live.state === 'ready' ? live.answer.rows : [])
  const choosable = useMay('confirmPayments') && !confirmed
  const inWords = status === 'due' ? t.openOf : t.totalOf
  const sums = live.state === 'ready' ? inWords(live.answer.total, euros(live.answer.sum)) : undefined
  return (
    <section aria-label={title} className="flex min-w-0 flex-col gap-4">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <p
          aria-live="polite"
          className={live.state === 'ready' && live.answer.total === 0 ? 'sr-only' : 'text-muted tabular-nums'}
        >
          {sums}&nbsp;
        </p>
        {props.children}
      </div>
      <LiveContent live={live} retry={() => retryLive(payments.overview, input)} count={8}>
        {({ rows, total, page }) => (
          <>
            <PaymentTable
              caption={title}
              rows={rows}
              choice={choosable ? chosen.choice : undefined}
              hideActualAmount={status === 'due' || status === 'markedByUser'}
              dated={confirmed ? 'updated' : 'created'}
              empty={<EmptyState small text={search ? t.noneFound : t.none} hint={!search && t.noneHints[status]} />}
            />
            <Pagination page={page} total={total} param={status} />
            {choosable && <ConfirmChosen chosen={chosen} onDone={props.onConfirmed} />}
          </>
        )}
      </LiveContent>
    </section>
  )
}

/** Exports the chosen list, of confirmed payments those of the month on screen. */
function ExportPayments(props: { list: OverviewStatus; month: string; search: string }) {
  const { list, month, search } = props
  const t = useTexts(deskTexts)
  const fileOf = usePaymentsFile()
  return (
    <WithRows keepsPlace query={payments.tallies} input={{ month, search }} any={(tallies) => tallies[list].total > 0}>
      <ExportButton
        fileName={t.exportName}
        procedure={payments.overviewForExport}
        input={{ status: list, month: list === 'confirmed' ? month : null, search }}
        of={(answer) => answer}
        table={({ rows }) => fileOf(rows)}
      />
    </WithRows>
  )
}
