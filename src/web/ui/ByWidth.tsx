import { createContext, use, useMemo, useSyncExternalStore, type ReactNode } from 'react'
import { useDrawnForPhone } from '#web/studio.tsx'
import { classes } from './classes.ts'

/** A phone: tables become lists of cards. */
export const PHONE_REM = 40
/** Below this the rows of a wide list are a list by day: five columns and a long button need the room. */
export const LIST_REM = 56
/** Below this six columns with three buttons among them are a list: nothing that is pressed is out of sight. */
export const DESK_LIST_REM = 75
/** At or below 1024 px the navigation's submenus are not toggled. */
export const MENU_REM = 64.0625

/** What hides the form that does not fit, where the server could not know the width: each as wide as its name. */
const hidden = {
  [PHONE_REM]: { narrow: 'min-[40rem]:hidden', wide: 'max-[40rem]:hidden' },
  [LIST_REM]: { narrow: 'min-[56rem]:hidden', wide: 'max-[56rem]:hidden' },
  [DESK_LIST_REM]: { narrow: 'min-[75rem]:hidden', wide: 'max-[75rem]:hidden' },
  [MENU_REM]: { narrow: 'min-[64.0625rem]:hidden', wide: 'max-[64.0625rem]:hidden' },
}
type Rem = keyof typeof hidden

/** Between which widths, in rem, whatever stands here is seen at all: one form of a list holds no two of its parts. */
const Seen = createContext({ from: 0, below: Infinity })

/**
 * One form of something in a window narrower than so many rem, another in a wider one; follows the window. The server
 * knows no width: it draws both, and the style shows the one that fits. For a phone it draws the narrow one alone.
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

/** Paper gets the wide form, also from a phone: cards would take many pages. And all that is folded away on a screen. */
let printing = false

function listenToPrint(listener: () => void): () => void {
  // before the pages are counted; the width of paper is known only after
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

/** Whether the page is being laid out for paper. */
export const usePrinting = (): boolean =>
  useSyncExternalStore(
    listenToPrint,
    () => printing,
    () => false,
  )

/** While nobody knows the window, on the server and as its page is taken over, what is `certain`, or null. */
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
