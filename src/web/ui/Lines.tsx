import type { ReactNode } from 'react'
import { classes } from './classes.ts'

/** A person's few things, one line each in one frame: on a phone its second line wraps below the name. */
export function Lines(props: { label: string; children: ReactNode }) {
  return (
    <ul
      aria-label={props.label}
      className="@container divide-y divide-line rounded-card border border-line bg-surface px-4 shadow-card sm:px-5"
    >
      {props.children}
    </ul>
  )
}

/** One of them: its name, what else there is to know, its state, and what can be done. */
export function Line(props: {
  id: string
  name: ReactNode
  more?: ReactNode
  state?: ReactNode
  actions?: ReactNode
  /** There is much else to know: on a phone it has the whole width, and the state stands below, beside the actions. */
  long?: boolean
}) {
  return (
    <li aria-labelledby={props.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2.5">
      <div
        className={classes('flex min-w-40 flex-1 flex-wrap items-baseline gap-x-3', props.long && '@max-lg:basis-full')}
      >
        <h3 id={props.id} className="font-body text-base leading-snug font-semibold">
          {props.name}
        </h3>
        {props.more && <p className="text-sm text-muted">{props.more}</p>}
      </div>
      {props.state && <div className="flex flex-wrap items-center gap-2 text-sm">{props.state}</div>}
      {props.actions && <div className="ml-auto flex items-center gap-1">{props.actions}</div>}
    </li>
  )
}
