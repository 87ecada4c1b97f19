import { useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { refusals as accountRefusals } from '#studio/accounts/messages.ts'
import { AccountFrame } from '#studio/accounts/parts/AccountFrame.tsx'
import { send } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { words } from '#web/messages.ts'
import { becameSomeoneElse, useMe } from '#web/me.ts'
import { useRefusalText } from '#web/refusals.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { LoadingState } from '#web/ui/states.tsx'
import { signing } from '../calls.ts'
import { refusals } from '../messages.ts'
import { signInRefusals, signInTexts } from '../messages/signIn.ts'
import { takeState } from '../parts/providerState.ts'

/** Page to which the sign-in provider redirects. */
export function SignedInElsewherePage() {
  const { elsewhere: t } = useTexts(signInTexts)
  const { toSignUp } = useTexts(words)
  const explain = useRefusalText(signInRefusals, refusals, accountRefusals)
  const navigate = useNavigate()
  const { history } = useRouter()
  const { kind } = useMe()
  const [refused, setRefused] = useState<Parameters<typeof explain>[0] | null>(null)
  const [linked, setLinked] = useState(false)
  const [next, setNext] = useState<string>()
  const begun = useRef(false)
  useEffect(() => {
    // the provider's code can be used only once
    if (begun.current) return
    begun.current = true
    void finish()

    async function finish() {
      const query = location.search.slice(1)
      await navigate({ to: '/signed-in-elsewhere', search: {}, replace: true })
      const { state, next: kept } = takeState()
      setNext(kept)
      const outcome = await send(signing.finishProvider, { state: state ?? '', query })
      if (!outcome.ok) return setRefused(outcome)
      const { ticket, email } = outcome.value
      if (outcome.value.kind === 'linked') return setLinked(true)
      if (ticket !== undefined) return navigate({ to: '/login', state: { ticket, email, next: kept }, replace: true })
      await becameSomeoneElse()
      if (kept) history.replace(kept)
      else await navigate({ to: '/dashboard', replace: true })
    }
  }, [navigate, history])
  return (
    <AccountFrame title={t.title}>
      {!refused && !linked && <LoadingState label={t.working} shape="text" count={2} />}
      {linked && <Alert kind="success">{t.linked}</Alert>}
      {refused && <Alert kind="problem">{explain(refused)}</Alert>}
      {(linked || (refused && kind !== 'visitor')) && <LinkButton to="/account">{t.toAccount}</LinkButton>}
      {refused && kind === 'visitor' && (
        <>
          <LinkButton to="/login" state={{ next }} variant="primary" size="large">
            {t.toSignIn}
          </LinkButton>
          {refused.code === 'noAccount' && (
            <LinkButton to="/register" state={{ next }}>
              {toSignUp}
            </LinkButton>
          )}
        </>
      )}
    </AccountFrame>
  )
}
