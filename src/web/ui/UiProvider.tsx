import { createContext, use, type ReactNode } from 'react'

/** Texts built into components, in the person's language. */
export type UiTexts = {
  close: string
  dismiss: string
  notifications: string
  showPassword: string
  hidePassword: string
  clear: string
  sortBy: string
  moreFor: (name: string) => string
  actions: string
  noNumber: string
  noAmount: string
  loading: string
  loadFailed: string
  /** Announces the number of items in a list. */
  listNow: (name: string, count: number) => string
}

type Locale = 'en-GB' | 'et-EE'

const LocaleContext = createContext<Locale>('en-GB')
const TextsContext = createContext<UiTexts | null>(null)
const TitleEndContext = createContext('')
/** Receives each document title; set only on the server, which has no document. */
export const NoteTitleContext = createContext<((title: string) => void) | null>(null)

/**
 * Gives every component its language; used once, around the whole application.
 * `titleEnd`, for example the studio's name, is appended to each document title.
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

/** The document title: the page's name first, as browser tabs cut off the end. */
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
