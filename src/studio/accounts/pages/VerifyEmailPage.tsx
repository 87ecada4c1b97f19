import { useEffect, useState } from 'react'
import type { OutcomeOf } from '#kernel/procedures.ts'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { useMe } from '#web/me.ts'
import { words } from '#web/messages.ts'
import { useHistoryState } from '#web/useHistoryState.ts'
import { useRefusalText } from '#web/refusals.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { LinkButton, TextLink } from '#web/ui/LinkButton.tsx'
import { ErrorState, LoadingState } from '#web/ui/states.tsx'
import { accounts } from '../calls.ts'
import { refusals } from '../messages.ts'
import { texts } from '../messages/screens.ts'
import { AccountFrame, FrameLinks } from '../parts/AccountFrame.tsx'
import { DeadLink, deadLinkCode, type DeadLinkCode } from '../parts/DeadLink.tsx'
import { ResendForm } from '../parts/ResendForm.tsx'
import { ResendButton } from '../parts/UnverifiedBanner.tsx'

type Outcome = OutcomeOf<typeof accounts.verifyEmail>

/** The page that the verification link opens; opening it is enough to verify. */
export function VerifyEmailPage() {
  const { token = '', __TSR_key: entry } = useHistoryState()
  // a link opened in the same tab resets the page
  return <Verification key={entry} token={token} />
}

function Verification({ token }: { token: string }) {
  const t = useTexts(texts)
  const { tryAgain } = useTexts(words)
  const explain = useRefusalText(refusals)
  const [outcome, verify] = useVerification(token)
  const dead = outcome && !outcome.ok ? deadLinkCode(outcome.code) : null
  return (
    <AccountFrame title={t.verify.title}>
      {!outcome && (
        <>
          <p className="font-semibold">{t.verify.working}</p>
          <LoadingState label={t.verify.working} shape="text" count={3} />
        </>
      )}
      {outcome?.ok && <Verified email={outcome.value.email} />}
      {dead && <NewLink code={dead} />}
      {outcome && !outcome.ok && !dead && (
        <ErrorState text={t.verify.failed} hint={explain(outcome)} retryLabel={tryAgain} onRetry={verify} />
      )}
    </AccountFrame>
  )
}

/** Runs the command once when the page opens, and again when asked. */
function useVerification(token: string): [outcome: Outcome | null, verify: () => void] {
  const { run } = useCommand(accounts.verifyEmail)
  const [answered, setAnswered] = useState<Outcome | null>(null)
  const [attempt, setAttempt] = useState(1)
  useEffect(() => {
    if (token === '') return
    // `run` returns null while it runs, so React's second effect in development sends nothing
    void run({ token }).then((outcome) => outcome && setAnswered(outcome))
  }, [run, token, attempt])
  const again = () => {
    setAnswered(null)
    setAttempt(attempt + 1)
  }
  return [token === '' ? { ok: false, code: 'linkUnknown' } : answered, again]
}

function Verified({ email }: { email: string }) {
  const { verify } = useTexts(texts)
  const me = useMe()
  const { next } = useHistoryState()
  const signedIn = me.email === email
  return (
    <>
      <Alert kind="success" title={verify.done}>
        {verify.doneHint(email)}
      </Alert>
      {signedIn ? (
        <Onward next={next} />
      ) : (
        <LinkButton to="/login" state={{ email, next }} variant="primary" size="large">
          {verify.toSignIn}
        </LinkButton>
      )}
      {/* offers a reset: the person who signed up, and knows the password, may not own the address */}
      {me.kind === 'visitor' && (
        <FrameLinks>
          <p>
            {verify.notYou}{' '}
            <TextLink to="/forgot-password" state={{ email }}>
              {verify.newPassword}
            </TextLink>
          </p>
        </FrameLinks>
      )}
    </>
  )
}

/** For somebody signed in: back to the class, or wherever else the sign-up began. */
function Onward({ next }: { next: string | undefined }) {
  const { verify } = useTexts(texts)
  return (
    <LinkButton to={next ?? '/dashboard'} variant="primary" size="large">
      {next === undefined ? verify.toDashboard : verify.goOn}
    </LinkButton>
  )
}

function NewLink({ code }: { code: DeadLinkCode }) {
  const t = useTexts(texts)
  const me = useMe()
  const { next } = useHistoryState()
  const [email, setEmail] = useState('')
  if (me.kind !== 'visitor' && me.kind !== 'unverified') {
    return (
      <>
        <DeadLink code={code} also={t.verify.already} />
        <Onward next={next} />
      </>
    )
  }
  return (
    <>
      <DeadLink code={code} also={code === 'linkUsed' ? t.usedForVerification : undefined} />
      {code === 'linkUsed' && me.kind === 'visitor' && (
        <LinkButton to="/login" state={{ next }} variant="primary" size="large">
          {t.verify.toSignIn}
        </LinkButton>
      )}
      <h2 className="mt-3 text-xl">{t.verify.newLink}</h2>
      {me.kind === 'unverified' ? (
        <>
          <p>{t.verify.newLinkTo(me.email ?? '')}</p>
          <ResendButton />
        </>
      ) : (
        <>
          <p className="text-muted">{t.resend.subtitle}</p>
          <ResendForm email={email} onEmail={setEmail} />
        </>
      )}
    </>
  )
}
