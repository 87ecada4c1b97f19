import type { Language } from '#kernel/messages.ts'
import type { Refusal } from '#kernel/result.ts'
import { useLanguage } from '#web/language.tsx'
import { commonRefusals } from '#web/messages.ts'

/**
 * Code -> its text, or the text as a function of the refusal's params; what `messages()` returns. Where the text does not
 * say what would help, the entry `${code}Helps` does, and is said after it.
 */
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

/**
 * As `useRefusalText`, outside of components. Where a dictionary words what happened `unexpected`ly, every failure of
 * the way there begins with its words.
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
    // a code comes over the wire: 'constructor' must not find what every object has
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

/** "Please try again.", with nothing about when. */
const PLEA = / (?:Please|Palun)[^.]* (?:try again(?: in a moment)?|uuesti)\./

/** What failed, and why. Asked once to try again, one need not be asked by the reason as well. */
export function joined(failed: string, reason: string): string {
  const why = PLEA.test(failed) ? reason.replace(PLEA, '') : reason
  return `${whole(failed)} ${why}`
}

const whole = (sentence: string) => (/[.!?]$/.test(sentence) ? sentence : `${sentence}.`)

/** Failures of the way there rather than an answer from the studio. */
export function isFailure(code: string): boolean {
  return ['unexpected', 'busy', 'unreachable', 'deadlineExceeded'].includes(code)
}
