import { useState } from 'react'
import { AccountFrame } from '#studio/accounts/parts/AccountFrame.tsx'
import { DeadLink } from '#studio/accounts/parts/DeadLink.tsx'
import { may } from '#studio/accounts/rules.ts'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { words } from '#web/messages.ts'
import { useMe } from '#web/me.ts'
import { useRefusalText } from '#web/refusals.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Cluster } from '#web/ui/Card.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { LoadingState } from '#web/ui/states.tsx'
import { families } from '../calls.ts'
import type { Asked } from '../contract.ts'
import { refusals, texts } from '../messages.ts'
import { invitationTexts } from '../messages/invitation.ts'
import { rightNames } from '../rules.ts'
import { OwnSignInForm } from './OwnSignInForm.tsx'
import { useInvitation } from './useInvitation.ts'

/** Where the link of an invitation leads: only a press here makes anything of it. */
export function FamilyInvitationPage() {
  const t = useTexts(invitationTexts)
  const [token, link] = useInvitation()
  const asked = link.state === 'ready' ? link.asked : null
  return (
    <AccountFrame title={t.title[asked?.kind ?? 'unknown']}>
      {link.state === 'looking' && <LoadingState label={t.looking} shape="text" count={3} />}
      {link.state === 'failed' && <Alert kind="problem">{link.problem}</Alert>}
      {link.state === 'dead' && <DeadLink code={link.code} also={t.askNew} />}
      {asked && <Question key={token} token={token} asked={asked} />}
    </AccountFrame>
  )
}

function Question({ token, asked }: { token: string; asked: Asked }) {
  const t = useTexts(invitationTexts)
  const { rights } = useTexts(texts)
  const by = asked.by === '' ? t.theStudio : asked.by
  const names = asked.names.join(', ')
  const allowed = rightNames.filter((name) => asked.rights[name])
  if (asked.kind === 'ownSignIn') {
    return (
      <>
        <p className="break-words">{t.ownSignIn(by, names)}</p>
        <p className="break-words text-muted">{t.ownSignInEmail(asked.email)}</p>
        <OwnSignInForm token={token} email={asked.email} />
      </>
    )
  }
  return (
    <>
      <p className="break-words">{asked.kind === 'guardian' ? t.guardian(by, names) : t.child(by)}</p>
      {asked.kind === 'guardian' && allowed.length > 0 && (
        <div>
          <h2 className="text-lg">{t.youCan}</h2>
          <ul className="list-disc pl-6">
            {allowed.map((name) => (
              <li key={name}>{rights[name]}</li>
            ))}
          </ul>
        </div>
      )}
      <Press token={token} kind={asked.kind} />
    </>
  )
}

function Press({ token, kind }: { token: string; kind: 'guardian' | 'child' }) {
  const t = useTexts(invitationTexts)
  const { toSignUp } = useTexts(words)
  const me = useMe()
  const explain = useRefusalText(refusals)
  const { run, pending } = useCommand(families.acceptInvitation)
  const [problem, setProblem] = useState<string | null>(null)
  const [done, setDone] = useState(false)
  const isGuardian = kind === 'guardian'
  if (!may(me.kind, 'ownAccount')) {
    return (
      <>
        <Alert kind="info">{isGuardian ? t.signInFirst : t.signInAsChild}</Alert>
        <Cluster>
          <LinkButton to="/login" state={{ token, next: '/family-invitation' }} variant="primary" size="large">
            {t.toSignIn}
          </LinkButton>
          {isGuardian && (
            <LinkButton to="/register" size="large">
              {toSignUp}
            </LinkButton>
          )}
        </Cluster>
      </>
    )
  }
  if (done) {
    return (
      <>
        <Alert kind="success">{isGuardian ? t.accepted : t.agreed}</Alert>
        <LinkButton to="/account">{t.toFamily}</LinkButton>
      </>
    )
  }

  async function press() {
    const outcome = await run({ token })
    if (outcome?.ok) setDone(true)
    else if (outcome) setProblem(explain(outcome))
  }

  return (
    <>
      {problem && <Alert kind="problem">{problem}</Alert>}
      <Button variant="primary" size="large" pending={pending} pendingLabel={t.saving} onPress={() => void press()}>
        {isGuardian ? t.accept : t.agree}
      </Button>
    </>
  )
}
