import { commonRefusals, words } from '#web/messages.ts'
import { useTexts } from '#web/language.tsx'
import { useMe } from '#web/me.ts'

/**
 * Why the signed-in person can't register or buy, for a button's `whyDisabled`; undefined if they can. A person who
 * has yet to accept the terms can press, and is sent to them by `useTermsFirst`.
 */
export function useWhyNotYet(): string | undefined {
  const { kind } = useMe()
  const { pleaseSignIn } = useTexts(words)
  const { verificationNeeded } = useTexts(commonRefusals)
  if (kind === 'visitor') return pleaseSignIn
  return kind === 'unverified' ? verificationNeeded : undefined
}
