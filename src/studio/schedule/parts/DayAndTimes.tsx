import { dayAndClock } from '#kernel/clock.ts'
import { useLanguage } from '#web/language.tsx'

/** 'Thu 26 Nov, 18:00–19:30', 'N, 26. nov kell 18.00–19.30'; breaks the line only after the day. */
export function DayAndTimes({ day, times }: { day: string; times: string }) {
  const { language } = useLanguage()
  const whole = dayAndClock(language, day, times)
  const end = whole.indexOf(' ', day.length)
  return (
    <>
      {whole.slice(0, end)} <span className="whitespace-nowrap">{whole.slice(end + 1)}</span>
    </>
  )
}
