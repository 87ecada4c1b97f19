import {
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type FocusEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
} from 'react'

/** How long a tooltip stays that was opened by a click or a tap. */
const CLICK_MS = 3000

type OpenedBy = 'hover' | 'focus' | 'click'

/**
 * A tooltip for one trigger: opens on hover, on keyboard focus, and for 3 seconds by click or tap; Esc closes it.
 * `hide` is for a trigger that did its work: over a dialog that it opened, the tooltip would take the first Esc.
 * Spread `triggerProps` on the trigger, give it `ref`, and render `tooltip` right after it.
 * With no text the trigger stays as it is.
 */
export function useTooltip<T extends HTMLElement>(text: string | undefined, triggerRef: RefObject<T | null>) {
  const id = useId()
  const bubble = useRef<HTMLSpanElement>(null)
  const timer = useRef<number>(undefined)
  const [openedBy, setOpenedBy] = useState<OpenedBy | null>(null)
  const open = Boolean(text) && openedBy !== null

  const show = (by: OpenedBy) => {
    window.clearTimeout(timer.current)
    setOpenedBy(by)
    if (by === 'click') timer.current = window.setTimeout(() => setOpenedBy(null), CLICK_MS)
  }
  // a short grace lets the pointer travel onto the bubble (WCAG 1.4.13)
  const leave = () => {
    if (openedBy !== 'hover') return
    timer.current = window.setTimeout(() => setOpenedBy(null), 120)
  }
  useEffect(() => () => window.clearTimeout(timer.current), [])

  useLayoutEffect(() => {
    const trigger = triggerRef.current
    const element = bubble.current
    if (!open || !trigger || !element) return
    element.showPopover?.()
    const place = () => putBeside(element, trigger.getBoundingClientRect())
    const closeByEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      setOpenedBy(null)
    }
    place()
    window.addEventListener('scroll', place, true)
    window.addEventListener('resize', place)
    document.addEventListener('keydown', closeByEscape, true)
    return () => {
      window.removeEventListener('scroll', place, true)
      window.removeEventListener('resize', place)
      document.removeEventListener('keydown', closeByEscape, true)
    }
  }, [open, text, triggerRef])

  const triggerProps = text
    ? {
        'aria-describedby': open ? id : undefined,
        onPointerEnter: (event: PointerEvent) => {
          if (event.pointerType === 'mouse' && openedBy === null) show('hover')
          if (openedBy === 'hover') show('hover')
        },
        onPointerLeave: leave,
        onFocus: (event: FocusEvent) => event.target.matches(':focus-visible') && show('focus'),
        onBlur: () => openedBy === 'focus' && setOpenedBy(null),
        onClick: () => show('click'),
      }
    : {}

  // closed it is polite, so that only what a click opens is read out: focus reads the description by itself
  const tooltip = text ? (
    <span aria-live={openedBy === 'hover' || openedBy === 'focus' ? 'off' : 'polite'} className="contents">
      {open && (
        <span
          ref={bubble}
          id={id}
          role="tooltip"
          popover="manual"
          onPointerEnter={() => openedBy === 'hover' && show('hover')}
          onPointerLeave={leave}
          className="fixed inset-auto z-50 m-0 w-max max-w-64 animate-fade rounded-control border-0 bg-ink px-3 py-2 text-left text-sm font-medium whitespace-normal text-canvas shadow-float"
        >
          {text}
        </span>
      )}
    </span>
  ) : null

  const hide = () => {
    window.clearTimeout(timer.current)
    setOpenedBy(null)
  }
  return { triggerProps, tooltip, hide }
}

/** Above the trigger, or below where there is no room, and never outside the window. */
function putBeside(element: HTMLElement, trigger: DOMRect) {
  const gap = 8
  const { offsetWidth: width, offsetHeight: height } = element
  const left = trigger.left + trigger.width / 2 - width / 2
  const above = trigger.top - height - gap
  element.style.left = `${Math.max(gap, Math.min(left, document.documentElement.clientWidth - width - gap))}px`
  element.style.top = `${above >= gap ? above : trigger.bottom + gap}px`
}

/** A focusable explanation, such as a mark on a row: the children are shown, the text appears on demand. */
export function Tooltip(props: { text: string; children: ReactNode }) {
  const trigger = useRef<HTMLButtonElement>(null)
  const { triggerProps, tooltip } = useTooltip(props.text, trigger)
  return (
    <>
      <button
        type="button"
        ref={trigger}
        className="inline-flex min-h-control items-center rounded-md"
        {...triggerProps}
      >
        {props.children}
      </button>
      {tooltip}
    </>
  )
}
