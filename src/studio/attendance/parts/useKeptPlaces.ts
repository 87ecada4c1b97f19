import { useState } from 'react'
import { keepPlaces, type Placed } from './registrants.ts'

/**
 * Keeps rows where this screen first showed them, so that a tap hits the row it was aimed at: new people are added at
 * the end, and people who leave leave an empty row.
 */
export function useKeptPlaces<Row extends { readonly userId: string }>(rows: readonly Row[]): readonly Placed<Row>[] {
  const who = rows.map(({ userId }) => userId).join()
  const [seen, setSeen] = useState(() => ({
    who,
    list: rows.map((row): Placed<Row> => ({ ...row, presence: 'listed' })),
  }))
  const list = keepPlaces(seen.list, rows)
  if (seen.who !== who) setSeen({ who, list })
  return list
}
