import { FileDown } from 'lucide-react'
import { csvMoney } from '#kernel/csv.ts'
import type { Cents } from '#kernel/money.ts'
import { NamedTotals, TaxTotals } from '#studio/payments/parts/MonthTotals.tsx'
import { useTexts } from '#web/language.tsx'
import { LiveAnswer } from '#web/live/LiveAnswer.tsx'
import { LiveContent } from '#web/live/LiveContent.tsx'
import { retryLive, useLive } from '#web/live/useLive.ts'
import { useSteady } from '#web/live/useSteady.ts'
import { WithRows } from '#web/live/WithRows.tsx'
import { useFormats } from '#web/studio.tsx'
import { DataTable } from '#web/ui/DataTable.tsx'
import { ExportButton } from '#web/ui/ExportButton.tsx'
import { OutsideLink, TextLink } from '#web/ui/LinkButton.tsx'
import { Section } from '#web/ui/Page.tsx'
import { Pagination } from '#web/ui/Pagination.tsx'
import { Price } from '#web/ui/Price.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import type { Column } from '#web/ui/table.ts'
import { papers } from '../calls.ts'
import type { BookedPaper, PaperSums } from '../contract.ts'
import { texts } from '../messages.ts'
import { bookTexts } from '../messages/books.ts'
import { numberedKinds, type NumberedKind } from '../rules.ts'
import { fileOf } from './useReceipt.ts'

interface Which {
  readonly month: string
  readonly kind: NumberedKind | null
  readonly search: string
}

/** One page of all papers of a month. */
export function BookedPapers({ month, kind, search, page }: Which & { page: number }) {
  const t = useTexts(bookTexts)
  const input = { month, kind, search, page }
  const live = useSteady(useLive(papers.ofMonth, input))
  const columns = useColumns()
  const { dateOfYear, euros } = useFormats()
  const stateOf = useStateInWords()
  const all = live.state === 'ready' ? live.answer.total : 0
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <p aria-live="polite" className={all > 0 ? 'text-muted tabular-nums' : 'sr-only'}>
        {all > 0 && t.total(all)}&nbsp;
      </p>
      <LiveContent live={live} retry={() => retryLive(papers.ofMonth, input)} count={8}>
        {({ rows, total, page: shown }) => (
          <>
            <DataTable
              caption={t.papers}
              manyColumns
              rows={rows}
              rowKey={({ key }) => key}
              // a studio that is not liable to VAT has no VAT columns
              columns={columns.filter(({ id }) => rows.some(({ rates }) => rates.length > 0) || !isTax(id))}
              card={(row) => ({
                line: [row.buyer, row.about, dateOfYear(row.day), stateOf(row)],
                aside: <span className="text-base font-semibold">{euros(row.cents)}</span>,
                long: true,
              })}
              empty={
                <EmptyState small text={search || kind ? t.noneFound : t.none} hint={!search && !kind && t.noneHint} />
              }
            />
            <Pagination page={shown} total={total} />
          </>
        )}
      </LiveContent>
    </div>
  )
}

const isTax = (id: string) => id === 'net' || id === 'vat'
const vatOf = ({ rates }: BookedPaper): Cents => rates.reduce((sum, { vat }) => sum + vat, 0)

function useColumns(): Column<BookedPaper>[] {
  const t = useTexts(texts)
  const words = useTexts(bookTexts)
  const { dateOfYear } = useFormats()
  const stateOf = useStateInWords()
  return [
    { id: 'number', header: t.number, rowHeader: true, cell: (row) => <Numbered row={row} /> },
    { id: 'day', header: t.day, cell: ({ day }) => <span className="whitespace-nowrap">{dateOfYear(day)}</span> },
    {
      id: 'buyer',
      header: words.buyer,
      cell: ({ buyer, registryCode, userId }) => (
        <>
          {userId === null ? (
            buyer
          ) : (
            <TextLink to="/admin/users/$id" params={{ id: userId }}>
              {buyer}
            </TextLink>
          )}
          {registryCode && <span className="block text-xs text-muted tabular-nums">{registryCode}</span>}
        </>
      ),
    },
    { id: 'about', header: t.about, cell: ({ about }) => about },
    { id: 'net', header: words.net, align: 'end', cell: (row) => <Price cents={row.cents - vatOf(row)} /> },
    { id: 'vat', header: words.vat, align: 'end', cell: (row) => <Price cents={vatOf(row)} /> },
    { id: 'sum', header: words.sum, align: 'end', cell: ({ cents }) => <Price cents={cents} /> },
    { id: 'state', header: t.state, cell: (row) => <span className="text-muted">{stateOf(row)}</span> },
  ]
}

