import { useTexts } from '#web/language.tsx'
import { TextLink } from '#web/ui/LinkButton.tsx'
import { texts } from '../messages/screens.ts'
import { AccountFrame, FrameLinks } from './AccountFrame.tsx'
import { ResetLinkForm } from './ResetLinkForm.tsx'

export function ForgotPasswordPage() {
  const { forgot } = useTexts(texts)
  return (
    <AccountFrame title={forgot.title} subtitle={forgot.subtitle}>
      <ResetLinkForm />
      <FrameLinks>
        <p>
          <TextLink to="/login">{forgot.backToLogin}</TextLink>
        </p>
      </FrameLinks>
    </AccountFrame>
  )
}
