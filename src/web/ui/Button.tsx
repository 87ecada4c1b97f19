import { useRef, type ReactNode } from 'react'
import { buttonLook, type ButtonSize, type ButtonVariant } from './buttonLook.ts'
import { useTooltip } from './Tooltip.tsx'
import { useHandOver } from './useHandOver.ts'

export type ButtonProps = {
  children: ReactNode
  onPress?: () => void
  variant?: ButtonVariant
  size?: ButtonSize
  type?: 'button' | 'submit'
  /** While the work goes on: keeps the focus, takes no second press. */
  pending?: boolean
  /** Shown in place of the children while pending, such as 'Sending...'. */
  pendingLabel?: string
  /** Not available now, for this reason: stays focusable and tells the reason in a tooltip. */
  whyDisabled?: string | undefined
  /** The reason is the reader's own to mend, such as being signed out: it says so as ever, and looks like an invitation. */
  inviting?: boolean
  /** Not available, with nothing to explain. Prefer `whyDisabled`. */
  disabled?: boolean
  icon?: ReactNode
  /** As wide as its container. */
  wide?: boolean
  /** On a phone its icon alone; the text is still its name. */
  roundOnPhone?: boolean
  /** Quiet, at the left edge: its word stands where the lines above begin. */
  flush?: 'always' | 'onPhone'
  autoFocus?: boolean
  'aria-label'?: string
  'aria-describedby'?: string
  'aria-expanded'?: boolean
  'aria-controls'?: string
  'aria-pressed'?: boolean
}

/** A button. With `whyDisabled` it can be focused, explains itself, and does nothing. */
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

/** A round button with an icon only; the label is its name and its tooltip. */
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
  // a click on an icon button does its work: only a reason is shown by click
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
          // what may not be pressed must not submit either, not even by Enter in a field
          if (inert) event.preventDefault()
          if (whyDisabled) openByClick()
          else if (!pending) props.onPress?.()
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

/** A small turning ring; the words beside it say what is going on. */
function Spinner() {
  return (
    <span
      aria-hidden="true"
      className="size-4 shrink-0 animate-turn rounded-full border-2 border-current border-r-transparent"
    />
  )
}
