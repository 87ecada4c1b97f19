import { Fragment, useEffect, useId, useRef, useState, type RefObject } from 'react'
import { ByWidth, LIST_REM, PHONE_REM } from './ByWidth.tsx'
import { classes } from './classes.ts'
import { ListNews } from './ListNews.tsx'
import { RowCards } from './RowCards.tsx'
import { RowCheck } from './RowCheck.tsx'
import { SortHeader } from './SortHeader.tsx'
import { rowHeaderOf, type DataTableProps } from './table.ts'

/**
 * Rows of data: a table where there is room, cards where there is not. The caller sorts `rows` by `sort`.
 * A row is found by the name that its row header shows, in both forms.
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

/** How far cells stand from each other, and from the table's edges. */
const look = 'text-sm [--edge:--spacing(2.5)] [--gap:--spacing(2)] md:[--edge:--spacing(5)] md:[--gap:--spacing(4)]'
const denseLook = 'text-xs [--edge:--spacing(3)] [--gap:--spacing(1)] 2xl:[--gap:--spacing(2)]'

function WideTable<Row, Id extends string>(props: DataTableProps<Row, Id>) {
  const { columns, rows, detail, dense = false } = props
  const captionId = useId()
  const frame = useRef<HTMLDivElement>(null)
  const overflows = useOverflows(frame)
  const rowHeader = rowHeaderOf(columns)
  const fixed = columns.every((column) => column.width)
  return (
    <div
      ref={frame}
      {...(overflows ? { role: 'group', 'aria-labelledby': captionId, tabIndex: 0 } : {})}
      className="relative overflow-x-auto rounded-card border border-line bg-surface shadow-card"
    >
      <table className={classes('w-full border-collapse text-left', fixed && 'table-fixed', dense ? denseLook : look)}>
        <caption
          id={captionId}
          className={props.showCaption ? 'px-5 pt-4 pb-2 text-left font-display text-lg font-bold' : 'sr-only'}
        >
          {props.caption}
        </caption>
        <thead>
          <tr className="border-b border-line bg-sunken">
            {props.choice && <td className="w-11" />}
            {columns.map((column) => (
              <SortHeader key={column.id} column={column} sort={props.sort} onSort={props.onSort} dense={dense} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const more = detail?.(row)
            return (
              <Fragment key={props.rowKey(row)}>
                <tr className="border-t border-line first:border-t-0 hover:bg-sunken/60">
                  {props.choice && (
                    <td className="w-11 pl-(--edge)">
                      <RowCheck choice={props.choice} row={row} />
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
                          'py-2.5 pr-(--gap) align-middle last:pr-(--edge)',
                          // not first:, which a cell is too where the one before it is covered from above
                          column === columns[0] ? 'pl-(--edge)' : 'pl-(--gap)',
                          column === rowHeader ? 'font-semibold text-ink' : 'font-normal',
                          column.align === 'end' && 'text-right tabular-nums',
                          column.actions && 'whitespace-nowrap print:hidden',
                          // a button is in sight also where the rest must be scrolled
                          column.actions &&
                            overflows &&
                            'sticky right-0 bg-surface shadow-[inset_1px_0_var(--color-line)]',
                          span > 1 && 'border-r border-line align-top',
                        )}
                      >
                        {column.actions ? (
                          <span className="flex items-center justify-end gap-2">{column.cell(row)}</span>
                        ) : (
                          column.cell(row)
                        )}
                      </Cell>
                    )
                  })}
                </tr>
                {more && (
                  <tr>
                    <td colSpan={columns.length + (props.choice ? 1 : 0)} className="px-5 pt-1 pb-5">
                      {more}
                    </td>
                  </tr>
                )}
              </Fragment>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

/** Whether the content is wider than its frame: then the frame must be reachable by keyboard, to be scrolled. */
function useOverflows(frame: RefObject<HTMLElement | null>): boolean {
  const [overflows, setOverflows] = useState(false)
  useEffect(() => {
    const element = frame.current
    if (!element) return
    const observer = new ResizeObserver(() => setOverflows(element.scrollWidth > element.clientWidth))
    observer.observe(element)
    if (element.firstElementChild) observer.observe(element.firstElementChild)
    return () => observer.disconnect()
  }, [frame])
  return overflows
}
