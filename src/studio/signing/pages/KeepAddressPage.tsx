import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { refusals as accountRefusals } from '#studio/accounts/messages.ts'
import { AccountFrame, FrameLinks } from '#studio/accounts/parts/AccountFrame.tsx'
import { DeadLink } from '#studio/accounts/parts/DeadLink.tsx'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { becameSomeoneElse, endingHere } from '#web/me.ts'
import { useRefusalText } from '#web/refusals.ts'
import { useStudio } from '#web/studio.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { OutsideLink } from '#web/ui/LinkButton.tsx'
import { LoadingState } from '#web/ui/states.tsx'
import { signing } from '../calls.ts'
import { refusals, texts } from '../messages.ts'
import { useLink } from './useLink.ts'

/** Page of the link in the letter to the old address. Only the button takes the address back. */
export function KeepAddressPage() {
  const { keep: t, working } = useTexts(texts)
  const [token, link] = useLink(signing.checkKeepLink)
  return (
    <AccountFrame title={t.title}>
      {link.state === 'looking' && <LoadingState label={working} shape="text" count={2} />}
      {link.state === 'failed' && <Alert kind="problem">{link.problem}</Alert>}
      {link.state === 'dead' && <DeadLink code={link.code} />}
      {link.state === 'ready' && (
        <>
          <p className="break-words">{t.question(link.email)}</p>
          <Press token={token} />
        </>
      )}
      <Help />
    </AccountFrame>
  )
}

function Press({ token }: { token: string }) {
  const { keep: t } = useTexts(texts)
  const explain = useRefusalText(refusals, accountRefusals)
  const navigate = useNavigate()
  const { run, pending } = useCommand(signing.keepAddress)
  const [problem, setProblem] = useState<string | null>(null)

  async function press() {
    const outcome = await endingHere(run({ token }))
    if (outcome === null) return
    if (!outcome.ok) return setProblem(explain(outcome))
    // all sessions have ended, perhaps also this tab's
    await becameSomeoneElse()
    await navigate({ to: '/reset-password', state: { token: outcome.value.token }, replace: true })
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

function Help() {
  const { keep: t } = useTexts(texts)
  const { supportEmail } = useStudio()
  return (
    <FrameLinks>
      <p>
        {t.help} <OutsideLink href={`mailto:${supportEmail}`}>{supportEmail}</OutsideLink>
      </p>
    </FrameLinks>
  )
}
