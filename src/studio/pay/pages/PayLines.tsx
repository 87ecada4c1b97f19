import { useTexts } from '#web/language.tsx'
import { useFormats } from '#web/studio.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { DataTable } from '#web/ui/DataTable.tsx'
import { Dotted } from '#web/ui/Dotted.tsx'
import type { Column } from '#web/ui/table.ts'
import type { SheetLine } from '../contract.ts'
import { texts } from '../messages.ts'

type Line = Pick<SheetLine, 'id' | 'title' | 'startsAt' | 'endsAt' | 'heads' | 'cents' | 'isLater'> & {
  readonly unmarked?: number
}

/** The lines of one teacher. */
export function PayLines({ caption, lines }: { caption: string; lines: readonly Line[] }) {
  const t = useTexts(texts)
  const { dayAndTimes } = useFormats()
  const columns: Column<Line>[] = [
    { id: 'title', header: t.class, rowHeader: true, cell: ({ title }) => title },
    { id: 'when', header: t.when, cell: ({ startsAt, endsAt }) => dayAndTimes(startsAt, endsAt) },
    { id: 'notes', header: t.notes, cell: notesOf },
    { id: 'heads', header: t.heads, align: 'end', cell: ({ heads }) => heads },
    { id: 'sum', header: t.sum, align: 'end', cell: sumCell },
  ]
  return (
    <DataTable
      caption={caption}
      columns={columns.filter(({ id }) => id !== 'notes' || lines.some(hasNotes))}
      card={(line) => ({
        line: (
          <Dotted>
            {dayAndTimes(line.startsAt, line.endsAt)}
            {t.people(line.heads)}
            {hasNotes(line) && <Notes line={line} />}
          </Dotted>
        ),
        aside: <Sum cents={line.cents} />,
      })}
      rows={lines}
      rowKey={({ id }) => id}
      empty={null}
    />
  )
}

function Sum({ cents }: { cents: number }) {
  const { euros } = useFormats()
  return <span className="font-semibold tabular-nums">{euros(cents)}</span>
}

const sumCell = ({ cents }: Line) => <Sum cents={cents} />
const hasNotes = ({ isLater, unmarked = 0 }: Line) => isLater || unmarked > 0
const notesOf = (line: Line) => <Notes line={line} />

function Notes({ line: { isLater, unmarked = 0 } }: { line: Line }) {
  const t = useTexts(texts)
  if (isLater) return <Badge tone="warning">{t.later}</Badge>
  return unmarked > 0 ? <span className="text-sm text-warn">{t.unmarked(unmarked)}</span> : null
}
