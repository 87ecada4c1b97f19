import {
  createContext,
  startTransition,
  use,
  useCallback,
  useEffect,
  useMemo,
  useOptimistic,
  useState,
  type ReactNode,
} from 'react'
import type { Language } from '#kernel/messages.ts'

interface LanguageChoice {
  readonly language: Language
  readonly choose: (language: Language) => void
}

const LanguageContext = createContext<LanguageChoice | null>(null)

/** The language just chosen, while the screen still renders in the former one. */
const ChosenContext = createContext<Language>('en')
export const useChosenLanguage = (): Language => use(ChosenContext)

const ONE_YEAR = 365 * 24 * 60 * 60

/** The reader's language, kept in a cookie so that server-rendered pages and e-mails use it as well. */
export function LanguageProvider({ initial, children }: { initial: Language; children: ReactNode }) {
  const [language, setLanguage] = useState(initial)
  const [chosen, setChosen] = useOptimistic(language)
  const choose = useCallback(
    (next: Language) => {
      document.cookie = `language=${next}; path=/; max-age=${ONE_YEAR}; samesite=lax`
      // the switch changes at once; the texts follow when all of them are rendered
      startTransition(() => {
        setChosen(next)
        setLanguage(next)
      })
    },
    [setChosen],
  )
  useEffect(() => {
    document.documentElement.lang = language
  }, [language])
  const value = useMemo(() => ({ language, choose }), [language, choose])
  return (
    <LanguageContext value={value}>
      <ChosenContext value={chosen}>{children}</ChosenContext>
    </LanguageContext>
  )
}

export function useLanguage(): LanguageChoice {
  const choice = use(LanguageContext)
  if (!choice) throw new Error('useLanguage stands outside LanguageProvider.')
  return choice
}

const isChosen = () => document.cookie.split('; ').some((cookie) => cookie.startsWith('language='))

/** After signing in, applies the language of the account where none was chosen on this device. */
export function useAccountLanguage(language: Language | null): void {
  const { choose } = useLanguage()
  useEffect(() => {
    if (language && !isChosen()) choose(language)
  }, [language, choose])
}

/** The texts of one concept or screen in the reader's language. */
export function useTexts<T>(texts: Record<Language, T>): T {
  return texts[useLanguage().language]
}