/** The number, linked to the file while its content is kept. */
function Numbered({ row: { id, number, kind } }: { row: BookedPaper }) {
  const t = useTexts(texts)
  return (
    <span className="flex flex-col">
      <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
        {id !== null && <FileDown aria-hidden="true" className="size-4 shrink-0 text-brand" />}
        {id === null ? number : <OutsideLink href={fileOf(id)}>{number}</OutsideLink>}
      </span>
      <span className="text-xs font-normal text-muted">{t.kinds[kind]}</span>
    </span>
  )
}

/** The state of a paper in words; empty while it is valid. */
function useStateInWords() {
  const t = useTexts(texts)
  const words = useTexts(bookTexts)
  return ({ kind, ended, creditedBy, of }: BookedPaper): string => {
    const numbers = creditedBy.map(({ number }) => number).join(', ')
    if (of) return words.ofInvoice(of.number)
    if (kind === 'receipt') return ended ? t.ended.receipt : ''
    if (numbers === '') return ''
    return ended ? words.creditedBy(numbers) : words.partlyCreditedBy(numbers)
  }
}

/** The totals of a month's papers. */
export function PaperTotals({ month }: { month: string }) {
  return (
    <LiveAnswer query={papers.sumsOfMonth} input={{ month }} steady count={3}>
      {(sums) => <Totals sums={sums} />}
    </LiveAnswer>
  )
}

function Totals({ sums: { counted, ended, rates } }: { sums: PaperSums }) {
  const t = useTexts(bookTexts)
  const { kind: header } = useTexts(texts)
  if (counted.length === 0 && ended === 0) return null
  const rows = numberedKinds.flatMap((kind) => counted.filter((one) => one.kind === kind))
  const both = rows.length > 1 && rows.some(({ kind }) => kind === 'receipt')
  return (
    <Section title={t.totals}>
      <div className="grid items-start gap-5 xl:grid-cols-2">
        <div className="flex flex-col gap-2">
          {rows.length > 0 && (
            <NamedTotals
              caption={t.byKind}
              header={header}
              rows={rows.map(({ kind, count, cents }) => ({ name: t.kinds[kind], count, cents }))}
              total={null}
            />
          )}
          {both && <p className="text-sm text-muted">{t.receiptsHint}</p>}
          {ended > 0 && <p className="text-sm text-muted">{t.ended(ended)}</p>}
        </div>
        <TaxTotals caption={t.ofInvoices} rates={rates.invoices} />
        <TaxTotals caption={t.ofReceipts} rates={rates.receipts} />
      </div>
    </Section>
  )
}

/** Exports all of them as a file, sorted by number. */
export function ExportPapers(which: Which) {
  const t = useTexts(texts)
  const words = useTexts(bookTexts)
  const stateOf = useStateInWords()
  return (
    <WithRows query={papers.ofMonth} input={{ ...which, page: 1 }} any={({ total }) => total > 0}>
      <ExportButton
        fileName={`${words.exportName}-${which.month}`}
        procedure={papers.ofMonthForExport}
        input={which}
        of={(answer) => answer}
        table={({ rows, rates }) => [
          [
            t.number,
            t.day,
            t.kind,
            words.buyer,
            words.registryCode,
            t.about,
            ...rates.flatMap((rate) => [words.netOf(rate), words.vatOf(rate)]),
            words.net,
            words.vat,
            words.sum,
            t.state,
          ],
          ...rows.map((row) => [
            row.number,
            row.day,
            t.kinds[row.kind],
            row.buyer,
            row.registryCode,
            row.about,
            ...rates.flatMap((rate) => {
              const found = row.rates.find((one) => one.rate === rate)
              return [csvMoney(found?.base ?? 0), csvMoney(found?.vat ?? 0)]
            }),
            csvMoney(row.cents - vatOf(row)),
            csvMoney(vatOf(row)),
            csvMoney(row.cents),
            stateOf(row),
          ]),
        ]}
      />
    </WithRows>
  )
}
