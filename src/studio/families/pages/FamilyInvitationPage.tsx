import { useSearch } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import type { AnswerOf, InputOf } from '#kernel/procedures.ts'
import { AccountFrame } from '#studio/accounts/parts/AccountFrame.tsx'
import { DeadLink } from '#studio/accounts/parts/DeadLink.tsx'
import { ConfirmCommand } from '#web/ConfirmCommand.tsx'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { LiveAnswer } from '#web/live/LiveAnswer.tsx'
import { words } from '#web/messages.ts'
import { useMay, useMe } from '#web/me.ts'
import { useRefusalText } from '#web/refusals.ts'
import { useHistoryState } from '#web/useHistoryState.ts'
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

/** How an invitation is answered: by the token of its letter, or by its id at one's own address. */
type Way = InputOf<typeof families.acceptInvitation>

/** Where an invitation leads: only a press here makes anything of it. */
export function FamilyInvitationPage() {
  const { of } = useSearch({ from: '/family-invitation' })
  const { token = '' } = useHistoryState()
  const signedIn = useMay('ownAccount')
  if (of !== undefined) return <AtAddress id={of} />
  return token === '' && signedIn ? <AfterSigningUp /> : <ByLetter />
}

/** Without the letter's token, which the letter about the address does not know: the first at the own address. */
function AfterSigningUp() {
  const { loadFailed } = useTexts(texts)
  return (
    <LiveAnswer query={families.received} input={{}} shape="text" count={3} failed={loadFailed} steady>
      {(received) => <First received={received} />}
    </LiveAnswer>
  )
}

function First({ received }: { received: AnswerOf<typeof families.received> }) {
  const t = useTexts(invitationTexts)
  const email = useMe().email ?? ''
  // the same one also when it is answered, and the next becomes the first
  const [id] = useState(received[0]?.id)
  if (id !== undefined) return <Received id={id} asked={received.find((one) => one.id === id)} />
  return (
    <AccountFrame title={t.title.unknown}>
      <Alert kind="info">{t.noneAt(email)}</Alert>
      <LinkButton to="/dashboard">{t.toDashboard}</LinkButton>
    </AccountFrame>
  )
}

/** From the product, without the letter. */
function AtAddress({ id }: { id: string }) {
  const t = useTexts(invitationTexts)
  const { loadFailed } = useTexts(texts)
  const signedIn = useMay('ownAccount')
  return signedIn ? (
    <LiveAnswer query={families.received} input={{}} shape="text" count={3} failed={loadFailed} steady>
      {(received) => <Received key={id} id={id} asked={received.find((one) => one.id === id)} />}
    </LiveAnswer>
  ) : (
    <AccountFrame title={t.title.unknown}>
      <Alert kind="info">{t.signInAsChild}</Alert>
      <LinkButton to="/login" state={{ next: `/family-invitation?of=${id}` }} variant="primary" size="large">
        {t.toSignIn}
      </LinkButton>
    </AccountFrame>
  )
}

/** Once it is answered it is asked no more, and what came of it stays. */
function Received({ id, asked }: { id: string; asked: AnswerOf<typeof families.received>[number] | undefined }) {
  const t = useTexts(invitationTexts)
  const { toFamily, gone } = t
  const email = useMe().email ?? ''
  const [first] = useState(asked)
  const shown = asked ?? first
  return (
    <AccountFrame title={t.title[shown?.kind ?? 'unknown']}>
      {shown ? (
        <Question way={{ invitationId: id }} asked={{ ...shown, email }} />
      ) : (
        <>
          <Alert kind="info">{gone}</Alert>
          <LinkButton to="/account" hash="family">
            {toFamily}
          </LinkButton>
        </>
      )}
    </AccountFrame>
  )
}

