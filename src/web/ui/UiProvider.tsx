import { createContext, use, type ReactNode } from 'react'

/** The few texts that components say by themselves, in the language of the person. */
export type UiTexts = {
  close: string
  dismiss: string
  notifications: string
  showPassword: string
  hidePassword: string
  clear: string
  sortBy: string
  actions: string
  noNumber: string
  noAmount: string
  loading: string
  loadFailed: string
  /** How many things a list holds now. */
  listNow: (name: string, count: number) => string
}

type Locale = 'en-GB' | 'et-EE'

const LocaleContext = createContext<Locale>('en-GB')
const TextsContext = createContext<UiTexts | null>(null)
const TitleEndContext = createContext('')
/** Told each document title: set on the server only, where a page has no document yet. */
export const NoteTitleContext = createContext<((title: string) => void) | null>(null)

/**
 * Gives every component its language: once, around the whole application.
 * `titleEnd`, such as the studio's name, ends each document title that a `PageHeader` sets.
 */
export function UiProvider(props: { locale: Locale; texts: UiTexts; titleEnd?: string; children: ReactNode }) {
  return (
    <LocaleContext value={props.locale}>
      <TextsContext value={props.texts}>
        <TitleEndContext value={props.titleEnd ?? ''}>{props.children}</TitleEndContext>
      </TextsContext>
    </LocaleContext>
  )
}

/** A document's title: the page's name first, as tabs are cut at the end. */
export function usePageTitle(title: string): string {
  const end = use(TitleEndContext)
  const whole = end ? `${title} · ${end}` : title
  use(NoteTitleContext)?.(whole)
  return whole
}

export const useLocale = (): Locale => use(LocaleContext)

/** The texts of the nearest `UiProvider`; throws where there is none. */
export function useUiTexts(): UiTexts {
  const texts = use(TextsContext)
  if (!texts) throw new Error('UiProvider is missing around this component')
  return texts
}
