import { useTexts } from '#web/language.tsx'
import { texts } from '../messages/screens.ts'
import { AccountFrame } from '../parts/AccountFrame.tsx'
import { BackToLogin } from './BackToLogin.tsx'
import { ResetLinkForm } from './ResetLinkForm.tsx'

/** Asks for a reset link; also shown at `/reset-password` without a token, for people who are signed in. */
export function ForgotPasswordPage() {
  const { forgot } = useTexts(texts)
  return (
    <AccountFrame title={forgot.title} subtitle={forgot.subtitle}>
      <ResetLinkForm />
      <BackToLogin />
    </AccountFrame>
  )
}
