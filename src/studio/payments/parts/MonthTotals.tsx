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
