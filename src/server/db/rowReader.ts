import { Column, getTableName, is, SQL } from 'drizzle-orm'

/** Where a value belongs in what is read, and what it is of: a table's column, or SQL with or without a name. */
export interface Field {
  /** Its name, or the name of its part and its own there. */
  readonly path: readonly string[]
  readonly field: Column | SQL | { readonly sql: SQL }
}

/** For each table, whether it has a row in every row of the statement; undefined where nothing is joined. */
export type Joined = Readonly<Record<string, boolean>> | undefined

/** Reads a row's values, in the order of its columns. */
export type Reading = (row: readonly unknown[]) => unknown

type Cell = Field & { readonly n: number }

/** Reads rows as drizzle does; what it finds out for each row is found out once here. */
export function readerOf(fields: readonly Field[], joined: Joined): Reading {
  const cells = fields.map(({ path, field }, n): Cell => ({ path, field, n }))
  const names = [...new Set(cells.map(({ path }) => path[0] ?? ''))]
  return objectOf(
    names.map((name) => [
      name,
      partOf(
        cells.filter(({ path }) => path[0] === name),
        joined,
      ),
    ]),
  )
}

/** A single value, or the values of one part, such as a table's. */
function partOf(cells: readonly Cell[], joined: Joined): Reading {
  const [only] = cells
  if (only?.path.length === 1) return valueOf(only)
  const read = objectOf(cells.map((cell) => [cell.path.slice(1).join('.'), valueOf(cell)]))
  const columns = cells.flatMap(({ field, n }) => (is(field, Column) ? [{ table: getTableName(field.table), n }] : []))
  const [first] = columns
  // that a table has no row there is told by its first column, unless the part has columns of others, too
  const mayBeMissing = joined && first && !joined[first.table] && columns.every(({ table }) => table === first.table)
  return mayBeMissing ? (row) => (row[first.n] === null ? null : read(row)) : read
}

function objectOf(parts: readonly (readonly [name: string, read: Reading])[]): Reading {
  // parsed, for V8 makes a dictionary, slow to read and to copy, of what gets more than a dozen names one by one
  const blank = JSON.parse(JSON.stringify(Object.fromEntries(parts.map(([name]) => [name, null])))) as object
  return (row) => {
    const object: Record<string, unknown> = { ...blank }
    for (const [name, read] of parts) object[name] = read(row)
    return object
  }
}

function valueOf({ field, n }: Cell): Reading {
  const known = is(field, Column) || is(field, SQL) ? field : field.sql
  const decoder = is(known, Column) ? known : (known as unknown as { decoder: Column }).decoder
  return (row) => (row[n] === null ? null : decoder.mapFromDriverValue(row[n]))
}
