import { useEffect } from 'react'
import { participants } from '#studio/schedule/rules.ts'
import { useFormats, useNow } from '#web/studio.tsx'
import type { UpcomingEntry } from '../contract.ts'

/** Of a week or two. */
const MOST = 40

/**
 * Keeps what anybody may see of the classes, as lines of text: public/offline.js shows them, with their date, to whoever
 * opens the application without a connection. Nothing of the reader's own is among them.
 */
export function useKeptClasses(entries: readonly UpcomingEntry[] | undefined): void {
  const formats = useFormats()
  const now = useNow()
  useEffect(() => {
    if (!entries) return
    const lines = entries
      .filter(({ cancelledAt }) => cancelledAt === null)
      .slice(0, MOST)
      .map((entry) => ({
        day: formats.weekdayAndDay(entry.startsAt),
        times: formats.times(entry.startsAt, entry.endsAt),
        name: entry.className,
        places: `${participants(entry)} / ${entry.maxParticipants}`,
        endsAt: entry.endsAt,
      }))
    try {
      localStorage.setItem('classes', JSON.stringify({ at: formats.stamp(now), lines }))
    } catch {
      // a browser may forbid storage; then there is none without a connection
    }
    // oxlint-disable-next-line react/exhaustive-deps -- their date is that of the answer, not of the clock's next tick
  }, [entries, formats])
}
