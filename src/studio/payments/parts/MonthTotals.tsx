import type { Cents } from '#kernel/money.ts'
import { useFormats } from '#web/studio.tsx'
import { useTexts } from '#web/language.tsx'
import { DataTable } from '#web/ui/DataTable.tsx'
import { Price } from '#web/ui/Price.tsx'
import { journalTexts } from '../messages/journal.ts'

const price = (cents: Cents) => <Price cents={cents} />

interface OfRate {
  readonly rate: number | null
  readonly cents: Cents
  readonly vat: Cents
}

/** The VAT in a sum, by rate; nothing for a studio that is not liable. */
export function TaxTotals(props: { caption: string; rates: readonly OfRate[] }) {
  const t = useTexts(journalTexts)
  const { euros } = useFormats()
  if (!props.rates.some(({ rate }) => rate !== null)) return null
  const all = props.rates.reduce((sum, one) => ({ cents: sum.cents + one.cents, vat: sum.vat + one.vat }), {
    cents: 0,
    vat: 0,
  })
  const nameOf = ({ rate }: OfRate) => (rate === null ? t.notTaxed : t.ofRate(rate))
  const rows = [
    ...props.rates.map((one) => ({ ...one, name: nameOf(one) })),
    ...(props.rates.length > 1 ? [{ ...all, name: t.total }] : []),
  ]
  return (
    <DataTable
      quiet
      showCaption
      caption={props.caption}
      rows={rows}
      rowKey={({ name }) => name}
      columns={[
        { id: 'name', header: t.rate, rowHeader: true, cell: ({ name }) => name },
        { id: 'net', header: t.net, align: 'end', cell: ({ cents, vat }) => price(cents - vat) },
        { id: 'vat', header: t.vat, align: 'end', cell: ({ vat }) => price(vat) },
        { id: 'sum', header: t.sum, align: 'end', cell: ({ cents }) => price(cents) },
      ]}
      card={({ cents, vat }) => ({
        line: [`${t.net} ${euros(cents - vat)}`, `${t.vat} ${euros(vat)}`],
        aside: <span className="text-base font-semibold">{euros(cents)}</span>,
        long: true,
      })}
      empty={null}
    />
  )
}

interface OfWay {
  readonly name: string
  /** Number of receipts; null for money that belongs to no payment. */
  readonly count: number | null
  readonly paid: Cents
  readonly credit: Cents
  readonly cameIn: Cents
}

/** A month's money by way: for payments, as credit, and what came in; one column where all three are the same. */
export function WayTotals({ rows }: { rows: readonly OfWay[] }) {
  const t = useTexts(journalTexts)
  const { euros } = useFormats()
  const all = rows.reduce((sum, one) => ({
    name: t.total,
    count: (sum.count ?? 0) + (one.count ?? 0),
    paid: sum.paid + one.paid,
    credit: sum.credit + one.credit,
    cameIn: sum.cameIn + one.cameIn,
  }))
  const total = { ...all, name: t.total }
  if (rows.every(({ paid, cameIn }) => paid === cameIn)) {
    const sums = rows.map(({ paid, ...one }) => ({ ...one, cents: paid }))
    return <NamedTotals caption={t.byWay} header={t.way} rows={sums} total={total.paid} />
  }
  const hasCredit = rows.some(({ credit }) => credit !== 0)
  const credit = { id: 'credit', header: t.ofCredit, align: 'end' as const, cell: (row: OfWay) => price(row.credit) }
  return (
    <div className="flex flex-col gap-2">
      <DataTable
        quiet
        showCaption
        caption={t.byWay}
        rows={[...rows, total]}
        rowKey={({ name }) => name}
        columns={[
          { id: 'name', header: t.way, rowHeader: true, cell: ({ name }) => name },
          { id: 'count', header: t.count, align: 'end', cell: ({ count }) => count },
          { id: 'paid', header: t.paidFor, align: 'end', cell: ({ paid }) => price(paid) },
          ...(hasCredit ? [credit] : []),
          { id: 'cameIn', header: t.cameIn, align: 'end', cell: ({ cameIn }) => price(cameIn) },
        ]}
        card={(row) => ({
          line: [
            row.count !== null && `${t.count}: ${row.count}`,
            row.count !== null && `${t.paidFor}: ${euros(row.paid)}`,
            row.credit !== 0 && `${t.ofCredit}: ${euros(row.credit)}`,
          ],
          aside: <span className="text-base font-semibold">{euros(row.cameIn)}</span>,
          long: true,
        })}
        empty={null}
      />
      <p className="text-sm text-muted">
        {t.cameInHint} {hasCredit && t.creditInHint}
      </p>
    </div>
  )
}

/** Named sums, and their total. */
export function NamedTotals(props: {
  caption: string
  header: string
  rows: readonly { readonly name: string; readonly count: number | null; readonly cents: Cents }[]
  /** Sum of the rows; null if they are not added up. */
  total: Cents | null
}) {
  const t = useTexts(journalTexts)
  const { euros } = useFormats()
  const { total } = props
  const counts = props.rows.flatMap(({ count }) => count ?? [])
  const all = { name: t.total, count: counts.length > 0 ? counts.reduce((sum, one) => sum + one, 0) : null }
  const rows = [...props.rows, ...(total === null ? [] : [{ ...all, cents: total }])]
  return (
    <DataTable
      quiet
      showCaption
      caption={props.caption}
      rows={rows}
      rowKey={({ name }) => name}
      columns={[
        { id: 'name', header: props.header, rowHeader: true, cell: ({ name }) => name },
        ...(counts.length > 0
          ? [
              {
                id: 'count',
                header: t.count,
                align: 'end' as const,
                cell: ({ count }: { count: number | null }) => count,
              },
            ]
          : []),
        { id: 'sum', header: t.sum, align: 'end', cell: ({ cents }) => price(cents) },
      ]}
      card={({ cents, count }) => ({
        line: count !== null && `${t.count}: ${count}`,
        aside: <span className="text-base font-semibold">{euros(cents)}</span>,
        long: true,
      })}
      empty={null}
    />
  )
}
