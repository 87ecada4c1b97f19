import { useMatch } from '@tanstack/react-router'
import { MailWarning } from 'lucide-react'
import { useTexts } from '#web/language.tsx'
import { useMe } from '#web/me.ts'
import { TextLink } from '#web/ui/LinkButton.tsx'
import { shellTexts } from './messages.ts'

/** For signed-in people with an unverified e-mail; the sign-in screen says more. */
export function VerifyNotice() {
  const texts = useTexts(shellTexts)
  const unverified = useMe().kind === 'unverified'
  const atLogin = useMatch({ from: '/login', shouldThrow: false }) !== undefined
  return (
    <div role="status">
      {unverified && (
        <p className="bg-info-soft px-4 py-2 text-center text-sm font-semibold text-info">
          <MailWarning aria-hidden="true" className="mr-2 inline size-4 align-[-0.15em]" />
          <span className="mr-3">{texts.verifyNotice}</span>
          {!atLogin && <TextLink to="/login">{texts.verifyLink}</TextLink>}
        </p>
      )}
    </div>
  )
}
