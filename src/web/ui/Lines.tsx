import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { WholeWords } from './WholeWords.tsx'

/**
 * A person's few things, one line each in one frame: on a phone what else there is to know stands below the name. Where
 * there is room, what is alike in them stands in one column.
 */
export function Lines(props: { label: string; children: ReactNode }) {
  return (
    <div className="@container">
      <ul
        aria-label={props.label}
        className="divide-y divide-line rounded-card border border-line bg-surface px-4 shadow-card sm:px-5 @3xl:grid @3xl:grid-cols-[12.75rem_1fr_repeat(3,auto)]"
      >
        {props.children}
      </ul>
    </div>
  )
}

/** The element that holds what else there is to know. */
export const factsOf = (id: string): string => `${id}-facts`

/** One of them: its name, what else there is to know, its state, its sum, and what can be done. */
export function Line(props: {
  id: string
  name: ReactNode
  more?: ReactNode
  state?: ReactNode
  amount?: ReactNode
  actions?: ReactNode
  /** There is much else to know: on a phone it has the whole width, and the state stands below, beside the actions. */
  long?: boolean
  /** Over the whole width, below all else. */
  below?: ReactNode
  /** In a narrow frame what can be done stands beside the name, and the state below both. */
  stateLast?: boolean
}) {
  const { stateLast = false } = props
  return (
    <li
      // of two people who wait for one class, too, each line has a name of its own
      aria-labelledby={props.more ? `${props.id} ${factsOf(props.id)}` : props.id}
      className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2.5 @3xl:col-span-full @3xl:grid @3xl:grid-cols-subgrid"
    >
      <div
        className={classes(
          // below each other where there is little room, whatever the length of the name
          'flex min-w-40 flex-1 flex-wrap items-baseline gap-x-3 @max-lg:flex-col @max-lg:items-start @3xl:col-span-2 @3xl:grid @3xl:grid-cols-subgrid',
          props.long && '@max-lg:basis-full',
        )}
      >
        <h3 id={props.id} className="font-body text-base leading-snug font-semibold">
          <WholeWords text={props.name} />
        </h3>
        {props.more && (
          <p id={factsOf(props.id)} className="text-sm text-muted empty:hidden">
            {props.more}
          </p>
        )}
      </div>
      {props.state && (
        <div
          className={classes(
            'flex flex-wrap items-center gap-2 text-sm @3xl:col-start-3',
            stateLast && '@max-lg:order-last @max-lg:basis-full',
          )}
        >
          {props.state}
        </div>
      )}
      {props.amount && <div className="font-semibold @3xl:col-start-4 @3xl:text-right">{props.amount}</div>}
      {props.actions && (
        // a quiet button's word ends where the frame's content does
        <div
          className={classes(
            'ml-auto flex flex-wrap items-center justify-end gap-x-2 gap-y-1 empty:hidden @max-lg:[&>.bg-transparent:first-child]:pl-2 has-[>.bg-transparent:last-child,>button.bg-transparent:last-of-type]:-mr-4 @3xl:col-start-5',
            stateLast && '@max-lg:self-start @max-lg:-mt-2',
          )}
        >
          {props.actions}
        </div>
      )}
      {props.below && <div className="basis-full @3xl:col-span-full">{props.below}</div>}
    </li>
  )
}
