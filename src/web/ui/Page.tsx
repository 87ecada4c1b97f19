import { useEffect, useId, type ReactNode } from 'react'
import { classes } from './classes.ts'
import { Ribbon } from './Mark.tsx'
import { usePageTitle } from './UiProvider.tsx'
import { useEarly } from './useEarly.ts'

const widths = { narrow: 'max-w-lg', normal: 'max-w-6xl', wide: 'max-w-[100rem]' }

/** A page's column: `narrow` for a single form, `wide` for the large tables. */
export function Page(props: {
  children: ReactNode
  width?: keyof typeof widths
  /** Little space between its parts on a phone, where a list is wanted at once. */
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
 * The head of a page: its only h1, which is the document's title as well. `lowOnPhone`: its actions are icons there, beside
 * the title, where what stands below is wanted at once.
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
        low && 'max-sm:flex-nowrap max-sm:items-start max-sm:gap-x-3',
      )}
    >
      {!props.actions && (
        // only beside the title: in a narrow column it would cross it
        <Ribbon className="pointer-events-none absolute -top-8 right-0 -z-10 hidden w-72 opacity-60 @4xl:block" />
      )}
      <div className={low === 'wholeWords' ? 'min-w-min' : 'min-w-0'}>
        <h1 className={low ? 'text-2xl sm:text-display' : 'text-display'}>{props.title}</h1>
        {props.subtitle && (
          <p className={classes('max-w-2xl text-muted', low ? 'sm:mt-2 sm:text-lg' : 'mt-2 text-lg')}>
            {props.subtitle}
          </p>
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

/** A part of a page under its own heading, and a landmark with that name. */
export function Section(props: { title: string; subtitle?: ReactNode; actions?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-4">
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
