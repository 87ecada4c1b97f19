import type { ReactNode } from 'react'
import { spacedReference } from '#kernel/references.ts'
import { useTexts } from '#web/language.tsx'
import { words } from '#web/messages.ts'
import { useFormats, useStudio } from '#web/studio.tsx'
import { DataTable } from '#web/ui/DataTable.tsx'
import { TextLink } from '#web/ui/LinkButton.tsx'
import { Price } from '#web/ui/Price.tsx'
import type { Column } from '#web/ui/table.ts'
import type { JournalLine } from '../contract.ts'
import { journalTexts } from '../messages/journal.ts'
import { itemText } from '../rules.ts'

/** Receipts with day, payer, person, item and payment method. */
export function JournalTable(props: { caption: string; rows: readonly JournalLine[]; empty: ReactNode }) {
  const t = useTexts(journalTexts)
  const { dayOfYear, date, euros } = useFormats()
  const { rows } = props
  const columns = useColumns()
  const { features } = useStudio()
  const sourced = features.includes('statements') || rows.some(({ source }) => source !== 'desk')
  const numbered = rows.some(({ reference }) => reference !== '')
  const how = ({ way, source }: JournalLine) => (source === 'bank' ? `${t.ways[way]}, ${t.sources.bank}` : t.ways[way])
  const firstOfDay = new Set(rows.filter((row, place) => row.day !== rows[place - 1]?.day))
  return (
    <DataTable
      caption={props.caption}
      manyColumns
      rows={rows}
      rowKey={({ id }) => String(id)}
      empty={props.empty}
      // a studio that reads no statements has no reference numbers, and all its money is entered by hand
      columns={columns.filter(({ id }) => (id !== 'reference' || numbered) && (id !== 'source' || sourced))}
      card={(row) => ({
        line: [itemText(row, dayOfYear), how(row)],
        aside: <span className="text-base font-semibold">{euros(row.cents)}</span>,
        long: true,
        above: firstOfDay.has(row) && <p className="pb-1 text-sm font-semibold">{date(row.day)}</p>,
      })}
    />
  )
}

function useColumns(): Column<JournalLine>[] {
  const t = useTexts(journalTexts)
  const { dateOfYear, dayOfYear } = useFormats()
  return [
    { id: 'payer', header: t.payer, rowHeader: true, cell: (row) => <Payer row={row} /> },
    { id: 'day', header: t.day, cell: ({ day }) => <span className="whitespace-nowrap">{dateOfYear(day)}</span> },
    { id: 'what', header: t.what, cell: (row) => itemText(row, dayOfYear) },
    { id: 'way', header: t.way, cell: ({ way }) => t.ways[way] },
    { id: 'source', header: t.source, cell: ({ source }) => t.sources[source] },
    {
      id: 'reference',
      header: t.reference,
      cell: ({ reference }) => <span className="whitespace-nowrap tabular-nums">{spacedReference(reference)}</span>,
    },
    { id: 'sum', header: t.sum, align: 'end', cell: ({ cents }) => <Price cents={cents} /> },
  ]
}

/** The payer, and the person it is for if that is somebody else. */
function Payer({ row: { payer, userId, name } }: { row: JournalLine }) {
  const t = useTexts(journalTexts)
  const { deletedUser } = useTexts(words)
  return (
    <>
      {payer?.name ? (
        <TextLink to="/admin/users/$id" params={{ id: payer.userId }}>
          {payer.name}
        </TextLink>
      ) : (
        deletedUser
      )}
      {payer?.userId !== userId && name !== '' && (
        <span className="block text-xs font-normal text-muted">{t.forName(name)}</span>
      )}
    </>
  )
}
