import { createContext, use, useEffect, useState, type ReactNode } from 'react'
import { dateIn, type Instant, type LocalDate } from '#kernel/time.ts'
import type { Initial, Studio } from '#web/initial.ts'
import { formats, type Formats } from '#web/format.ts'
import { useLanguage } from '#web/language.tsx'

const StudioContext = createContext<Initial | null>(null)

export function StudioProvider({ initial, children }: { initial: Initial; children: ReactNode }) {
  return <StudioContext value={initial}>{children}</StudioContext>
}

/** The studio's public settings. */
export const useStudio = (): Studio => useInitial().studio

/** Whether somebody could run the studio when this page was opened. */
export const useHasAdmin = (): boolean => useInitial().hasAdmin

function useInitial(): Initial {
  const initial = use(StudioContext)
  if (!initial) throw new Error('useStudio stands outside StudioProvider.')
  return initial
}

/** Dates and times as the reader's language writes them, on the studio's clock. */
export function useFormats(): Formats {
  const { language } = useLanguage()
  const { timeZone } = useStudio()
  return formats(language, timeZone)
}

/** The present instant, moving on by itself: what a screen says about time stays true while it is open. */
export function useNow(): Instant {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 15_000)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** Today in the studio's zone. */
export function useToday(): LocalDate {
  return dateIn(useStudio().timeZone, useNow())
}
