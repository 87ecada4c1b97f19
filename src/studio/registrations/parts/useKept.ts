import { useState } from 'react'
import type { Live } from '#web/live/connection.ts'

/** The last answer stays in sight while the next one is under way, such as when more weeks are asked for. */
export function useKept<T>(live: Live<T>): T | null {
  const [kept, setKept] = useState<T | null>(null)
  if (live.state !== 'ready') return kept
  if (live.answer !== kept) setKept(live.answer)
  return live.answer
}
