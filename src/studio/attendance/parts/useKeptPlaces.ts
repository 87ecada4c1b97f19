import { useState } from 'react'
import { keepPlaces, type ListedRow, type RegistrantRow } from './registrants.ts'

/**
 * The rows in the places where this screen first showed them. A finger that is on its way meets the row that it was
 * aimed at: whoever comes later stands at the end, and whoever goes leaves an empty place.
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
