import { FileDown } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { AnswerOf } from '#kernel/procedures.ts'
import { useTexts } from '#web/language.tsx'
import { useFormats } from '#web/studio.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Cluster } from '#web/ui/Card.tsx'
import { DataTable } from '#web/ui/DataTable.tsx'
import { OutsideLink } from '#web/ui/LinkButton.tsx'
import { Price } from '#web/ui/Price.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import type { Column } from '#web/ui/table.ts'
import type { ListedPaper, papers } from '../contract.ts'
import { texts } from '../messages.ts'
import { fileOf } from './useReceipt.ts'

/** How many papers are shown before 'show all'. */
const FIRST = 8

/** Papers with their files, and the statements of the years with payments. */
export function PaperList(props: {
  list: AnswerOf<typeof papers.mine>
  statementOf: (year: number) => string
  /** The actions below the list. */
  children: ReactNode
}) {
  const { list, statementOf } = props
  const t = useTexts(texts)
  const [all, setAll] = useState(false)
  const rows = all ? list.papers : list.papers.slice(0, FIRST)
  const more = list.papers.length - rows.length
  return (
    <div className="flex flex-col gap-4">
      <DataTable
        caption={t.title}
        columns={useColumns()}
        rows={rows}
        rowKey={({ id }) => id}
        empty={<EmptyState text={t.none} hint={t.noneHint} small />}
      />
      <Cluster>
        {more > 0 && (
          <Button size="small" variant="quiet" onPress={() => setAll(true)}>
            {t.more(more)}
          </Button>
        )}
        {props.children}
      </Cluster>
      {list.years.length > 0 && (
        <div className="flex flex-col gap-1">
          <p className="text-sm text-muted">{t.statementHint}</p>
          <ul className="flex flex-wrap gap-x-5">
            {list.years.map((year) => (
              <li key={year} className="flex min-h-control items-center">
                <OutsideLink href={statementOf(year)}>{t.statementFor(year)}</OutsideLink>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}

function useColumns(): Column<ListedPaper>[] {
  const t = useTexts(texts)
  const { dateOfYear } = useFormats()
  return [
    {
      id: 'number',
      header: t.number,
      rowHeader: true,
      cell: ({ id, number, kind, ended }) => (
        <span className="flex flex-col">
          <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
            <FileDown aria-hidden="true" className="size-4 shrink-0 text-brand" />
            <OutsideLink href={fileOf(id)}>{number}</OutsideLink>
          </span>
          <span className="flex flex-wrap items-center gap-2 text-xs font-normal text-muted">
            {t.kinds[kind]}
            {ended && <Badge>{t.ended[kind === 'receipt' ? 'receipt' : 'invoice']}</Badge>}
          </span>
        </span>
      ),
    },
    { id: 'about', header: t.about, cell: ({ about }) => about },
    { id: 'day', header: t.day, cell: ({ day }) => <span className="whitespace-nowrap">{dateOfYear(day)}</span> },
    { id: 'sum', header: t.sum, align: 'end', cell: ({ cents }) => <Price cents={cents} /> },
  ]
}
