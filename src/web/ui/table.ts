import type { ReactNode } from 'react'
import type { CsvValue } from '#kernel/csv.ts'

export type Sort<Column extends string = string> = { column: Column; direction: 'ascending' | 'descending' }

export type Column<Row, Id extends string = string> = {
  id: Id
  header: string
  cell: (row: Row) => ReactNode
  /** What a file of the list has in this column; the column is not in the file where this is missing. */
  csv?: (row: Row) => CsvValue
  /** The column that names the row; the first one where none says so. */
  rowHeader?: boolean
  /** Can be sorted; what each direction is called in a list of choices. */
  sortable?: Readonly<Record<Sort['direction'], string>>
  align?: 'start' | 'end'
  /** A class such as `w-32`. Where every column has one, they alone decide: tables below each other line up. */
  width?: string
  /** Left out on a phone, where it would only repeat or fill. */
  hideOnPhone?: boolean
  /** Several lines of text: in a card below its heading, and from the left. */
  long?: boolean
  /** Buttons: without a label, at the foot of the card on a phone. */
  actions?: boolean
  /** How many rows the cell covers; 0 where a cell above covers it. */
  rowSpan?: (row: Row) => number
}

export type RowChoice<Row> = {
  isChosen: (row: Row) => boolean
  onChoose: (row: Row, chosen: boolean) => void
  /** 'Choose: NAME', for a screen reader. */
  label: (row: Row) => string
  /** The box in the head. */
  all: { label: string; onChoose: (chosen: boolean) => void }
}

export type RowCard = {
  /** Below the name; of several facts, with a dot between them. */
  line?: ReactNode
  /** At the end of the name's line: a state, a sum. */
  aside?: ReactNode
  /** There is much to say below the name: it has the whole width, and what is aside stands beside the name alone. */
  long?: boolean
  /** Above the first row of a group: what the group is called. */
  above?: ReactNode
}

export type DataTableProps<Row, Id extends string> = {
  /** What the table holds; a heading above may already say it visibly. */
  caption: string
  showCaption?: boolean
  columns: readonly Column<Row, Id>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  sort?: Sort<Id>
  onSort?: (sort: Sort<Id>) => void
  /** Small and close, its headings in several lines: for many columns that should stand side by side. */
  dense?: boolean
  /** Cards on a tablet too: for more columns than fit beside each other there. */
  manyColumns?: boolean
  /** The caller tells screen readers when rows come and go (ListNews). */
  quiet?: boolean
  /** In place of the rows when there are none. */
  empty: ReactNode
  /** Rows that can be chosen, by a box before their name. */
  choice?: RowChoice<Row>
  /** On a phone the row is this, in one or two lines beside its name, instead of its facts with their labels. */
  card?: (row: Row) => RowCard
  /** Headings between the rows, such as their days: one where a row is of another group than the one before it. */
  groups?: { readonly of: (row: Row) => string; readonly heading: (row: Row) => ReactNode } | undefined
  /** More about a row, below it over the whole width; `null` for none. */
  detail?: (row: Row) => ReactNode
}

/** The column that names its row. */
export const rowHeaderOf = <Row, Id extends string>(columns: readonly Column<Row, Id>[]) =>
  columns.find((column) => column.rowHeader) ?? columns[0]
