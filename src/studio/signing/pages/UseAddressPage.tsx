import { useState } from 'react'
import { refusals as accountRefusals } from '#studio/accounts/messages.ts'
import { AccountFrame } from '#studio/accounts/parts/AccountFrame.tsx'
import { DeadLink } from '#studio/accounts/parts/DeadLink.tsx'
import { may } from '#studio/accounts/rules.ts'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { useMe } from '#web/me.ts'
import { useRefusalText } from '#web/refusals.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { LoadingState } from '#web/ui/states.tsx'
import { signing } from '../calls.ts'
import { refusals, texts } from '../messages.ts'
import { useLink } from './useLink.ts'

/** Page of the link in the letter to a new address. Only the button makes it effective. */
export function UseAddressPage() {
  const { use: t, working } = useTexts(texts)
  const [token, link] = useLink(signing.checkAddressLink)
  const [used, setUsed] = useState<string | null>(null)
  const toAccount = <LinkButton to="/account">{t.toAccount}</LinkButton>
  return (
    <AccountFrame title={t.title}>
      {used !== null ? (
        <>
          <Alert kind="success">{t.done(used)}</Alert>
          {toAccount}
        </>
      ) : (
        <>
          {link.state === 'looking' && <LoadingState label={working} shape="text" count={2} />}
          {link.state === 'failed' && <Alert kind="problem">{link.problem}</Alert>}
          {link.state === 'dead' && (
            <>
              <DeadLink code={link.code} also={t.newLink} />
              {toAccount}
            </>
          )}
          {link.state === 'ready' && (
            <>
              <p className="break-words">{t.question(link.email)}</p>
              <Press token={token} onUsed={setUsed} />
            </>
          )}
        </>
      )}
    </AccountFrame>
  )
}

function Press({ token, onUsed }: { token: string; onUsed: (email: string) => void }) {
  const { use: t } = useTexts(texts)
  const { kind } = useMe()
  const explain = useRefusalText(refusals, accountRefusals)
  const { run, pending } = useCommand(signing.takeAddress)
  const [problem, setProblem] = useState<string | null>(null)
  if (!may(kind, 'ownAccount')) {
    return (
      <>
        <Alert kind="info">{t.signIn}</Alert>
        <LinkButton to="/login" state={{ token, next: '/use-address' }} variant="primary" size="large">
          {t.toSignIn}
        </LinkButton>
      </>
    )
  }

  async function press() {
    const outcome = await run({ token })
    if (outcome?.ok) onUsed(outcome.value.email)
    else if (outcome) setProblem(explain(outcome))
  }

  return (
    <>
      {problem && <Alert kind="problem">{problem}</Alert>}
      <Button variant="primary" size="large" pending={pending} onPress={() => void press()}>
        {t.submit}
      </Button>
    </>
  )
}
