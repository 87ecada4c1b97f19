import { commonRefusals, words } from '#web/messages.ts'
import { useTexts } from '#web/language.tsx'
import { useMe } from '#web/me.ts'

/**
 * Why the person here can't register or buy, for a button's `whyDisabled`; undefined when they can. Who has yet to accept the
 * studio's terms can press, and is led to them by `useTermsFirst`.
 */
export function useWhyNotYet(): string | undefined {
  const { kind } = useMe()
  const { pleaseSignIn } = useTexts(words)
  const { verificationNeeded } = useTexts(commonRefusals)
  if (kind === 'visitor') return pleaseSignIn
  return kind === 'unverified' ? verificationNeeded : undefined
}
