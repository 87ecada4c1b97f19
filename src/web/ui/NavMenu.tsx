import { ChevronDown } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { classes } from './classes.ts'
import { useDisclosure } from './useDisclosure.ts'

/** A submenu of the folded navigation (1024 px or less): its content is listed under a heading. */
export function OpenNavMenu(props: { label: string; children: ReactNode }) {
  const id = useId()
  return (
    <div role="group" aria-labelledby={id} className="flex flex-col gap-1">
      <span id={id} className="px-3 pt-2 text-sm font-semibold text-muted">
        {props.label}
      </span>
      {props.children}
    </div>
  )
}

/** A submenu of the navigation: a button that opens lists of links. */
export function NavMenu(props: { label: string; children: ReactNode }) {
  const { open, root, button, panelId: id, buttonProps } = useDisclosure<HTMLDivElement>()
  return (
    <div ref={root} className="group/menu relative">
      <button
        ref={button}
        type="button"
        className={classes(
          navItemClass,
          'group-has-[[aria-current=page]]/menu:text-brand group-has-[[aria-current=page]]/menu:underline group-has-[[aria-current=page]]/menu:decoration-coral group-has-[[aria-current=page]]/menu:decoration-3 group-has-[[aria-current=page]]/menu:underline-offset-8',
          open && 'bg-brand-soft text-brand',
        )}
        {...buttonProps}
      >
        {props.label}
        <ChevronDown aria-hidden="true" className={classes('size-4 transition-transform', open && 'rotate-180')} />
      </button>
      <div
        id={id}
        hidden={!open}
        className="absolute top-full left-1/2 z-30 mt-2 w-4xl -translate-x-1/2 animate-fade rounded-2xl border border-line bg-raised p-3 shadow-float"
      >
        {props.children}
      </div>
    </div>
  )
}

/** Class of a navigation item, link or button; the link to the current page has aria-current. */
export const navItemClass =
  'flex min-h-control w-full items-center gap-2 rounded-control px-3 font-semibold leading-tight sm:whitespace-nowrap text-ink transition-colors hover:bg-brand-soft hover:text-brand aria-[current=page]:text-brand aria-[current=page]:underline aria-[current=page]:decoration-coral aria-[current=page]:decoration-3 aria-[current=page]:underline-offset-8'
