import type { CsvTable } from '#kernel/csv.ts'
import { pagesOf } from '#kernel/paging.ts'
import type { AnswerOf, InputOf } from '#kernel/procedures.ts'
import type { AnyQuery } from '#web/live/useLive.ts'
import { ExportButton } from './ExportButton.tsx'
import type { Column } from './table.ts'

/** The row type of an answer, be it a whole list or one page. */
type RowOf<P extends AnyQuery> =
  AnswerOf<P> extends { readonly rows: readonly (infer Row)[] }
    ? Row
    : AnswerOf<P> extends readonly (infer Row)[]
      ? Row
      : never

/** A column of the file, shared with the table. */
type FileColumn<Row> = Pick<Column<Row>, 'header' | 'csv'>

/** Exports a list to a file, with the columns of its table that have a `csv` value. */
export function ExportList<P extends AnyQuery>(props: {
  fileName: string
  query: P
  /** The query is one for files and returns the list part by part. */
  inParts?: boolean
  input: Omit<InputOf<P>, 'page' | 'part'>
  columns: readonly FileColumn<RowOf<P>>[]
  cut?: (answer: AnswerOf<P>) => string | false
}) {
  const { fileName, query, input, inParts = false } = props
  return (
    <ExportButton
      paged={!inParts}
      fileName={fileName}
      procedure={query}
      input={input}
      cut={props.cut}
      of={(answer) => {
        const { total, parts } = listOf<RowOf<P>>(answer)
        return { total, parts }
      }}
      table={(answer) => csvTableOf(props.columns, listOf<RowOf<P>>(answer).rows)}
    />
  )
}

/** The rows as a CSV table, with the columns that have a `csv` value. */
export function csvTableOf<Row>(columns: readonly FileColumn<Row>[], rows: readonly Row[]): CsvTable {
  const written = columns.flatMap(({ header, csv }) => (csv ? [{ header, csv }] : []))
  return [written.map(({ header }) => header), ...rows.map((row) => written.map(({ csv }) => csv(row)))]
}

/** A short list is answered whole, a longer one as a page. */
function listOf<Row>(answer: unknown): { rows: readonly Row[]; total: number; parts: number } {
  if (Array.isArray(answer)) return { rows: answer as Row[], total: answer.length, parts: 1 }
  const { rows, total, parts } = answer as { rows: readonly Row[]; total?: number; parts?: number }
  if (total === undefined) return { rows, total: rows.length, parts: 1 }
  return { rows, total, parts: parts ?? pagesOf(total) }
}
