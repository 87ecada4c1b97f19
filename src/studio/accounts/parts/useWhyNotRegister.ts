import { mustAccept } from '../rules.ts'
import { useStudio } from '#web/studio.tsx'
import { commonRefusals, words } from '#web/messages.ts'
import { useTexts } from '#web/language.tsx'
import { useMe } from '#web/me.ts'

/** Why the person here can't register or buy, for a button's `whyDisabled`; undefined when they can. */
export function useWhyNotRegister(): string | undefined {
  const { kind, acceptedTerms } = useMe()
  const { terms } = useStudio()
  const { pleaseSignIn } = useTexts(words)
  const { verificationNeeded, termsNotAccepted } = useTexts(commonRefusals)
  if (kind === 'visitor') return pleaseSignIn
  if (kind === 'unverified') return verificationNeeded
  return mustAccept(terms, acceptedTerms) ? termsNotAccepted : undefined
}
