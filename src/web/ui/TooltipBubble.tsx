import { useEffect, useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react'
import { mergeProps } from 'react-aria/mergeProps'
import { useOverlayPosition } from 'react-aria/useOverlayPosition'
import { DIALOG_OPENS } from './dialogLook.ts'
import { useTooltip } from 'react-aria/useTooltipTrigger'
import type { TooltipTriggerState } from 'react-stately/useTooltipTriggerState'

/** The tooltip itself: above its trigger, or below where there is no room, and always within the window. */
export function TooltipBubble(props: {
  id?: string | undefined
  text: string
  state: TooltipTriggerState
  trigger: RefObject<Element | null>
}): ReactNode {
  const bubble = useRef<HTMLSpanElement>(null)
  const { tooltipProps } = useTooltip({}, props.state)
  // in the top layer, where nothing clips it; before it is measured
  useLayoutEffect(() => bubble.current?.showPopover?.(), [])
  const { overlayProps, updatePosition } = useOverlayPosition({
    targetRef: props.trigger,
    overlayRef: bubble,
    placement: 'top',
    offset: 8,
    containerPadding: 8,
  })
  // reposition instead of closing: focusing a trigger may scroll it into view
  useEffect(() => {
    window.addEventListener('scroll', updatePosition, true)
    return () => window.removeEventListener('scroll', updatePosition, true)
  }, [updatePosition])
  // a dialog that opens covers the trigger
  const { state, trigger } = props
  useEffect(() => {
    const close = () => trigger.current?.closest('[role=dialog], [role=alertdialog]') ?? state.close(true)
    window.addEventListener(DIALOG_OPENS, close)
    return () => window.removeEventListener(DIALOG_OPENS, close)
  }, [state, trigger])
  return (
    <span
      {...mergeProps(tooltipProps, overlayProps)}
      ref={bubble}
      id={props.id}
      popover="manual"
      className="inset-auto m-0 w-max max-w-64 animate-fade overflow-hidden rounded-control border-0 bg-ink px-3 py-2 text-left text-sm font-medium whitespace-normal text-canvas shadow-float"
    >
      {props.text}
    </span>
  )
}
