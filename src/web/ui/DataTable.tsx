import { Fragment, useId, useRef } from 'react'
import { ByWidth, LIST_REM, PHONE_REM } from './ByWidth.tsx'
import { classes } from './classes.ts'
import { ListNews } from './ListNews.tsx'
import { RowCards } from './RowCards.tsx'
import { AllRowsCheck, RowCheck } from './RowCheck.tsx'
import { SortHeader } from './SortHeader.tsx'
import { rowHeaderOf, type DataTableProps } from './table.ts'
import { useOverflows } from './useOverflows.ts'

/**
 * Rows of data: a table where there is room, else cards. The caller sorts `rows` by `sort`.
 * In both forms a row is named by its row header.
 */
export function DataTable<Row, Id extends string>(props: DataTableProps<Row, Id>) {
  const empty = props.rows.length === 0
  return (
    <>
      {!props.quiet && <ListNews name={props.caption} count={props.rows.length} />}
      {empty ? (
        props.empty
      ) : (
        <ByWidth
          rem={props.manyColumns ? LIST_REM : PHONE_REM}
          narrow={<RowCards {...props} />}
          wide={<WideTable {...props} />}
        />
      )}
    </>
  )
}

/** Spacing between cells, and to the edges of the table. */
const look = 'text-sm [--edge:--spacing(2.5)] [--gap:--spacing(2)] md:[--edge:--spacing(5)] md:[--gap:--spacing(4)]'
const denseLook = 'text-sm whitespace-nowrap [--edge:--spacing(4)] [--gap:--spacing(2.5)]'

function WideTable<Row, Id extends string>(props: DataTableProps<Row, Id>) {
  const { columns, rows, groups, dense = false } = props
  const captionId = useId()
  const frame = useRef<HTMLDivElement>(null)
  const overflows = useOverflows(frame)
  const rowHeader = rowHeaderOf(columns)
  const fixed = columns.every((column) => column.width)
  return (
    <div
      ref={frame}
      {...(overflows ? { role: 'group', 'aria-labelledby': captionId, tabIndex: 0 } : {})}
      className={classes(
        'relative rounded-card border border-line bg-surface shadow-card print:max-h-none print:overflow-visible',
        // clip rather than scroll, so that the head sticks to the top of the window; when scrolling, to the top of the
        // frame
        overflows ? 'max-h-[calc(100dvh-6rem)] overflow-auto low:max-h-none' : 'overflow-clip',
      )}
    >
      <table className={classes('w-full border-collapse text-left', fixed && 'table-fixed', dense ? denseLook : look)}>
        <caption
          id={captionId}
          className={props.showCaption ? 'px-5 pt-4 pb-2 text-left font-display text-lg font-bold' : 'sr-only'}
        >
          {props.caption}
        </caption>
        <thead
          className={classes(
            'sticky z-10 bg-sunken shadow-[inset_0_-1px_var(--color-line)] low:static print:static',
            overflows ? 'top-0' : 'top-16',
          )}
        >
          <tr>
            {props.choice && (
              <td className="w-11 pl-(--edge)">
                <AllRowsCheck choice={props.choice} rows={rows} />
              </td>
            )}
            {columns.map((column) => (
              <SortHeader
                key={column.id}
                column={column}
                sort={props.sort}
                onSort={props.onSort}
                dense={dense}
                stays={
                  overflows &&
                  (column.actions ? 'sticky right-0 bg-sunken' : column === rowHeader && 'sticky left-0 z-1 bg-sunken')
                }
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => {
            const before = rows[index - 1]
            const isNew = groups && !(before && groups.of(before) === groups.of(row))
            return (
              <Fragment key={props.rowKey(row)}>
                {isNew && (
                  <tr className="border-t border-line first:border-t-0">
                    <th
                      colSpan={columns.length + (props.choice ? 1 : 0)}
                      scope="colgroup"
                      className="px-(--edge) pt-4 pb-1.5"
                    >
                      {groups.heading(row)}
                    </th>
                  </tr>
                )}
                <BodyRow {...props} row={row} overflows={overflows} />
              </Fragment>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

/** A row, with its details below. */
function BodyRow<Row, Id extends string>(props: DataTableProps<Row, Id> & { row: Row; overflows: boolean }) {
  const { columns, choice, row } = props
  const rowHeader = rowHeaderOf(columns)
  const more = props.detail?.(row)
  return (
    <>
      <tr className="h-13 border-t border-line first:border-t-0 hover:bg-sunken/60">
        {choice && (
          <td className="w-11 pl-(--edge)">
            <RowCheck choice={choice} row={row} />
          </td>
        )}
        {columns.map((column) => {
          const span = column.rowSpan?.(row) ?? 1
          if (span === 0) return null
          const Cell = column === rowHeader ? 'th' : 'td'
          return (
            <Cell
              key={column.id}
              scope={column === rowHeader ? 'row' : undefined}
              rowSpan={span > 1 ? span : undefined}
              className={classes(
                'pr-(--gap) align-middle last:pr-(--edge)',
                props.dense ? 'py-0.5' : 'py-1.5',
                // not first:, which also matches a cell whose left neighbour is covered by a rowSpan from above
                column === columns[0] ? 'pl-(--edge)' : 'pl-(--gap)',
                column === rowHeader ? 'font-semibold text-ink' : 'font-normal',
                column.align === 'end' && 'text-right tabular-nums',
                column.actions && 'whitespace-nowrap print:hidden',
                // keeps buttons visible while the rest scrolls sideways
                column.actions && props.overflows && 'sticky right-0 bg-surface shadow-[inset_1px_0_var(--color-line)]',
                // and keeps the name visible that the buttons belong to
                column === rowHeader &&
                  props.overflows &&
                  'sticky left-0 z-1 bg-surface shadow-[inset_-1px_0_var(--color-line)]',
                span > 1 && 'border-r border-line align-top',
              )}
            >
              {column.actions ? (
                <span className="flex min-h-control items-center justify-end gap-1">{column.cell(row)}</span>
              ) : (
                column.cell(row)
              )}
            </Cell>
          )
        })}
      </tr>
      {more && (
        <tr data-more className="has-[>td>:empty]:hidden">
          <td colSpan={columns.length + (choice ? 1 : 0)} className="px-(--edge) pt-1 pb-3">
            {more}
          </td>
        </tr>
      )}
    </>
  )
}
