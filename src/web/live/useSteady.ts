import { useState } from 'react'
import type { Live } from './connection.ts'

/** A live answer whose input changes, as in paging or search: the former one stays until the new one is there. */
export function useSteady<T>(live: Live<T>): Live<T> {
  const [last, setLast] = useState(live)
  if (live !== last && live.state !== 'loading') setLast(live)
  return live.state === 'loading' ? last : live
}
