import { commonRefusals, words } from '#web/messages.ts'
import { useTexts } from '#web/language.tsx'
import { useMe } from '#web/me.ts'
import { useMustAccept } from './useTermsFirst.ts'

/** Why the person here can't register or buy, for a button's `whyDisabled`; undefined when they can. */
export function useWhyNotRegister(): string | undefined {
  const notYet = useWhyNotYet()
  const { termsNotAccepted } = useTexts(commonRefusals)
  const mustAccept = useMustAccept()
  return notYet ?? (mustAccept ? termsNotAccepted : undefined)
}

/** The same but for the studio's terms: whoever presses is led to them, by `useTermsFirst`. */
export function useWhyNotYet(): string | undefined {
  const { kind } = useMe()
  const { pleaseSignIn } = useTexts(words)
  const { verificationNeeded } = useTexts(commonRefusals)
  if (kind === 'visitor') return pleaseSignIn
  return kind === 'unverified' ? verificationNeeded : undefined
}
