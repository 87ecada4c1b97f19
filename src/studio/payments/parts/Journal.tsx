import { csvMoney } from '#kernel/csv.ts'
import type { Cents } from '#kernel/money.ts'
import type { LocalDate } from '#kernel/time.ts'
import { useTexts } from '#web/language.tsx'
import { LiveAnswer } from '#web/live/LiveAnswer.tsx'
import { LiveContent } from '#web/live/LiveContent.tsx'
import { retryLive, useLive } from '#web/live/useLive.ts'
import { useSteady } from '#web/live/useSteady.ts'
import { words } from '#web/messages.ts'
import { useFormats } from '#web/studio.tsx'
import { ExportButton } from '#web/ui/ExportButton.tsx'
import { Section } from '#web/ui/Page.tsx'
import { Pagination } from '#web/ui/Pagination.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { payments } from '../calls.ts'
import type { JournalSums } from '../contract.ts'
import { texts } from '../messages.ts'
import { journalTexts } from '../messages/journal.ts'
import { creditSources, itemText, type JournalList, type MoneyWay } from '../rules.ts'
import { moneyOfWays } from '../rules/moneyOfWays.ts'
import { JournalTable } from './JournalTable.tsx'
import { NamedTotals, TaxTotals, WayTotals } from './MonthTotals.tsx'

interface Which {
  readonly list: JournalList
  readonly month: string
  readonly search: string
}

/** One page of the receipts of a month. */
export function Journal({ list, month, search, page }: Which & { page: number }) {
  const t = useTexts(journalTexts)
  const { euros } = useFormats()
  const input = { list, month, search, page }
  const live = useSteady(useLive(payments.journal, input))
  const any = live.state === 'ready' && live.answer.total > 0
  return (
    <div className="flex min-w-0 flex-col gap-4">
      {list === 'before' && <p className="max-w-prose text-sm text-muted">{t.beforeHint}</p>}
      <p aria-live="polite" className={any ? 'text-muted tabular-nums' : 'sr-only'}>
        {live.state === 'ready' && t.totalOf(live.answer.total, euros(live.answer.sum))}&nbsp;
      </p>
      <LiveContent live={live} retry={() => retryLive(payments.journal, input)} count={8}>
        {({ rows, total, page: shown }) => (
          <>
            <JournalTable
              caption={t.lists[list]}
              rows={rows}
              empty={<EmptyState small text={search ? t.noneFound : t.none} hint={!search && t.noneHint} />}
            />
            <Pagination page={shown} total={total} />
          </>
        )}
      </LiveContent>
    </div>
  )
}

/** The sums of the whole month. */
export function JournalTotals({ month, more }: { month: string; more: readonly MoreLine[] }) {
  return (
    <LiveAnswer query={payments.journalSums} input={{ month }} steady count={3}>
      {(sums) => <Totals sums={sums} more={more} />}
    </LiveAnswer>
  )
}

function Totals({ sums, more }: { sums: JournalSums; more: readonly MoreLine[] }) {
  const t = useTexts(journalTexts)
  const { rates, credit, creditBefore } = sums
  const ways = [
    ...moneyOfWays(sums).map(({ way, ...one }) => ({ ...one, name: way === null ? t.unknownWay : t.ways[way] })),
    ...[...new Set(more.map(({ kind }) => kind))].map((name) => {
      const its = more.filter(({ kind }) => kind === name)
      return { name, count: null, paid: 0, credit: 0, cameIn: its.reduce((sum, { cents }) => sum + cents, 0) }
    }),
  ]
  const changes = creditSources.flatMap((source) => {
    const its = credit.filter((one) => one.source === source)
    const cents = its.reduce((sum, one) => sum + one.cents, 0)
    return its.length === 0 ? [] : [{ name: t.creditOf[source], count: null, cents }]
  })
  if (creditBefore.cents !== 0) changes.push({ name: t.lists.before, count: null, cents: creditBefore.cents })
  if (ways.length === 0 && changes.length === 0) return null
  return (
    <Section title={t.totals}>
      <div className="grid items-start gap-5 xl:grid-cols-2">
        {ways.length > 0 && <WayTotals rows={ways} />}
        <TaxTotals caption={t.byRate} rates={rates} />
        {changes.length > 0 && (
          <div className="flex flex-col gap-2">
            <NamedTotals caption={t.credit} header={t.creditChange} rows={changes} total={null} />
            <p className="text-sm text-muted">{t.creditHint}</p>
          </div>
        )}
      </div>
    </Section>
  )
}

/** Money of the month that belongs to no payment: a line of the file, and by `kind` a row of the sums. */
export interface MoreLine {
  readonly day: LocalDate
  readonly name: string
  readonly what: string
  readonly kind: string
  readonly way: MoneyWay
  readonly cents: Cents
}

/**
 * Exports all receipts as a file, the earliest first as in a ledger, and below them the changes of credit and what else
 * came or went.
 */
export function ExportJournal({ more, ...which }: Which & { more: readonly MoreLine[] }) {
  const t = useTexts(journalTexts)
  const { deletedUser } = useTexts(words)
  const { items } = useTexts(texts)
  const { dayOfYear } = useFormats()
  const name = which.list === 'received' ? t.exportName : t.exportBefore
  const receipts = useLive(payments.journal, { ...which, page: 1 })
  const hasCredit = useHasCredit(which)
  if (!hasCredit && more.length === 0 && !(receipts.state === 'ready' && receipts.answer.total > 0)) return null
  return (
    <ExportButton
      fileName={`${name}-${which.month}`}
      procedure={payments.journalForExport}
      input={which}
      of={(answer) => answer}
      table={({ rows, credit }) => [
        [t.day, t.payer, t.forWhom, t.what, t.kind, t.way, t.source, t.reference, t.rate, t.net, t.vat, t.sum],
        ...rows.map((row) => [
          row.day,
          row.payer?.name || deletedUser,
          row.name || deletedUser,
          itemText(row, dayOfYear),
          items[row.item],
          t.ways[row.way],
          t.sources[row.source],
          row.reference,
          row.vatRate,
          csvMoney(row.cents - row.vat),
          csvMoney(row.vat),
          csvMoney(row.cents),
        ]),
        ...credit.map((row) => [
          row.day,
          row.payer?.name || deletedUser,
          null,
          t.creditOf[row.source],
          t.credit,
          row.way && t.ways[row.way],
          t.sources[
            row.source === 'used' ? 'credit' : row.source === 'bank' || row.source === 'returned' ? 'bank' : 'desk'
          ],
          row.reference,
          null,
          null,
          null,
          csvMoney(row.cents),
        ]),
        ...more.map(({ day, name, what, kind, way, cents }) => [
          day,
          name,
          null,
          what,
          kind,
          t.ways[way],
          t.sources.desk,
          null,
          null,
          null,
          null,
          csvMoney(cents),
        ]),
      ]}
    />
  )
}

/** Whether the file has changes of credit; a search leaves them out. */
function useHasCredit({ list, month, search }: Which): boolean {
  const live = useLive(payments.journalSums, { month })
  if (live.state !== 'ready' || search.trim() !== '') return false
  return list === 'received' ? live.answer.credit.length > 0 : live.answer.creditBefore.count > 0
}
