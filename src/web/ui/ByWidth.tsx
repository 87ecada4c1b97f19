import { createContext, use, useMemo, useSyncExternalStore, type ReactNode } from 'react'
import { useDrawnForPhone } from '#web/studio.tsx'
import { classes } from './classes.ts'

/** Below this, a phone: tables become lists of cards. */
export const PHONE_REM = 40
/** Below this the wide list becomes a list by day: five columns and a long button need the room. */
export const LIST_REM = 56
/** Below this a table of six columns, three of them buttons, becomes a list, so that no button is out of sight. */
export const DESK_LIST_REM = 75
/** Below this (1024 px or less) the navigation's submenus are listed open instead of toggled. */
export const MENU_REM = 64.0625

/** CSS that hides the form that does not fit, for when the server could not know the width. */
const hidden = {
  [PHONE_REM]: { narrow: 'min-[40rem]:hidden', wide: 'max-[40rem]:hidden' },
  [LIST_REM]: { narrow: 'min-[56rem]:hidden', wide: 'max-[56rem]:hidden' },
  [DESK_LIST_REM]: { narrow: 'min-[75rem]:hidden', wide: 'max-[75rem]:hidden' },
  [MENU_REM]: { narrow: 'min-[64.0625rem]:hidden', wide: 'max-[64.0625rem]:hidden' },
}
type Rem = keyof typeof hidden

/**
 * The range of widths (rem) in which the surrounding form is shown, so that a nested ByWidth renders only the form that
 * can be seen.
 */
const Seen = createContext({ from: 0, below: Infinity })

/**
 * Renders one form of something below a window width (rem) and another above; follows the window. The server does not
 * know the width: it renders both, and CSS shows the one that fits. For a phone it renders only the narrow one.
 */
export function ByWidth(props: { rem: Rem; narrow?: ReactNode; wide?: ReactNode }) {
  const { rem, narrow, wide } = props
  const seen = use(Seen)
  const isNarrow = useNarrow(rem, rem >= seen.below ? true : rem <= seen.from ? false : null)
  const unknown = isNarrow === null
  const below = useMemo(() => ({ ...seen, below: Math.min(rem, seen.below) }), [seen, rem])
  const from = useMemo(() => ({ ...seen, from: Math.max(rem, seen.from) }), [seen, rem])
  return (
    <>
      {isNarrow !== false && narrow && (
        <div className={classes('contents', unknown && hidden[rem].narrow)}>
          <Seen value={below}>{narrow}</Seen>
        </div>
      )}
      {isNarrow !== true && wide && (
        <div className={classes('contents', unknown && hidden[rem].wide)}>
          <Seen value={from}>{wide}</Seen>
        </div>
      )}
    </>
  )
}

/**
 * Print gets the wide form, also from a phone, since cards would take many pages; and everything that is folded on
 * screen.
 */
let printing = false

function listenToPrint(listener: () => void): () => void {
  // before the pages are laid out; the width of the paper is known only afterwards
  const print = (event: Event) => {
    printing = event.type === 'beforeprint'
    listener()
  }
  window.addEventListener('beforeprint', print)
  window.addEventListener('afterprint', print)
  return () => {
    window.removeEventListener('beforeprint', print)
    window.removeEventListener('afterprint', print)
  }
}

/** Whether the page is being laid out for print. */
export const usePrinting = (): boolean =>
  useSyncExternalStore(
    listenToPrint,
    () => printing,
    () => false,
  )

/**
 * Whether the window is narrower than `rem`. On the server and during hydration the window is unknown: then `certain`,
 * or null.
 */
function useNarrow(rem: number, certain: boolean | null): boolean | null {
  const query = `(width < ${rem}rem)`
  const phone = useDrawnForPhone()
  return useSyncExternalStore(
    (listener) => {
      const media = window.matchMedia(query)
      media.addEventListener('change', listener)
      const stop = listenToPrint(listener)
      return () => {
        media.removeEventListener('change', listener)
        stop()
      }
    },
    () => !printing && window.matchMedia(query).matches,
    () => phone || certain,
  )
}
