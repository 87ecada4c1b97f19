import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, ReactNode, Ref } from 'react'

type Anchor = AnchorHTMLAttributes<HTMLAnchorElement> & { ref?: Ref<HTMLAnchorElement> }

/** Alternative lists as links, so that each has an address; `children` are `Tab`s. One line that scrolls. */
export function Tabs(props: { label: string; children: ReactNode }) {
  return (
    <nav
      aria-label={props.label}
      // up to the edge of a phone, where a cut-off tab shows that there are more
      className="-mx-4 overflow-x-auto border-b border-line px-4 [scrollbar-width:none] sm:mx-0 sm:px-0 print:hidden"
    >
      <ul className="flex w-max gap-1">{props.children}</ul>
    </nav>
  )
}

const TabLink = createLink(({ current, ...anchor }: Anchor & { current: boolean }) => (
  <a
    {...anchor}
    aria-current={current ? 'page' : undefined}
    className="flex min-h-control items-center gap-2 rounded-t-control border-b-3 border-transparent px-3 text-sm font-semibold whitespace-nowrap text-muted -outline-offset-3 transition-colors hover:text-brand aria-[current=page]:border-brand aria-[current=page]:text-ink"
  />
))

/** `search` holds the tab's search parameters; `count` the number of its rows, once known. */
export function Tab(props: {
  label: string
  count: number | undefined
  current: boolean
  search: (before: Record<string, unknown>) => Record<string, unknown>
}) {
  return (
    <li>
      <TabLink to="." search={props.search} current={props.current} replace resetScroll={false}>
        {props.label}
        {props.count !== undefined && (
          <span className="rounded-full bg-sunken px-2 text-xs text-muted tabular-nums">{props.count}</span>
        )}
      </TabLink>
    </li>
  )
}
