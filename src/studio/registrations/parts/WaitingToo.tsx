import type { ReactNode } from 'react'
import { seriesTexts } from '#studio/schedule/messages/series.ts'
import { useTexts } from '#web/language.tsx'
import { useStudio } from '#web/studio.tsx'

/** Who waits for a place hears of a cancelled class as well, and stands in none of its counts. */
export function WaitingToo(): ReactNode {
  const { waitingToo } = useTexts(seriesTexts)
  return useStudio().features.includes('waitingLists') && waitingToo
}
