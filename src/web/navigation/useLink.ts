import { useEffect, useRef, type AnchorHTMLAttributes, type MouseEvent, type Ref } from 'react'
import type { Path } from '#studio/screens.ts'
import { addressFor, leadsHere, type Anywhere, type Target } from './places.ts'
import type { Manner } from './Router.ts'
import { usePlace, useRouter } from './useRouter.tsx'

type Own = 'href' | 'aria-current' | 'onPointerEnter' | 'onPointerLeave' | 'onFocus' | 'onTouchStart'
type Anchor = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, Own> & { ref?: Ref<HTMLAnchorElement> }

/** What a link to a screen is told, besides what any link may be told. */
export type LinkProps<To extends Anywhere> = Target<To> &
  Manner &
  Anchor & {
    /** Begins the whole application anew. */
    readonly reloadDocument?: boolean
  }

/** Pointed at this long, in ms, a link is meant; a pointer only passing by fetches nothing. */
const MEANT = 20

/**
 * The attributes of a link to a screen. It leads there without a new page; pointed at, focused or touched, it fetches
 * the screen's code and answers ahead; and it says when it leads to where one is.
 */
export function useLink<To extends Anywhere, Rest extends object>(props: LinkProps<To> & Rest) {
  const { to, params, search, hash, replace, resetScroll, state, reloadDocument, ...anchor } = props
  const router = useRouter()
  const here = usePlace()
  const target = { to, params, search, hash } as Target<Path>
  const href = addressFor(target, here)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const fetchAhead = () => {
    clearTimeout(timer.current)
    if (!reloadDocument) timer.current = setTimeout(() => router.preload(href), MEANT)
  }
  const onClick = (event: MouseEvent<HTMLAnchorElement>) => {
    anchor.onClick?.(event)
    const { button, metaKey, ctrlKey, shiftKey, altKey, defaultPrevented } = event
    // another tab, a new window, a download: the browser knows how
    if (defaultPrevented || reloadDocument || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return
    event.preventDefault()
    void router.go(target, { replace, resetScroll, state })
  }
  return {
    ...anchor,
    href,
    'aria-current': leadsHere(href, here) ? ('page' as const) : undefined,
    onClick,
    onPointerEnter: fetchAhead,
    onPointerLeave: () => clearTimeout(timer.current),
    onFocus: fetchAhead,
    onTouchStart: fetchAhead,
  }
}
