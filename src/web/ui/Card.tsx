import type { ReactNode } from 'react'
import { classes } from './classes.ts'

/**
 * A card for one thing. `as="li"` within a list, `as="article"` when it stands alone.
 * `label` names it for screen readers; `tone="accent"` highlights it.
 * Its last child, the buttons, is aligned to the bottom when cards in a row differ in height.
 */
export function Card(props: {
  children: ReactNode
  as?: 'div' | 'li' | 'article' | 'section'
  label?: string
  tone?: 'plain' | 'accent'
}) {
  const Element = props.as ?? 'div'
  return (
    <Element
      aria-label={props.label}
      className={classes(
        'flex flex-col gap-4 *:last:mt-auto rounded-card border p-5 shadow-card sm:p-6',
        props.tone === 'accent' ? 'border-brand/30 bg-brand-soft' : 'border-line bg-surface',
      )}
    >
      {props.children}
    </Element>
  )
}

/** Cards side by side, as many as fit. Screen readers see a list, so its cards need `as="li"`. */
export function CardGrid(props: { children: ReactNode; label?: string }) {
  return (
    <ul
      aria-label={props.label}
      className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,18rem),1fr))] gap-4 sm:gap-5"
    >
      {props.children}
    </ul>
  )
}

/** Pairs of name and value, stacked: the details of a person, a course, a payment. */
export function Facts(props: { facts: readonly { name: string; value: ReactNode }[] }) {
  return (
    <dl className="grid grid-cols-[fit-content(45%)_1fr] gap-x-4 gap-y-2 max-[16rem]:block max-[16rem]:space-y-2 sm:gap-x-5">
      {props.facts.map((fact) => (
        <div key={fact.name} className="col-span-2 grid grid-cols-subgrid items-baseline max-[16rem]:block">
          <dt className="min-w-20 text-sm hyphens-auto text-muted">{fact.name}</dt>
          <dd className="min-w-0 font-medium">{fact.value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Items in a row that wraps: badges, buttons, filters. */
export function Cluster(props: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-3">{props.children}</div>
}

/** Items stacked vertically. */
export function Stack(props: { children: ReactNode }) {
  return <div className="flex flex-col gap-4">{props.children}</div>
}
