import { createContext, use, type ReactNode } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'

/** The few texts that components say by themselves, in the language of the person. */
export type UiTexts = {
  close: string
  dismiss: string
  notifications: string
  showPassword: string
  hidePassword: string
  clear: string
  sortBy: string
  ascending: string
  descending: string
  actions: string
}

const TextsContext = createContext<UiTexts | null>(null)
const TitleEndContext = createContext('')

/**
 * Gives every component its language: once, around the whole application.
 * `titleEnd`, such as the studio's name, ends each document title that a `PageHeader` sets.
 */
export function UiProvider(props: {
  locale: 'en-GB' | 'et-EE'
  texts: UiTexts
  titleEnd?: string
  children: ReactNode
}) {
  return (
    <I18nProvider locale={props.locale}>
      <TextsContext value={props.texts}>
        <TitleEndContext value={props.titleEnd ?? ''}>{props.children}</TitleEndContext>
      </TextsContext>
    </I18nProvider>
  )
}

/** A document's title: the page's name first, as tabs are cut at the end. */
export function usePageTitle(title: string): string {
  const end = use(TitleEndContext)
  return end ? `${title} · ${end}` : title
}

/** The texts of the nearest `UiProvider`; throws where there is none. */
export function useUiTexts(): UiTexts {
  const texts = use(TextsContext)
  if (!texts) throw new Error('UiProvider is missing around this component')
  return texts
}
