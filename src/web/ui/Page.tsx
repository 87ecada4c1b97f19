import { createContext, use, useEffect, useId, useRef, type ReactNode } from 'react'
import { useUnfolded } from '#web/useUnfolded.ts'
import { classes } from './classes.ts'
import { FoldingSection } from './FoldingSection.tsx'
import { Ribbon } from './Mark.tsx'
import { usePageTitle } from './UiProvider.tsx'
import { useEarly } from './useEarly.ts'
import { useHandOver } from './useHandOver.ts'
import { WholeWords } from './WholeWords.tsx'

const widths = { narrow: 'max-w-lg', single: 'max-w-3xl', normal: 'max-w-6xl', wide: 'max-w-[100rem]' }

/** The column of a page: `narrow` for a single form, `wide` for large tables. */
export function Page(props: {
  children: ReactNode
  width?: keyof typeof widths
  /** Less space between the parts on a phone, where the list matters most. */
  close?: boolean
}) {
  useEarly()
  return (
    <div
      className={classes(
        'mx-auto flex w-full flex-col gap-8 px-4 py-6 sm:px-6 sm:py-10',
        props.close && 'max-sm:gap-3 max-sm:py-4 sm:gap-6 sm:py-8',
        widths[props.width ?? 'normal'],
      )}
    >
      {props.children}
    </div>
  )
}

/**
 * The head of a page: its only h1, which is also the document title. With `lowOnPhone` the actions are icons beside the
 * title on a phone, so that the content below starts higher.
 */
export function PageHeader(props: {
  title: string
  subtitle?: ReactNode
  actions?: ReactNode
  lowOnPhone?: boolean | 'wholeWords'
}) {
  const low = props.lowOnPhone
  const documentTitle = usePageTitle(props.title)
  useEffect(() => {
    document.title = documentTitle
  }, [documentTitle])
  return (
    <header
      className={classes(
        '@container relative flex flex-wrap items-end justify-between gap-x-6 gap-y-4',
        low && 'max-sm:flex-nowrap max-sm:items-start max-sm:gap-x-3 max-[16rem]:flex-wrap',
      )}
    >
      {!props.actions && (
        // only where there is room beside the title: in a narrow column it would cross the text
        <Ribbon className="pointer-events-none absolute -top-8 right-0 -z-10 hidden w-72 opacity-60 @4xl:block" />
      )}
      <div className={low === 'wholeWords' ? 'min-w-min' : 'min-w-0'}>
        <h1 className={low ? 'text-2xl sm:text-display' : 'text-display max-[16rem]:text-2xl'}>
          <WholeWords text={props.title} />
        </h1>
        {props.subtitle && (
          <div className={classes('max-w-2xl text-muted', low ? 'sm:mt-2 sm:text-lg' : 'mt-2 text-lg')}>
            {props.subtitle}
          </div>
        )}
      </div>
      {props.actions && (
        <div
          className={classes(
            'flex items-center gap-3',
            low ? 'max-sm:gap-2' : 'flex-wrap',
            low === true && 'max-sm:shrink-0',
          )}
        >
          {props.actions}
        </div>
      )}
    </header>
  )
}

/** Set within FoldOnPhone: the name under which the folding state is stored, and whether it is open initially. */
const Fold = createContext<{ readonly name: string; readonly open: boolean } | null>(null)

/** Makes the section inside fold on a phone; its state is kept while the tab is open. */
export function FoldOnPhone({ name, open = false, children }: { name: string; open?: boolean; children: ReactNode }) {
  return <Fold value={{ name, open }}>{children}</Fold>
}

interface SectionProps {
  readonly title: string
  readonly subtitle?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** A part of a page with its own heading, and a landmark named after it. */
export function Section(props: SectionProps) {
  const fold = use(Fold)
  return fold ? <FoldedSection {...props} {...fold} /> : <OpenSection {...props} />
}

function FoldedSection(props: SectionProps & { name: string; open: boolean }) {
  const [pressed, press] = useUnfolded(props.name)
  return (
    <FoldingSection
      title={props.title}
      actions={props.actions}
      open={pressed !== props.open}
      onFold={(open) => press(open !== props.open)}
      onPhone
    >
      <Fold value={null}>{props.children}</Fold>
    </FoldingSection>
  )
}

function OpenSection(props: SectionProps) {
  const id = useId()
  const ref = useRef<HTMLElement>(null)
  // after a command that removes the section, which got the focus of its button
  useHandOver(ref)
  return (
    <section ref={ref} aria-labelledby={id} className="flex min-w-0 flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3 sm:gap-x-6">
        <div className="min-w-0">
          <h2 id={id} className="text-xl">
            {props.title}
          </h2>
          {props.subtitle && <p className="text-muted">{props.subtitle}</p>}
        </div>
        {props.actions && <div className="flex flex-wrap items-center gap-3">{props.actions}</div>}
      </div>
      {props.children}
    </section>
  )
}
