import type { ReactNode } from 'react'
import type { CsvValue } from '#kernel/csv.ts'

export type Sort<Column extends string = string> = { column: Column; direction: 'ascending' | 'descending' }

export type Column<Row, Id extends string = string> = {
  id: Id
  header: string
  cell: (row: Row) => ReactNode
  /** The value in an exported file; a column without it is not exported. */
  csv?: (row: Row) => CsvValue
  /** This column names the row; by default the first column does. */
  rowHeader?: boolean
  /** The column can be sorted; the labels of both directions in a list of choices. */
  sortable?: Readonly<Record<Sort['direction'], string>>
  align?: 'start' | 'end'
  /** A class such as `w-32`. If every column has one, the widths are fixed, so that tables below each other line up. */
  width?: string
  /** Omitted on a phone, where it would only repeat or fill space. */
  hideOnPhone?: boolean
  /** Several lines of text: in a card below its label, aligned left. */
  long?: boolean
  /** Buttons: without a label, at the bottom of a card on a phone. */
  actions?: boolean
  /** Number of rows that the cell spans; 0 where a cell above spans this one. */
  rowSpan?: (row: Row) => number
}

export type RowChoice<Row> = {
  /** A row that cannot be chosen has no checkbox. */
  canChoose?: (row: Row) => boolean
  isChosen: (row: Row) => boolean
  onChoose: (row: Row, chosen: boolean) => void
  /** 'Choose: NAME', for a screen reader. */
  label: (row: Row) => string
  /** The checkbox in the table head. */
  all: { label: string; onChoose: (chosen: boolean) => void }
}

export type RowCard = {
  /** Below the name; several facts are separated by dots. */
  line?: ReactNode
  /** At the end of the name's line: a state or an amount. */
  aside?: ReactNode
  /** `line` is long: it has the full width, and `aside` is beside the name only. */
  long?: boolean
  /** Heading above the first row of a group. */
  above?: ReactNode
}

export type DataTableProps<Row, Id extends string> = {
  /** Names the table for screen readers; a visible heading above may say the same. */
  caption: string
  showCaption?: boolean
  columns: readonly Column<Row, Id>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  sort?: Sort<Id>
  onSort?: (sort: Sort<Id>) => void
  /** Small, with little spacing and multi-line headings: for many columns side by side. */
  dense?: boolean
  /** Cards on a tablet as well, for more columns than fit there. */
  manyColumns?: boolean
  /** No announcements of changed rows: the caller makes them (ListNews). */
  quiet?: boolean
  /** Shown when there are no rows. */
  empty: ReactNode
  /** Makes rows selectable, with a checkbox before their name. */
  choice?: RowChoice<Row>
  /** On a phone, shows the row in one or two lines instead of a list of labelled facts. */
  card?: (row: Row) => RowCard
  /** Headings between rows, for example their days, wherever the group differs from that of the row before. */
  groups?: { readonly of: (row: Row) => string; readonly heading: (row: Row) => ReactNode } | undefined
  /** Details of a row, full width below it; `null` for none. */
  detail?: (row: Row) => ReactNode
}

/** The column that names a row. */
export const rowHeaderOf = <Row, Id extends string>(columns: readonly Column<Row, Id>[]) =>
  columns.find((column) => column.rowHeader) ?? columns[0]
