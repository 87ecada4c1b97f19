import type { AnswerOf, InputOf } from '#kernel/procedures.ts'
import { DataTable } from '#web/ui/DataTable.tsx'
import { Pagination } from '#web/ui/Pagination.tsx'
import type { DataTableProps } from '#web/ui/table.ts'
import { LiveAnswer } from './LiveAnswer.tsx'
import type { AnyQuery } from './useLive.ts'

interface PageOf<Row> {
  readonly rows: readonly Row[]
  readonly total: number
  readonly page: number
}
type RowOf<P extends AnyQuery> = AnswerOf<P> extends PageOf<infer Row> ? Row : never

/**
 * One page of a list as a table, with links to its other pages; `param` is the page's search parameter in the address.
 */
export function LivePage<P extends AnyQuery, Id extends string>(
  props: Omit<DataTableProps<RowOf<P>, Id>, 'rows'> & {
    query: P
    input: InputOf<P>
    param?: string
    count?: number
    failed?: string
  },
) {
  const { query, input, param, count, failed, ...table } = props
  return (
    <LiveAnswer {...{ query, input, failed }} {...(count && { count })} steady>
      {(answer) => {
        const { rows, total, page } = answer as PageOf<RowOf<P>>
        return (
          <>
            <DataTable {...table} rows={rows} />
            <Pagination page={page} total={total} {...(param && { param })} />
          </>
        )
      }}
    </LiveAnswer>
  )
}
