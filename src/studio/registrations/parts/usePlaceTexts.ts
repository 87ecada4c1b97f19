import { useMemo } from 'react'
import type { Instant, LocalDate } from '#kernel/time.ts'
import { addDays, dateIn } from '#kernel/time.ts'
import { useTexts } from '#web/language.tsx'
import { useFormats, useStudio, useToday } from '#web/studio.tsx'
import { texts } from '../messages.ts'

interface Timed {
  readonly startsAt: Instant
  readonly endsAt: Instant
}

/** Formats of days and times, shared by the parts of this module. */
export function usePlaceTexts() {
  const t = useTexts(texts)
  const formats = useFormats()
  const { timeZone } = useStudio()
  const today = useToday()
  return useMemo(() => {
    const near = new Map([
      [today, t.today],
      [addDays(today, 1), t.tomorrow],
    ])
    return {
      dayOf: (instant: Instant): LocalDate => dateIn(timeZone, instant),
      /** 'Today', 'Tomorrow', or null for any other day. */
      nearDay: (day: LocalDate): string | null => near.get(day) ?? null,
      /** 'Thu 26 Nov, 18:00–19:30', 'N, 26. nov kell 18.00–19.30'. */
      when: ({ startsAt, endsAt }: Timed): string => formats.dayAndTimes(startsAt, endsAt),
    }
  }, [t, formats, timeZone, today])
}
