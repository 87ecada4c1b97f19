import { addDays, dateIn, type Instant } from '#kernel/time.ts'
import { useTexts } from '#web/language.tsx'
import { useFormats, useStudio, useToday } from '#web/studio.tsx'
import { texts } from '../messages.ts'

/** Formats the end of an offer: '18:20', 'tomorrow 9:50', 'Thu 26 Nov 9:50'. */
export function useUntil(): (until: Instant) => string {
  const t = useTexts(texts)
  const formats = useFormats()
  const { timeZone } = useStudio()
  const today = useToday()
  return (until) => {
    const time = formats.time(until).replace(/^0/, '')
    const day = dateIn(timeZone, until)
    if (day === today) return time
    return day === addDays(today, 1) ? t.tomorrowAt(time) : `${formats.weekdayAndDay(until)} ${time}`
  }
}
