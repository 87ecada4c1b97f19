import { ChevronDown } from 'lucide-react'
import { createContext, useId, type ReactNode } from 'react'
import { ByWidth, PHONE_REM } from './ByWidth.tsx'
import { classes } from './classes.ts'

/** True in content below a list, where actions have room for their text. */
export const BelowList = createContext(false)

/**
 * A part of a page whose heading folds it; `aside` summarizes it while folded. With `onPhone` it folds only on a phone.
 * Print unfolds everything. Folded content stays mounted, so its input is kept.
 */
export function FoldingSection(props: {
  title: string
  aside?: ReactNode
  open: boolean
  onFold: (open: boolean) => void
  onPhone?: boolean
  /** Actions for this part: beside its heading, on a phone below it. */
  actions?: ReactNode
  children: ReactNode
}) {
  const { title, open, onPhone = false } = props
  const id = useId()
  const actions = props.actions && <div className="flex flex-wrap items-center gap-3">{props.actions}</div>
  const heading = (
    <h2>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => props.onFold(!open)}
        className="flex min-h-14 w-full items-center gap-3 rounded-card border border-line bg-surface px-4 py-2 text-left text-lg shadow-card hover:bg-sunken/60 sm:px-5"
      >
        <span className="min-w-0 grow wrap-anywhere">{title}</span>
        {props.aside}
        <ChevronDown
          aria-hidden="true"
          className={classes('size-5 shrink-0 text-muted print:hidden', open && 'rotate-180')}
        />
      </button>
    </h2>
  )
  return (
    <section aria-label={title} className="flex min-w-0 flex-col gap-3 sm:gap-4">
      {onPhone ? (
        <ByWidth
          rem={PHONE_REM}
          narrow={heading}
          wide={
            <div className="flex flex-wrap items-center justify-between gap-3 sm:gap-x-6">
              <h2 className="text-xl">{title}</h2>
              {actions}
            </div>
          }
        />
      ) : (
        heading
      )}
      <div
        id={id}
        className={classes(
          'flex min-w-0 flex-col gap-4',
          open ? 'max-sm:mb-5' : onPhone ? 'max-sm:not-print:hidden' : 'not-print:hidden',
        )}
      >
        {props.children}
        {onPhone && actions && <ByWidth rem={PHONE_REM} narrow={<BelowList value>{actions}</BelowList>} />}
      </div>
    </section>
  )
}