function ByLetter() {
  const t = useTexts(invitationTexts)
  const [token, link] = useInvitation()
  const asked = link.state === 'ready' ? link.asked : null
  return (
    <AccountFrame title={t.title[asked?.kind ?? 'unknown']}>
      {link.state === 'looking' && <LoadingState label={t.looking} shape="text" count={3} />}
      {link.state === 'failed' && <Alert kind="problem">{link.problem}</Alert>}
      {link.state === 'dead' && <DeadLink code={link.code} unknown={t.takenBack} also={t.askNew} />}
      {asked && <Question key={token} way={{ token }} asked={asked} />}
    </AccountFrame>
  )
}

function Question({ way, asked }: { way: Way; asked: Asked }) {
  const t = useTexts(invitationTexts)
  const { yourRights } = useTexts(texts)
  const by = asked.by === '' ? t.theStudio : asked.by
  const [declined, setDeclined] = useState(false)
  const names = asked.names.join(', ')
  const allowed = rightNames.filter((name) => asked.rights[name])
  if (declined) return <Alert kind="info">{t.declined(by)}</Alert>
  const no = <No way={way} by={by} onDone={() => setDeclined(true)} />
  if (asked.kind === 'ownSignIn') {
    return (
      <>
        <p className="break-words">{t.ownSignIn(by, names)}</p>
        <p className="break-words text-muted">{t.ownSignInEmail(asked.email)}</p>
        <OwnSignInForm token={way.token ?? ''} email={asked.email} />
        {no}
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
              <li key={name}>{name === 'pays' && asked.rights.canBook ? t.youPay : yourRights[name]}</li>
            ))}
          </ul>
        </div>
      )}
      <Press way={way} asked={asked}>
        {no}
      </Press>
    </>
  )
}

/** Says no, after a question: whoever asked sees it. */
function No({ way, by, onDone }: { way: Way; by: string; onDone: () => void }) {
  const t = useTexts(invitationTexts)
  const explain = useRefusalText(refusals)
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button variant="quiet" onPress={() => setAsking(true)}>
        {t.no}
      </Button>
      {asking && (
        <ConfirmCommand
          command={families.declineInvitation}
          input={way}
          title={t.noTitle}
          question={t.noQuestion(by)}
          confirmLabel={t.no}
          cancelLabel={t.later}
          explain={explain}
          onDone={onDone}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

function Press({ way, asked: { kind, email, names }, children }: { way: Way; asked: Asked; children: ReactNode }) {
  const t = useTexts(invitationTexts)
  const { toSignUp } = useTexts(words)
  const signedIn = useMay('ownAccount')
  const explain = useRefusalText(refusals)
  const { run, pending } = useCommand(families.acceptInvitation)
  const [problem, setProblem] = useState<string | null>(null)
  const [done, setDone] = useState(false)
  const isGuardian = kind === 'guardian'
  const own = useMe().email
  if (!signedIn) {
    // back to here, with the address to which the letter went
    const state = { token: way.token, next: '/family-invitation', email }
    return (
      <>
        <Alert kind="info">{isGuardian ? t.signInFirst(email) : t.signInAsChild}</Alert>
        <Cluster>
          <LinkButton to="/login" state={state} variant="primary" size="large">
            {t.toSignIn}
          </LinkButton>
          {isGuardian && (
            <LinkButton to="/register" state={state} size="large">
              {toSignUp}
            </LinkButton>
          )}
        </Cluster>
        {children}
      </>
    )
  }
  if (done) {
    return (
      <>
        <Alert kind="success">{isGuardian ? t.accepted(names.length) : t.agreed}</Alert>
        <LinkButton to="/account" hash="family">
          {t.toFamily}
        </LinkButton>
      </>
    )
  }

  async function press() {
    const outcome = await run(way)
    if (outcome?.ok) setDone(true)
    else if (outcome) setProblem(explain(outcome))
  }

  return (
    <>
      {own !== null && own !== email && <Alert kind="info">{t.sentElsewhere(email, own)}</Alert>}
      {problem && <Alert kind="problem">{problem}</Alert>}
      <Button variant="primary" size="large" pending={pending} pendingLabel={t.saving} onPress={() => void press()}>
        {isGuardian ? t.accept : t.agree}
      </Button>
      {children}
    </>
  )
}
