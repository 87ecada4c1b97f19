import { useTexts } from '#web/language.tsx'
import { words } from '#web/messages.ts'
import { useRefusalText } from '#web/refusals.ts'
import type { FieldErrors } from '#web/ui/Form.tsx'
import { refusals } from '../messages.ts'

export type WrongFields = Readonly<Record<string, string | undefined>>

const specific: Readonly<Record<string, string>> = { email: 'emailRequired', password: 'passwordRequired' }

/** The message for each wrong field; an empty field is named, since the form's alert already says the rest. */
export function useFieldErrors(): (wrong: WrongFields) => FieldErrors {
  const explain = useRefusalText(refusals)
  const { required } = useTexts(words)
  const textOf = (name: string, code: string) => {
    if (code !== 'fillRequired') return explain({ code })
    return specific[name] ? explain({ code: specific[name] }) : required
  }
  return (wrong) =>
    Object.fromEntries(Object.entries(wrong).flatMap(([name, code]) => (code ? [[name, textOf(name, code)]] : [])))
}

/** What a form says above its fields when some of them are empty. */
export function missingCode(wrong: WrongFields): 'fillRequired' | 'missingRequired' | null {
  const missing = Object.keys(wrong).filter((name) => wrong[name] === 'fillRequired')
  if (missing.length === 0) return null
  return missing.every((name) => ['email', 'password', 'confirmPassword'].includes(name))
    ? 'missingRequired'
    : 'fillRequired'
}
