import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { WholeWords } from './WholeWords.tsx'

/**
 * Short records of a person, one line each in one frame: on a phone the facts are below the name. Where there is room,
 * equal parts are aligned in columns.
 */
export function Lines(props: { label: string; children: ReactNode; tone?: 'plain' | 'accent' }) {
  return (
    <div className="@container">
      <ul
        aria-label={props.label}
        className={classes(
          'divide-y divide-line rounded-card border px-4 shadow-card sm:px-5 @3xl:grid @3xl:grid-cols-[12.75rem_1fr_repeat(3,auto)]',
          props.tone === 'accent' ? 'border-brand/30 bg-brand-soft' : 'border-line bg-surface',
        )}
      >
        {props.children}
      </ul>
    </div>
  )
}

/** Id of the element with a line's facts. */
export const factsOf = (id: string): string => `${id}-facts`

/** One record: its name, facts, state, amount and actions. */
export function Line(props: {
  id: string
  name: ReactNode
  more?: ReactNode
  state?: ReactNode
  amount?: ReactNode
  actions?: ReactNode
  /** The facts are long: on a phone they take the full width, and the state is below them, beside the actions. */
  long?: boolean
  /** Full width, below everything else. */
  below?: ReactNode
  /** In a narrow frame the actions are beside the name, and the state below both. */
  stateLast?: boolean
}) {
  const { stateLast = false } = props
  return (
    <li
      // lines with the same name, as of two people waiting for one class, are told apart by their facts
      aria-labelledby={props.more ? `${props.id} ${factsOf(props.id)}` : props.id}
      className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2.5 @3xl:col-span-full @3xl:grid @3xl:grid-cols-subgrid"
    >
      <div
        className={classes(
          // stacked where there is little room, however long the name is
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
        // aligns the text of a quiet button with the end of the frame's content
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
