import { useState } from 'react'
import { keepPlaces, type ListedRow, type RegistrantRow } from './registrants.ts'

/**
 * Keeps rows where this screen first showed them, so that a tap hits the row it was aimed at: new people are added at
 * the end, and people who leave leave an empty row.
 */
export function useKeptPlaces(rows: readonly RegistrantRow[]): readonly ListedRow[] {
  const who = rows.map(({ userId }) => userId).join()
  const [seen, setSeen] = useState(() => ({
    who,
    list: rows.map((row): ListedRow => ({ ...row, presence: 'listed' })),
  }))
  const list = keepPlaces(seen.list, rows)
  if (seen.who !== who) setSeen({ who, list })
  return list
}
