import { useTexts } from '#web/language.tsx'
import { lateTexts } from '../messages/late.ts'
import { useLateness } from './useLateness.ts'
import { usePlaceTexts } from './usePlaceTexts.ts'

/** When a class is that somebody is about to book, and whether cancelling it would cost the place from now on. */
export function useBookingDetails(entry: { startsAt: number; endsAt: number; movedAt: number | null }): string {
  const { when } = usePlaceTexts()
  const { bookedLate } = useTexts(lateTexts)
  const late = useLateness()(entry)
  return late ? `${when(entry)}. ${bookedLate}` : when(entry)
}
