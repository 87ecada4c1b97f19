import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { monthOf } from '#kernel/months.ts'
import { matchesSearch } from './matchesSearch.ts'
import { useTexts } from '#web/language.tsx'
import { Former } from '#web/live/Former.tsx'
import { LiveContent } from '#web/live/LiveContent.tsx'
import { retryLive, useLive } from '#web/live/useLive.ts'
import { useSteady } from '#web/live/useSteady.ts'
import { MonthSteps } from '#web/MonthSteps.tsx'
import { useFormats, useToday } from '#web/studio.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { Page, PageHeader } from '#web/ui/Page.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { bills } from '../calls.ts'
import type { Bill } from '../contract.ts'
import { texts } from '../messages.ts'
import { BilledTable } from './BilledTable.tsx'
import { CreateBill } from './CreateBill.tsx'
import { ExportBill } from './ExportBill.tsx'
import { ToBillTable } from './ToBillTable.tsx'
import { UndoBill } from './UndoBill.tsx'
import { useBill } from './useBill.ts'

/** Who pays a monthly fee, and the payments of a month. */
export function BillsPage() {
  const t = useTexts(texts)
  const { monthOfYear } = useFormats()
  const today = useToday()
  const navigate = useNavigate()
  const { month = monthOf(today) } = useSearch({ from: '/admin/bills' })
  const now = useLive(bills.month, { month })
  const live = useSteady(now)
  return (
    <Page width="wide">
      <PageHeader title={t.title} actions={<ExportBill month={month} />} />
      <MonthSteps
        month={month}
        title={t.bill(monthOfYear(month))}
        onChange={(next) =>
          void navigate({ to: '/admin/bills', search: { month: next }, replace: true, resetScroll: false })
        }
      />
      <LiveContent live={live} retry={() => retryLive(bills.month, { month })} count={8} failed={t.loadFailed}>
        {(bill) => (
          <Former former={now.state === 'loading'}>
            <OfMonth key={month} month={month} bill={bill} />
          </Former>
        )}
      </LiveContent>
    </Page>
  )
}

function OfMonth({ month, bill }: { month: string; bill: Bill }) {
  const t = useTexts(texts)
  const [search, setSearch] = useState('')
  const lines = useBill(month, bill)
  if (bill.rows.length === 0) {
    const toSettings = (
      <LinkButton to="/admin/settings" hash="categories">
        {t.toSettings}
      </LinkButton>
    )
    return <EmptyState text={t.none} hint={t.noneHint} action={toSettings} />
  }
  const found = lines.all.filter(({ row }) => matchesSearch(row, search))
  const billed = bill.rows.filter((row) => row.billed !== null && matchesSearch(row, search))
  return (
    <div className="flex flex-col gap-6">
      {bill.undo && <UndoBill key={bill.undo.batch} {...bill.undo} />}
      {bill.rows.length > 10 && (
        <div className="sm:max-w-md">
          <SearchField label={t.search} hideLabel placeholder={t.search} value={search} onChange={setSearch} />
        </div>
      )}
      {lines.all.length > 0 && (
        <>
          <ToBillTable lines={lines} found={found} />
          <CreateBill month={month} dueOn={bill.dueOn} lines={lines} />
        </>
      )}
      {bill.rows.some((row) => row.billed !== null) && <BilledTable rows={billed} />}
    </div>
  )
}
