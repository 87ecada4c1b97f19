import { useTexts } from '#web/language.tsx'
import { lateTexts } from '../messages/late.ts'
import { useLateness } from './useLateness.ts'
import { usePlaceTexts } from './usePlaceTexts.ts'

/** Time of a class that is about to be booked, and whether cancelling it would already be late. */
export function useBookingDetails(entry: { startsAt: number; endsAt: number; movedAt: number | null }): string {
  const { when } = usePlaceTexts()
  const { bookedLate } = useTexts(lateTexts)
  const late = useLateness()(entry)
  return late ? `${when(entry)}. ${bookedLate}` : when(entry)
}
