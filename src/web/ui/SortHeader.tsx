import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { classes } from './classes.ts'
import type { Column, Sort } from './table.ts'

/** A column heading; a button where the column can be sorted. The first press sorts ascending. */
export function SortHeader<Row, Id extends string>(props: {
  column: Column<Row, Id>
  sort: Sort<Id> | undefined
  onSort: ((sort: Sort<Id>) => void) | undefined
  dense?: boolean
  /** Sticky while the table scrolls sideways. */
  stays?: string | false | undefined
}) {
  const { column, sort, onSort } = props
  const direction = sort?.column === column.id ? sort.direction : undefined
  const end = column.align === 'end' || column.actions
  const look = 'font-semibold text-muted'
  if (!column.sortable || !onSort) {
    return (
      <th
        scope="col"
        className={classes(
          look,
          'px-(--gap) align-bottom first:pl-(--edge) last:pr-(--edge)',
          props.dense ? 'min-w-16 py-2 whitespace-normal' : 'py-3',
          column.width,
          end && 'text-right',
          column.actions && 'print:hidden',
          props.stays,
        )}
      >
        {column.actions ? <span className="sr-only">{column.header}</span> : column.header}
      </th>
    )
  }
  const Icon = direction === 'ascending' ? ArrowUp : direction === 'descending' ? ArrowDown : ChevronsUpDown
  return (
    <th
      scope="col"
      aria-sort={direction ?? 'none'}
      className={classes(
        look,
        column.width,
        'p-0 first:*:pl-(--edge) last:*:pr-(--edge)',
        end && 'text-right',
        props.stays,
      )}
    >
      <button
        type="button"
        onClick={() => onSort({ column: column.id, direction: direction === 'ascending' ? 'descending' : 'ascending' })}
        className={classes(
          'inline-flex min-h-control items-center gap-1.5 px-(--gap) font-semibold whitespace-nowrap -outline-offset-3 hover:text-brand',
          direction && 'text-brand',
        )}
      >
        {column.header}
        <Icon aria-hidden="true" className="size-4 shrink-0" />
      </button>
    </th>
  )
}
