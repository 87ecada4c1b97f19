import { createContext, use, useEffect, useMemo, useSyncExternalStore, type ReactNode } from 'react'
import { dateIn, type Instant, type LocalDate } from '#kernel/time.ts'
import { settings } from '#studio/settings/calls.ts'
import { onClock, studioTime } from '#web/clock.ts'
import type { Initial, Studio } from '#web/initial.ts'
import { formats, type Formats } from '#web/format.ts'
import { showLook } from '#web/look.ts'
import { useLanguage } from '#web/language.tsx'
import { useLive } from '#web/live/useLive.ts'
import { useSteady } from '#web/live/useSteady.ts'
import type { Theme } from '#web/ui/theme.ts'

const StudioContext = createContext<(Initial & { readonly studio: Studio }) | null>(null)

/** What came with the page, with the current studio settings. */
export function StudioProvider({ initial, children }: { initial: Initial; children: ReactNode }) {
  const live = useSteady(useLive(settings.shown, {}))
  const shown = live.state === 'ready' ? live.answer : initial.shown
  const value = useMemo(() => ({ ...initial, studio: { ...initial.studio, ...shown } }), [initial, shown])
  useEffect(() => showLook(shown.look), [shown.look])
  return <StudioContext value={value}>{children}</StudioContext>
}

/** The studio's public settings. */
export const useStudio = (): Studio => useInitial().studio

/** Whether the studio had an admin when this page was opened. */
export const useHasAdmin = (): boolean => useInitial().hasAdmin

function useInitial() {
  const initial = use(StudioContext)
  if (!initial) throw new Error('useStudio stands outside StudioProvider.')
  return initial
}

export const useFirstTheme = (): Theme => useInitial().theme

/** Whether the server rendered this page for a phone. */
export const useDrawnForPhone = (): boolean => useInitial().phone

/** Whether the beta banner had been dismissed today when this page was opened. */
export const useBetaHidden = (): boolean => useInitial().betaHidden

/** Studio time when the answers that came with the page were read. */
export const usePageAsOf = (): Instant => useInitial().asOf

/** Formats dates and times in the reader's language and the studio's time zone. */
export function useFormats(): Formats {
  const { language } = useLanguage()
  const { timeZone } = useStudio()
  return formats(language, timeZone)
}

/** The current instant, updated regularly, so that what a screen says about time stays true while it is open. */
export function useNow(): Instant {
  const { now } = useInitial()
  return useSyncExternalStore(onTick, tickNow, () => now)
}

const TICK = 15_000
/** Rounded down to TICK, so that one render uses one value, which is mostly the server's as well. */
const tickNow = (): Instant => Math.floor(studioTime() / TICK) * TICK

function onTick(listener: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>
  const wait = () => {
    timer = setTimeout(
      () => {
        listener()
        wait()
      },
      TICK - (studioTime() % TICK),
    )
  }
  wait()
  const forget = onClock(listener)
  return () => {
    forget()
    clearTimeout(timer)
  }
}

/** Today in the studio's zone. */
export function useToday(): LocalDate {
  return dateIn(useStudio().timeZone, useNow())
}
