import { useState } from 'react'
import { useTexts } from '#web/language.tsx'
import { words } from '#web/messages.ts'
import { useMe } from '#web/me.ts'
import { useHistoryState } from '#web/useHistoryState.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { TextLink } from '#web/ui/LinkButton.tsx'
import { texts } from '#studio/accounts/messages/screens.ts'
import { AccountFrame, FrameLinks } from '#studio/accounts/parts/AccountFrame.tsx'
import { ResendForm } from '#studio/accounts/parts/ResendForm.tsx'
import { SignInForm } from './SignInForm.tsx'
import { useGivenEmail } from '#studio/accounts/parts/useGivenEmail.ts'
import { UnverifiedBanner } from '#studio/accounts/parts/UnverifiedBanner.tsx'

export function SignInPage() {
  const t = useTexts(texts)
  const { toSignUp, signedOut, lost } = useTexts(words)
  const me = useMe()
  const { notice, form, next, token } = useHistoryState()
  const [email, setEmail] = useGivenEmail()
  // focus a field only after switching forms, not on arrival
  const [switched, setSwitched] = useState(false)
  const onSwitch = () => setSwitched(true)

  if (form === 'resend') {
    return (
      <AccountFrame title={t.resend.title} subtitle={t.resend.subtitle}>
        <ResendForm email={email} onEmail={setEmail} autoFocus={switched} />
        <FrameLinks>
          <p>
            <TextLink to="/login" state={{ email, next, token }} onClick={onSwitch}>
              {t.resend.backToLogin}
            </TextLink>
          </p>
        </FrameLinks>
      </AccountFrame>
    )
  }
  return (
    <AccountFrame title={t.signIn.title} subtitle={t.signIn.subtitle}>
      {notice === 'signedUp' && <Alert kind="success">{t.signUp.done}</Alert>}
      {notice === 'passwordSet' && <Alert kind="success">{t.signIn.passwordSet}</Alert>}
      {notice === 'passwordChanged' && <Alert kind="success">{t.signIn.passwordChanged}</Alert>}
      {notice === 'signedOut' && me.kind === 'visitor' && <Alert kind="info">{signedOut}</Alert>}
      {notice === 'lost' && <Alert kind="info">{lost}</Alert>}
      {me.kind === 'unverified' && <UnverifiedBanner email={me.email ?? ''} />}
      <SignInForm email={email} onEmail={setEmail} autoFocus={switched} />
      <FrameLinks>
        <p>
          {t.signIn.newHere}{' '}
          <TextLink to="/register" state={{ next, token, email }}>
            {toSignUp}
          </TextLink>
        </p>
        {me.kind === 'visitor' && (
          <p>
            <TextLink to="/login" state={{ form: 'resend', email, next, token }} onClick={onSwitch}>
              {t.signIn.toResend}
            </TextLink>
          </p>
        )}
        <p>
          <TextLink to="/classes">{t.signIn.toClasses}</TextLink>
        </p>
      </FrameLinks>
    </AccountFrame>
  )
}
