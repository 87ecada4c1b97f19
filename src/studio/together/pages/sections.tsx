import type { ReactNode } from 'react'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { Section } from '#web/ui/Page.tsx'

/** A long page of sections, each with an address of its own, and links to them beside it. */
export function Sections(props: {
  label: string
  sections: readonly { readonly id: string; readonly title: string; readonly content: ReactNode }[]
}) {
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[12rem_minmax(0,46rem)]">
      <OnThisPage label={props.label} links={props.sections} />
      <div className="flex min-w-0 flex-col gap-10">
        {props.sections.map(({ id, title, content }) => (
          <div key={id} id={id} className="scroll-mt-24">
            <Section title={title}>{content}</Section>
          </div>
        ))}
      </div>
    </div>
  )
}

/** Links to the sections: beside them, above them on a tablet, and on a phone in one line that scrolls. */
export function OnThisPage(props: {
  label: string
  links: readonly { readonly id: string; readonly title: string }[]
}) {
  return (
    <nav
      aria-label={props.label}
      className="flex gap-x-2 *:shrink-0 *:text-left max-sm:-mx-4 max-sm:overflow-x-auto max-sm:py-1 max-sm:[scrollbar-width:none] sm:flex-wrap lg:sticky lg:top-24 lg:-ml-4 lg:flex-col lg:items-start lg:gap-0"
    >
      {props.links.map(({ id, title }) => (
        <LinkButton key={id} to="." search={(before) => before} hash={id} replace size="small" variant="quiet">
          {title}
        </LinkButton>
      ))}
    </nav>
  )
}

/** A part of a section under a heading of its own. */
export function Subsection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <h3 className="text-lg">{title}</h3>
      {children}
    </div>
  )
}
