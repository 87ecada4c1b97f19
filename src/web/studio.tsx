import { createContext, use, useEffect, useMemo, useState, type ReactNode } from 'react'
import { dateIn, type Instant, type LocalDate } from '#kernel/time.ts'
import type { Initial, Studio } from '#web/initial.ts'
import { formats, type Formats } from '#web/format.ts'
import { useLanguage } from '#web/language.tsx'

const StudioContext = createContext<Studio | null>(null)

export function StudioProvider({ initial, children }: { initial: Initial; children: ReactNode }) {
  return <StudioContext value={initial.studio}>{children}</StudioContext>
}

/** The studio's public settings. */
export function useStudio(): Studio {
  const studio = use(StudioContext)
  if (!studio) throw new Error('useStudio stands outside StudioProvider.')
  return studio
}

/** Dates and times as the reader's language writes them, on the studio's clock. */
export function useFormats(): Formats {
  const { language } = useLanguage()
  const { timeZone } = useStudio()
  return useMemo(() => formats(language, timeZone), [language, timeZone])
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
