import { useTexts } from '#web/language.tsx'
import { useFormats, useNow, useStudio } from '#web/studio.tsx'
import { lateTexts } from '../messages/late.ts'
import { freeUntil } from '../rules/lateness.ts'
import { useLateness } from './useLateness.ts'
import { usePlaceTexts } from './usePlaceTexts.ts'

/** Time of a class that is about to be booked, and until when cancelling is free, or that it would already be late. */
export function useBookingDetails(entry: { startsAt: number; endsAt: number; movedAt: number | null }): string {
  const { when } = usePlaceTexts()
  const t = useTexts(lateTexts)
  const { lateHours } = useStudio()
  const { dayAndTime } = useFormats()
  const now = useNow()
  if (useLateness()(entry)) return `${when(entry)}. ${t.bookedLate}`
  const until = freeUntil(entry, lateHours, now)
  return until === null ? when(entry) : `${when(entry)}. ${t.freeUntil(dayAndTime(until))}`
}
