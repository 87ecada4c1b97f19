import { Ellipsis } from 'lucide-react'
import { createContext, use, useEffect, useId, useRef, useState } from 'react'
import { Button } from './Button.tsx'
import { buttonLook } from './buttonLook.ts'
import { useUiTexts } from './UiProvider.tsx'

export interface RowAction {
  readonly label: string
  readonly onPress: () => void
  /** Why this reader may not do it, or not now. */
  readonly whyNot?: string | undefined
  /** The action is running: ignores presses. */
  readonly pending?: boolean
  /** Uses the primary style where it is shown as a button. */
  readonly primary?: boolean
  /** Destructive: last in the menu, below a line. */
  readonly destroys?: boolean
  readonly expanded?: boolean
}

/** True in a row of two lines, which has room only for the ⋯ button. */
export const ShortRow = createContext(false)

/**
 * The actions of a row: the first, main one as a button, the others in the ⋯ menu. Their accessible names contain the
 * row's.
 */
export function RowActions(props: { name: string; actions: readonly RowAction[] }) {
  const { name, actions } = props
  const short = use(ShortRow)
  const [meant] = actions
  const shown = !short && !meant?.destroys ? meant : undefined
  const rest = shown ? actions.slice(1) : actions
  return (
    <>
      {shown && (
        <Button
          size="small"
          variant={shown.primary ? 'primary' : 'secondary'}
          aria-label={`${shown.label}: ${name}`}
          whyDisabled={shown.whyNot}
          pending={shown.pending ?? false}
          onPress={shown.onPress}
        >
          {shown.label}
        </Button>
      )}
      {rest.length > 0 && <RowMenu name={name} actions={rest} />}
    </>
  )
}

/** A native popover: above every scrolling frame, closed by Esc and by a press or focus outside. */
function RowMenu({ name, actions }: { name: string; actions: readonly RowAction[] }) {
  const id = useId()
  const texts = useUiTexts()
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!open || !button.current || !panel.current) return
    const [shown, opener] = [panel.current, button.current]
    place(shown, opener.getBoundingClientRect())
    shown.querySelector('button')?.focus({ preventScroll: true })
    // also while the router navigates
    const follow = () => {
      const at = opener.getBoundingClientRect()
      if (at.bottom < 0 || at.top > window.innerHeight) shown.hidePopover()
      else place(shown, at)
    }
    shown.addEventListener('keydown', walk)
    window.addEventListener('scroll', follow, { capture: true, passive: true })
    return () => {
      shown.removeEventListener('keydown', walk)
      window.removeEventListener('scroll', follow, { capture: true })
    }
  }, [open])
  return (
    <>
      <button
        ref={button}
        type="button"
        popoverTarget={id}
        aria-label={texts.moreFor(name)}
        className={buttonLook({ variant: 'quiet', square: true })}
      >
        <Ellipsis aria-hidden="true" className="size-5" />
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        onToggle={({ newState }) => setOpen(newState === 'open')}
        className="fixed inset-auto m-0 min-w-52 rounded-2xl border border-line bg-raised p-1.5 text-left text-ink shadow-float"
      >
        {open && (
          <ul aria-label={name}>
            {actions.map((action) => (
              <Item
                key={action.label}
                action={action}
                onPress={() => {
                  // first move the focus back to ⋯, so that a dialog restores it there
                  panel.current?.hidePopover()
                  action.onPress()
                }}
              />
            ))}
          </ul>
        )}
      </div>
    </>
  )
}

function Item({ action, onPress }: { action: RowAction; onPress: () => void }) {
  const { whyNot, pending = false } = action
  return (
    <li
      className={
        action.destroys ? 'mt-1.5 border-t border-line pt-1.5 first:mt-0 first:border-0 first:pt-0' : undefined
      }
    >
      <button
        type="button"
        aria-disabled={whyNot || pending ? true : undefined}
        aria-description={whyNot}
        aria-expanded={action.expanded}
        onClick={() => !whyNot && !pending && onPress()}
        className="flex min-h-control w-full flex-col justify-center rounded-control px-3 py-1.5 text-left text-sm font-semibold hover:bg-brand-soft hover:text-brand aria-disabled:text-muted aria-disabled:hover:bg-transparent aria-disabled:hover:text-muted"
      >
        {action.label}
        {whyNot && (
          <span aria-hidden="true" className="text-xs font-normal text-muted">
            {whyNot}
          </span>
        )}
      </button>
    </li>
  )
}

/** Places the menu below its button, aligned to its end; above where there is no room. */
function place(panel: HTMLElement, { top, bottom, right }: DOMRect): void {
  const { offsetHeight, offsetWidth } = panel
  const fits = bottom + 4 + offsetHeight <= window.innerHeight
  panel.style.top = `${fits ? bottom + 4 : Math.max(8, top - 4 - offsetHeight)}px`
  panel.style.left = `${Math.max(8, right - offsetWidth)}px`
}

/** Moves the focus with the arrow keys, as in every menu. */
function walk(this: HTMLElement, event: KeyboardEvent): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  event.preventDefault()
  const buttons = [...this.querySelectorAll('button')]
  const at = buttons.findIndex((button) => button === document.activeElement)
  buttons.at((at + step) % buttons.length)?.focus()
}
