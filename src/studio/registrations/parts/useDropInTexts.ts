import type { Refusal } from '#kernel/result.ts'
import { choiceRefusals } from '#studio/payments/messages.ts'
import { useTexts } from '#web/language.tsx'
import { isFailure, joined, useRefusalText } from '#web/refusals.ts'
import { refusals, texts } from '../messages.ts'

/** Error texts of a drop-in: each kind of failure has its own. */
export function useDropInTexts(): (refusal: Refusal) => string {
  const t = useTexts(texts)
  const explain = useRefusalText(refusals, choiceRefusals)
  return (refusal) => {
    const { code } = refusal
    if (code === 'notAllowed') return t.ourFault
    if (code === 'unexpected') return joined(t.dropInFailed, explain(refusal))
    if (isFailure(code)) return joined(t.paymentFailed, explain(refusal))
    if (Object.hasOwn(choiceRefusals.en, code)) return explain(refusal)
    return t.registrationFailed(explain(refusal))
  }
}
