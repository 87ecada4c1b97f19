import { lazy, Suspense, useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { useTooltipTrigger } from 'react-aria/useTooltipTrigger'
import { useTooltipTriggerState } from 'react-stately/useTooltipTriggerState'

/** How long a tooltip stays after a click or tap, in ms. */
const CLICK = 3_000
/** In ms; time for the pointer to reach the bubble (WCAG 1.4.13). */
const GRACE = 120

const TooltipBubble = lazy(() =>
  import('./overlays.ts').then(
    ({ overlays }) => ({ default: overlays.TooltipBubble }),
    () => ({ default: PlainTooltip }),
  ),
)

/**
 * A tooltip for one trigger: opens on hover and keyboard focus; Esc closes it. With `byClick`, for a trigger without
 * another action, a click or tap opens it for 3 seconds; otherwise pressing the trigger closes it.
 * Spread `triggerProps` on the trigger, give it the ref, and render `tooltip` right after it.
 * Without text the trigger is unchanged.
 */
export function useTooltip<T extends HTMLElement>(
  text: string | undefined,
  trigger: RefObject<T | null>,
  byClick: boolean,
) {
  const [clicked, setClicked] = useState(false)
  const timer = useRef<number>(undefined)
  const state = useTooltipTriggerState({
    delay: 0,
    closeDelay: GRACE,
    onOpenChange: (open) => !open && setClicked(false),
  })
  const { triggerProps, tooltipProps } = useTooltipTrigger(
    // a tooltip opened by a click stays when the pointer leaves
    { isDisabled: !text, shouldCloseOnPress: !byClick, ...(clicked && { trigger: 'focus' }) },
    state,
    trigger,
  )
  useEffect(() => () => window.clearTimeout(timer.current), [])

  const openByClick = () => {
    window.clearTimeout(timer.current)
    setClicked(true)
    state.open(true)
    timer.current = window.setTimeout(() => state.close(true), CLICK)
  }
  // a live region only for clicks: on focus a screen reader reads the text together with the trigger
  const tooltip = text && (
    <span aria-live={state.isOpen && !clicked ? 'off' : 'polite'} className="contents">
      {state.isOpen && (
        <Suspense>
          <TooltipBubble {...tooltipProps} text={text} state={state} trigger={trigger} />
        </Suspense>
      )}
    </span>
  )
  return { triggerProps, tooltip, openByClick }
}

/** Fallback where the bubble can't be loaded, as while offline: shows the text beside its trigger. */
function PlainTooltip(props: { id?: string | undefined; text: string }): ReactNode {
  return (
    <span id={props.id} role="tooltip" className="text-sm text-muted">
      {props.text}
    </span>
  )
}

/** A focusable explanation, for example of a mark on a row: shows its children, and the text on demand. */
export function Tooltip(props: { text: string; children: ReactNode }) {
  const trigger = useRef<HTMLButtonElement>(null)
  const { triggerProps, tooltip, openByClick } = useTooltip(props.text, trigger, true)
  return (
    <>
      <button
        {...triggerProps}
        type="button"
        ref={trigger}
        onClick={openByClick}
        className="inline-flex min-h-control items-center rounded-md"
      >
        {props.children}
      </button>
      {tooltip}
    </>
  )
}
