import { pagesOf } from '#kernel/paging.ts'
import type { AnswerOf, InputOf } from '#kernel/procedures.ts'
import type { AnyQuery } from '#web/live/useLive.ts'
import { ExportButton } from './ExportButton.tsx'
import type { Column } from './table.ts'

/** The rows of an answer: the whole list, or one page of it. */
type RowOf<P extends AnyQuery> =
  AnswerOf<P> extends { readonly rows: readonly (infer Row)[] }
    ? Row
    : AnswerOf<P> extends readonly (infer Row)[]
      ? Row
      : never

/** A list as a file, of those of its table's columns that have a value for it. */
export function ExportList<P extends AnyQuery, Id extends string>(props: {
  fileName: string
  query: P
  input: Omit<InputOf<P>, 'page' | 'part'>
  columns: readonly Column<RowOf<P>, Id>[]
}) {
  const { fileName, query, input } = props
  const columns = props.columns.flatMap(({ header, csv }) => (csv ? [{ header, csv }] : []))
  return (
    <ExportButton
      paged
      fileName={fileName}
      procedure={query}
      input={input}
      of={(answer) => {
        const { total, parts } = listOf<RowOf<P>>(answer)
        return { total, parts }
      }}
      table={(answer) => [
        columns.map(({ header }) => header),
        ...listOf<RowOf<P>>(answer).rows.map((row) => columns.map(({ csv }) => csv(row))),
      ]}
    />
  )
}

/** A short list comes as it is, a longer one a page at a time. */
function listOf<Row>(answer: unknown): { rows: readonly Row[]; total: number; parts: number } {
  if (Array.isArray(answer)) return { rows: answer as Row[], total: answer.length, parts: 1 }
  const { rows, total } = answer as { rows: readonly Row[]; total: number }
  return { rows, total, parts: pagesOf(total) }
}
