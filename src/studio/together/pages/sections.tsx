import { useLocation } from '@tanstack/react-router'
import { useEffect, useEffectEvent, type ReactNode } from 'react'
import { LinksTo } from '#web/LinksTo.tsx'
import { useUnfolded } from '#web/useUnfolded.ts'
import { FoldingSection } from '#web/ui/FoldingSection.tsx'

interface Part {
  readonly id: string
  readonly title: string
  readonly content: ReactNode
  /** The ids of its subsections, whose addresses unfold it too. */
  readonly within?: readonly string[]
}

/** A long page of sections, each with its own address, and links to them beside it; on a phone the sections fold. */
export function Sections({ page, label, sections }: { page: string; label: string; sections: readonly Part[] }) {
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[12rem_minmax(0,46rem)]">
      {/* beside the sections; above them on a tablet; hidden on a phone, where the folded headings are visible */}
      <LinksTo label={label} links={sections} beside />
      <div className="flex min-w-0 flex-col gap-3 sm:gap-10">
        {sections.map((section) => (
          <OneSection key={section.id} page={page} section={section} />
        ))}
      </div>
    </div>
  )
}

/** Its address, such as /account#notices, unfolds the section, and so do the addresses of its subsections. */
function OneSection(props: { page: string; section: Part }) {
  const { id, title, content, within = [] } = props.section
  const asked = useLocation({ select: ({ hash }) => (hash === id || within.includes(hash) ? hash : null) })
  const [open, fold] = useUnfolded(`${props.page} ${id}`)
  const unfold = useEffectEvent((what: string) => {
    if (open) return
    fold(true)
    // while it was folded, the page was too short to scroll it to the top
    requestAnimationFrame(() => document.getElementById(what)?.scrollIntoView())
  })
  useEffect(() => {
    if (asked !== null) unfold(asked)
  }, [asked])
  return (
    <div id={id} className="scroll-mt-24">
      <FoldingSection title={title} open={open} onFold={fold} onPhone>
        {content}
      </FoldingSection>
    </div>
  )
}

/** A part of a section with its own heading. */
export function Subsection({ id, title, children }: { id?: string; title: string; children: ReactNode }) {
  return (
    <div id={id} className="flex min-w-0 scroll-mt-24 flex-col gap-3">
      <h3 className="text-lg">{title}</h3>
      {children}
    </div>
  )
}
