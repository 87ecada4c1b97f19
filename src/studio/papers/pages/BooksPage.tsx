import { useNavigate, useSearch } from '@tanstack/react-router'
import { monthOf } from '#kernel/months.ts'
import { cashTexts } from '#studio/door/messages.ts'
import { CashDifferences, useDifferences } from '#studio/door/parts/CashDifferences.tsx'
import { payments } from '#studio/payments/calls.ts'
import { journalTexts } from '#studio/payments/messages/journal.ts'
import { ExportJournal, Journal, JournalTotals, type MoreLine } from '#studio/payments/parts/Journal.tsx'
import type { JournalList } from '#studio/payments/rules.ts'
import { useTexts } from '#web/language.tsx'
import { useLive } from '#web/live/useLive.ts'
import { words } from '#web/messages.ts'
import { MonthSteps } from '#web/MonthSteps.tsx'
import { useFormats, useStudio, useToday } from '#web/studio.tsx'
import { FilterChips } from '#web/ui/FilterChips.tsx'
import { Page, PageHeader } from '#web/ui/Page.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { Tab, Tabs } from '#web/ui/Tabs.tsx'
import { useChoice } from '#web/useChoice.ts'
import { useTyped } from '#web/useTyped.ts'
import { papers } from '../calls.ts'
import { bookTexts } from '../messages/books.ts'
import { BookedPapers, ExportPapers, PaperTotals } from '../parts/BookedPapers.tsx'
import { numberedKinds, type BookTab } from '../rules.ts'

/** An accountant's month: the money that came, and the papers that were issued. */
export function BooksPage() {
  const t = useTexts(bookTexts)
  const { monthOfYear } = useFormats()
  const today = useToday()
  const navigate = useNavigate()
  const [address, choose] = useChoice(useSearch({ from: '/admin/books' }))
  const withPapers = useStudio().features.includes('papers')
  const tab = withPapers ? (address.books ?? 'money') : 'money'
  const { month = monthOf(today), search = '', kind = null, receipts: list = 'received', page = 1 } = address
  // another list starts at its first page
  const go = (next: typeof address) =>
    choose({ ...address, page: undefined, ...next }, () =>
      navigate({
        to: '/admin/books',
        search: (before) => ({ ...before, page: undefined, ...next }),
        replace: true,
        resetScroll: false,
      }),
    )
  const [typed, setTyped] = useTyped(search, (text) => go({ search: text || undefined }))
  const searchLabel = tab === 'money' ? t.searchMoney : t.searchPapers
  const ofMoney = { list, month, search }
  const differences = useDifferenceLines(month)
  const inFile = list === 'received' && search === '' ? differences : []
  const ofPapers = { month, kind, search }
  return (
    <Page width="wide">
      <PageHeader
        title={t.title}
        subtitle={t.subtitle}
        actions={tab === 'money' ? <ExportJournal {...ofMoney} more={inFile} /> : <ExportPapers {...ofPapers} />}
      />
      <MonthSteps
        month={month}
        title={monthOfYear(month)}
        onChange={(next) => go({ month: next, receipts: undefined })}
      />
      {withPapers && <BothLists tab={tab} month={month} />}
      <div className="sm:max-w-md">
        <SearchField label={searchLabel} hideLabel placeholder={searchLabel} value={typed} onChange={setTyped} />
      </div>
      {tab === 'money' ? (
        <>
          <WhichMoney month={month} list={list} onChange={(next) => go({ receipts: next })} />
          <Journal key={list} {...ofMoney} page={page} />
          <JournalTotals month={month} more={differences} />
          <CashDifferences month={month} />
        </>
      ) : (
        <>
          <FilterChips
            label={t.whichKind}
            value={kind ?? 'all'}
            onChange={(next) => go({ kind: next === 'all' ? undefined : next })}
            options={[
              { value: 'all', label: t.allKinds },
              ...numberedKinds.map((value) => ({ value, label: t.kinds[value] })),
            ]}
          />
          <BookedPapers {...ofPapers} page={page} />
          <PaperTotals month={month} />
        </>
      )}
    </Page>
  )
}

/** Cash differences as lines of the accountant's file. */
function useDifferenceLines(month: string): MoreLine[] {
  const t = useTexts(cashTexts)
  const { deletedUser } = useTexts(words)
  return useDifferences(month).map(({ day, boxName, cents, reason }) => {
    return { day, name: boxName || deletedUser, what: reason, kind: t.differences, way: 'cash', cents }
  })
}

/** Tabs for the two lists, with the number of entries in the month. */
function BothLists({ tab, month }: { tab: BookTab; month: string }) {
  const t = useTexts(bookTexts)
  const money = useLive(payments.journalSums, { month })
  const made = useLive(papers.sumsOfMonth, { month })
  const counts = {
    money: money.state === 'ready' ? money.answer.ways.reduce((sum, { count }) => sum + count, 0) : undefined,
    papers:
      made.state === 'ready'
        ? made.answer.counted.reduce((sum, { count }) => sum + count, made.answer.ended)
        : undefined,
  }
  const address = (next: BookTab) => (before: Record<string, unknown>) => ({
    month: before.month,
    books: next === 'money' ? undefined : next,
  })
  return (
    <Tabs label={t.whichList}>
      {(['money', 'papers'] as const).map((one) => (
        <Tab key={one} label={t[one]} count={counts[one]} current={one === tab} search={address(one)} />
      ))}
    </Tabs>
  )
}

/** What was received, or what changed earlier months: nothing to choose in most of them. */
function WhichMoney(props: { month: string; list: JournalList; onChange: (list: JournalList | undefined) => void }) {
  const t = useTexts(journalTexts)
  const live = useLive(payments.journalSums, { month: props.month })
  const count = live.state === 'ready' ? live.answer.before.count : 0
  const hasCredit = live.state === 'ready' && live.answer.creditBefore.count > 0
  if (count === 0 && !hasCredit && props.list === 'received') return null
  return (
    <FilterChips
      label={t.which}
      value={props.list}
      onChange={(next) => props.onChange(next === 'before' ? next : undefined)}
      options={[
        { value: 'received', label: t.lists.received },
        { value: 'before', label: count === 0 ? t.lists.before : `${t.lists.before}: ${count}` },
      ]}
    />
  )
}
