import type { Language } from '#kernel/messages.ts'
import type { Refusal } from '#kernel/result.ts'
import { useLanguage } from '#web/language.tsx'
import { commonRefusals } from '#web/messages.ts'

/**
 * Code -> its text, or a function from the refusal's params to the text; what `messages()` returns. Where the text does
 * not say what would help, the entry `${code}Helps` does and is appended.
 */
export type RefusalTexts = Readonly<Record<Language, Readonly<Record<string, string | ((params: never) => string)>>>>

type Params = NonNullable<Refusal['params']>
export type Explain = (refusal: Pick<Refusal, 'code' | 'params'>) => string

/**
 * The text of a refusal in the reader's language: from the first dictionary that has its code, else from the common
 * ones. An unknown code reads as an unexpected failure.
 */
export function useRefusalText(...dictionaries: readonly RefusalTexts[]): Explain {
  const { language } = useLanguage()
  return (refusal) => explain(refusal, language, dictionaries)
}

/**
 * As `useRefusalText`, outside of components. Where a dictionary has a text for `unexpected`, every failure to get a
 * response begins with that text.
 */
export function explain(
  refusal: Pick<Refusal, 'code' | 'params'>,
  language: Language,
  dictionaries: readonly RefusalTexts[],
): string {
  const own = textOf(refusal, language, dictionaries)
  if (own !== null) return own
  const reason = textOf(refusal, language, [commonRefusals]) ?? commonRefusals[language].unexpected({})
  const failed = isFailure(refusal.code) ? textOf({ code: 'unexpected' }, language, dictionaries) : null
  return failed === null ? reason : joined(failed, reason)
}

function textOf(
  { code, params = {} }: Pick<Refusal, 'code' | 'params'>,
  language: Language,
  dictionaries: readonly RefusalTexts[],
): string | null {
  for (const dictionary of dictionaries) {
    const texts = dictionary[language]
    // own properties only: a code such as 'constructor' must not find what every object inherits
    const text = Object.hasOwn(texts, code) ? texts[code] : undefined
    if (!text) continue
    const said = typeof text === 'string' ? text : (text as (params: Params) => string)(params)
    const helps = texts[`${code}Helps`]
    return typeof helps === 'string' ? `${whole(said)} ${helps}` : said
  }
  return null
}

/** The texts of a refused form by field, as `Form` takes them in `errors`. */
export function fieldTexts(refusal: Pick<Refusal, 'fields'>, explain: Explain): Record<string, string> {
  const fields = Object.entries(refusal.fields ?? {})
  return Object.fromEntries(fields.map(([name, code]) => [name, explain({ code })]))
}

/** Matches "Please … try again.", but not where it says after how long. */
const PLEA = / (?:Please|Palun)[^.]* (?:try again(?: in a moment)?|uuesti)\./

/** What failed, then the reason; drops the second "Please try again." where both contain one. */
export function joined(failed: string, reason: string): string {
  const why = PLEA.test(failed) ? reason.replace(PLEA, '') : reason
  return `${whole(failed)} ${why}`
}

const whole = (sentence: string) => (/[.!?]$/.test(sentence) ? sentence : `${sentence}.`)

/** Whether the code means that no proper response came, rather than a refusal by the studio. */
export function isFailure(code: string): boolean {
  return ['unexpected', 'busy', 'unreachable', 'deadlineExceeded'].includes(code)
}
