import type { Language } from '#kernel/messages.ts'
import type { Refusal } from '#kernel/result.ts'
import { useLanguage } from '#web/language.tsx'
import { commonRefusals } from '#web/messages.ts'

/** Code -> its text, or the text as a function of the refusal's params; what `messages()` returns. */
export type RefusalTexts = Readonly<Record<Language, Readonly<Record<string, string | ((params: never) => string)>>>>

type Params = NonNullable<Refusal['params']>
export type Explain = (refusal: Pick<Refusal, 'code' | 'params'>) => string

/**
 * The text of a refusal in the reader's language: from the first dictionary that knows its code, then from those that
 * every command shares. A code that nobody knows reads as an unexpected failure.
 */
export function useRefusalText(...dictionaries: readonly RefusalTexts[]): Explain {
  const { language } = useLanguage()
  return (refusal) => explain(refusal, language, dictionaries)
}

/** As `useRefusalText`, outside of components. */
export function explain(
  { code, params = {} }: Pick<Refusal, 'code' | 'params'>,
  language: Language,
  dictionaries: readonly RefusalTexts[],
): string {
  const all: readonly RefusalTexts[] = [...dictionaries, commonRefusals]
  for (const dictionary of all) {
    const texts = dictionary[language]
    // a code comes over the wire: 'constructor' must not find what every object has
    const text = Object.hasOwn(texts, code) ? texts[code] : undefined
    if (typeof text === 'string') return text
    if (text) return (text as (params: Params) => string)(params)
  }
  return commonRefusals[language].unexpected({})
}

/** The texts of a refused form by field, as `Form` takes them in `errors`. */
export function fieldTexts(refusal: Pick<Refusal, 'fields'>, explain: Explain): Record<string, string> {
  const fields = Object.entries(refusal.fields ?? {})
  return Object.fromEntries(fields.map(([name, code]) => [name, explain({ code })]))
}

/** "Please try again." at the end of a failure. */
const PLEA = / (?:Please|Palun)[^.]* (?:try again|proovi uuesti)\.$/

/** What failed, and why. Where the reason says what to do, the failure need not say to try again as well. */
export function joined(failed: string, reason: string): string {
  const plain = /try again|proovi/i.test(reason) ? failed.replace(PLEA, '') : failed
  return `${/[.!?]$/.test(plain) ? plain : `${plain}.`} ${reason}`
}

/** Failures of the way there rather than an answer from the studio: SPEC's wrapped errors are their wording. */
export function isFailure(code: string): boolean {
  return ['unexpected', 'busy', 'unreachable', 'deadlineExceeded'].includes(code)
}
