import { useRef, type MouseEvent, type ReactNode } from 'react'
import { buttonLook, type ButtonSize, type ButtonVariant } from './buttonLook.ts'
import { isStrayPress } from './doubleTap.ts'
import { useTooltip } from './Tooltip.tsx'
import { useHandOver } from './useHandOver.ts'

export type ButtonProps = {
  children: ReactNode
  onPress?: (event: MouseEvent<HTMLButtonElement>) => void
  variant?: ButtonVariant
  size?: ButtonSize
  type?: 'button' | 'submit'
  /** While the action runs: keeps the focus and ignores presses. */
  pending?: boolean
  /** Shown instead of the children while pending, for example 'Sending...'. */
  pendingLabel?: string
  /** Why the button is unavailable now: it stays focusable and shows the reason in a tooltip. */
  whyDisabled?: string | undefined
  /** The reader can resolve the reason, for example by signing in: looks like an invitation, with the same tooltip. */
  inviting?: boolean
  /** Called by a press that explains, to offer a next step. */
  onExplained?: (() => void) | undefined
  /** Unavailable, without an explanation. Prefer `whyDisabled`. */
  disabled?: boolean
  icon?: ReactNode
  /** As wide as its container. */
  wide?: boolean
  /** Icon only on a phone; the text is still its accessible name. */
  roundOnPhone?: boolean
  /** For a quiet button at the left edge: aligns its text with the lines above. */
  flush?: 'always' | 'onPhone'
  autoFocus?: boolean
  'aria-label'?: string
  'aria-describedby'?: string
  'aria-expanded'?: boolean
  'aria-controls'?: string
  'aria-pressed'?: boolean
}

/** A button. With `whyDisabled` it can be focused and explains itself, but does nothing. */
export function Button(props: ButtonProps) {
  const { whyDisabled, pending = false, icon, roundOnPhone, children } = props
  const label = pending && props.pendingLabel ? props.pendingLabel : children
  const unavailable = whyDisabled && props.inviting ? 'inviting' : Boolean(whyDisabled || props.disabled)
  return (
    <BareButton {...props} className={buttonLook({ ...props, unavailable })}>
      {pending ? <Spinner /> : icon}
      {roundOnPhone ? <span className="max-sm:sr-only">{label}</span> : label}
    </BareButton>
  )
}

/** A round button with only an icon; the label is its name and tooltip. */
export function IconButton(
  props: Omit<ButtonProps, 'children' | 'pendingLabel' | 'wide' | 'roundOnPhone' | 'flush' | 'icon' | 'inviting'> & {
    label: string
    icon: ReactNode
  },
) {
  const { label, icon, whyDisabled } = props
  return (
    <BareButton
      {...props}
      aria-label={label}
      hint={label}
      className={buttonLook({
        variant: props.variant ?? 'quiet',
        square: true,
        unavailable: Boolean(whyDisabled || props.disabled),
      })}
    >
      {props.pending ? <Spinner /> : icon}
    </BareButton>
  )
}

function BareButton(props: ButtonProps & { className: string; hint?: string }) {
  const { whyDisabled, pending = false, type = 'button' } = props
  const ref = useRef<HTMLButtonElement>(null)
  useHandOver(ref)
  // clicking an icon button runs its action; a click opens the tooltip only for a reason
  const { triggerProps, tooltip, openByClick } = useTooltip(whyDisabled ?? props.hint, ref, Boolean(whyDisabled))
  const inert = Boolean(whyDisabled) || pending
  return (
    <>
      <button
        {...triggerProps}
        ref={ref}
        type={type}
        disabled={props.disabled}
        onClick={(event) => {
          // a disabled button must not submit either, not even by Enter in a field
          const isStray = isStrayPress(event.nativeEvent, event.currentTarget)
          if (inert || isStray) event.preventDefault()
          if (isStray) return
          if (whyDisabled) {
            openByClick()
            props.onExplained?.()
          } else if (!pending) props.onPress?.(event)
        }}
        className={props.className}
        autoFocus={props.autoFocus}
        aria-disabled={inert || undefined}
        aria-description={whyDisabled}
        aria-label={props['aria-label']}
        aria-describedby={(whyDisabled && triggerProps['aria-describedby']) || props['aria-describedby']}
        aria-expanded={props['aria-expanded']}
        aria-controls={props['aria-controls']}
        aria-pressed={props['aria-pressed']}
      >
        {props.children}
      </button>
      {tooltip}
    </>
  )
}

/** A spinner; the words beside it say what is going on. */
function Spinner() {
  return (
    <span
      aria-hidden="true"
      className="size-4 shrink-0 animate-turn rounded-full border-2 border-current border-r-transparent"
    />
  )
}
