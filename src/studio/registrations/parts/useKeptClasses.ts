import { useEffect } from 'react'
import { participants } from '#studio/schedule/rules.ts'
import { useFormats, useNow } from '#web/studio.tsx'
import type { UpcomingEntry } from '../contract.ts'

/** Most classes kept: about two weeks. */
const MOST = 40

/**
 * Stores public data of the classes as lines of text in the browser: public/offline.js shows them, with their date,
 * when the application is opened offline. They hold no personal data.
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
      // if the browser forbids storage, there is no offline list
    }
    // oxlint-disable-next-line react/exhaustive-deps -- the date is that of the response, not of the next clock tick
  }, [entries, formats])
}
