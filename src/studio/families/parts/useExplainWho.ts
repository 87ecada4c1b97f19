import type { Refusal } from '#kernel/result.ts'
import { useTexts } from '#web/language.tsx'
import { forWhomTexts } from '../messages/forWhom.ts'

/** The text of a refusal of what was wanted for several, with the name of the one who stood in the way. */
export function useExplainWho(explain: (refusal: Refusal) => string): (refusal: Refusal) => string {
  const t = useTexts(forWhomTexts)
  return (refusal) => {
    const who = refusal.params?.['who']
    return typeof who === 'string' && who !== '' ? t.who(who, explain(refusal)) : explain(refusal)
  }
}
