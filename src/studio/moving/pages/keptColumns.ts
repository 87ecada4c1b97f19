import type { Columns } from '../rules/csv.ts'

const KEY = 'importColumns'

/** The columns last chosen in this browser for a table with these headings; null if there are none. */
export function keptColumns(headings: readonly string[]): Columns | null {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null') as { headings: unknown; columns: unknown } | null
    const isSame = JSON.stringify(kept?.headings) === JSON.stringify(headings)
    return isSame && typeof kept?.columns === 'object' ? kept.columns : null
  } catch {
    return null
  }
}

export function keepColumns(headings: readonly string[], columns: Columns): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ headings, columns }))
  } catch {
    // if the browser has no storage, the columns are asked again
  }
}
