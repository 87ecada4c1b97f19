import { pagesOf } from '#kernel/paging.ts'
import { texts as passTexts } from '#studio/memberships/messages.ts'
import { useTexts } from '#web/language.tsx'
import { words } from '#web/messages.ts'
import { useFormats } from '#web/studio.tsx'
import { DataTable } from '#web/ui/DataTable.tsx'
import { ExportButton } from '#web/ui/ExportButton.tsx'
import { csvTableOf } from '#web/ui/ExportList.tsx'
import { Section } from '#web/ui/Page.tsx'
import { Pagination } from '#web/ui/Pagination.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import type { Column } from '#web/ui/table.ts'
import { passes } from '../calls.ts'
import type { BookLine } from '../contract.ts'
import { texts } from '../messages.ts'
import { useSpan } from './useSpan.ts'

/** Every change of a pass: what, when, by whom, why, and how many classes were left after it. */
export function PassBook(props: {
  rows: readonly BookLine[]
  total: number
  page: number
  /** For staff: id of the pass, for downloading the whole book. */
  deskPassId?: string
}) {
  const t = useTexts(texts)
  return (
    <Section title={t.book} actions={props.deskPassId && <ExportBook id={props.deskPassId} />}>
      <DataTable
        caption={t.book}
        rows={props.rows}
        rowKey={({ id }) => String(id)}
        columns={useColumns()}
        card={useCard()}
        empty={<EmptyState text={t.loadFailed} small />}
      />
      <Pagination page={props.page} total={props.total} />
    </Section>
  )
}

function ExportBook({ id }: { id: string }) {
  const t = useTexts(texts)
  const columns = useColumns()
  return (
    <ExportButton
      paged
      fileName={t.exportName}
      procedure={passes.bookOf}
      input={{ id }}
      of={(book) => ({ total: book?.total ?? 0, parts: pagesOf(book?.total ?? 0) })}
      table={(book) => csvTableOf(columns, book?.rows ?? [])}
    />
  )
}

/** 'Girls beginners, Wed 11 Mar · the class does not take place'. */
function useWhy() {
  const t = useTexts(texts)
  const { weekdayAndDay } = useFormats()
  const span = useSpan()
  return ({ className, startsAt, firstDay, lastDay, cause, reason }: BookLine) =>
    [
      className !== null && startsAt !== null && `${className}, ${weekdayAndDay(startsAt)}`,
      firstDay !== null && lastDay !== null && span({ firstDay, lastDay }),
      cause && t.causes[cause],
      reason,
    ]
      .filter((part) => part !== '' && part !== false && part !== null)
      .join(' · ')
}

/** Kinds of changes that may move the end of validity. */
const movesEnd = new Set<BookLine['kind']>(['bought', 'opening', 'corrected', 'extended', 'frozen', 'freezeEnded'])

function useWho() {
  const t = useTexts(texts)
  const { deletedUser } = useTexts(words)
  return ({ by }: BookLine) => (by === null ? t.theStudio : by || deletedUser)
}

function useCard() {
  const t = useTexts(texts)
  const { leftShort } = useTexts(passTexts)
  const { stamp, dayOfYear } = useFormats()
  const why = useWhy()
  const who = useWho()
  return (line: BookLine) => ({
    line: [why(line), who(line), stamp(line.at), movesEnd.has(line.kind) && t.until(dayOfYear(line.validUntil))],
    aside: (
      <span className="text-right tabular-nums">
        {line.classes !== 0 && <span className="block font-semibold">{t.classes(line.classes)}</span>}
        <span className="block text-sm text-muted">{leftShort(line.remaining)}</span>
      </span>
    ),
  })
}

function useColumns(): Column<BookLine>[] {
  const t = useTexts(texts)
  const { stamp, moment, dayOfYear } = useFormats()
  const why = useWhy()
  const who = useWho()
  const what = ({ kind }: BookLine) => t.kinds[kind]
  const left = ({ remaining }: BookLine) => remaining
  const until = ({ validUntil }: BookLine) => dayOfYear(validUntil)
  return [
    { id: 'what', header: t.what, rowHeader: true, cell: what, csv: what },
    { id: 'why', header: t.why, cell: why, csv: why },
    { id: 'who', header: t.who, cell: who, csv: who },
    { id: 'at', header: t.when, cell: ({ at }) => stamp(at), csv: ({ at }) => moment(at) },
    {
      id: 'classes',
      header: t.change,
      align: 'end',
      cell: ({ classes }) => (classes === 0 ? '' : t.classes(classes)),
      csv: ({ classes }) => classes,
    },
    { id: 'left', header: t.remaining, align: 'end', cell: left, csv: left },
    { id: 'until', header: t.validity, cell: until, csv: until },
  ]
}
