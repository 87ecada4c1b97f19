import { useSyncExternalStore } from 'react'

/** Whether the window is narrower than this many rem; follows the window. */
export function useNarrow(rem: number): boolean {
  const query = `(width < ${rem}rem)`
  return useSyncExternalStore(
    (listener) => {
      const media = window.matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    () => window.matchMedia(query).matches,
  )
}

/** A phone: tables become lists of cards. */
export const PHONE_REM = 40

/** At or below 1024 px the navigation's submenus are not toggled. */
export const MENU_REM = 64.0625
