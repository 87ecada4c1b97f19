import type { ReactNode } from 'react'
import { seriesTexts } from '#studio/schedule/messages/series.ts'
import { useTexts } from '#web/language.tsx'
import { useStudio } from '#web/studio.tsx'

/** Note that people on the waiting list are told about a cancelled class too, but are not counted here. */
export function WaitingToo(): ReactNode {
  const { waitingToo } = useTexts(seriesTexts)
  return useStudio().features.includes('waitingLists') && waitingToo
}
