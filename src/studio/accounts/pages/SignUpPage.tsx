import { useTexts } from '#web/language.tsx'
import { useHistoryState } from '#web/useHistoryState.ts'
import { TextLink } from '#web/ui/LinkButton.tsx'
import { texts } from '../messages/screens.ts'
import { AccountFrame, FrameLinks } from '../parts/AccountFrame.tsx'
import { SignUpForm } from './SignUpForm.tsx'

export function SignUpPage() {
  const { signUp } = useTexts(texts)
  const { next, token, email } = useHistoryState()
  return (
    <AccountFrame title={signUp.title} subtitle={signUp.subtitle}>
      <SignUpForm />
      <FrameLinks>
        <p>
          {signUp.already}{' '}
          <TextLink to="/login" state={{ next, token, email }}>
            {signUp.toSignIn}
          </TextLink>
        </p>
      </FrameLinks>
    </AccountFrame>
  )
}
