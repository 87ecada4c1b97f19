import { useEffect, useRef, useState } from 'react'
import { send, useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { becameSomeoneElse, endingHere } from '#web/me.ts'
import { useRefusalText } from '#web/refusals.ts'
import { useHistoryState } from '#web/useHistoryState.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { accounts } from '../calls.ts'
import { refusals, resendRefusals } from '../messages.ts'
import { texts } from '../messages/screens.ts'
import { pathToReturn } from '../rules/comingBack.ts'
import { SENT_SHOWN, useMoment } from './useMoment.ts'

/** Banner for a signed-in person whose e-mail is not verified yet. */
export function UnverifiedBanner({ email }: { email: string }) {
  const t = useTexts(texts)
  const heading = useRef<HTMLHeadingElement>(null)
  // the banner appears above the form that was just sent: scroll to it, and let screen readers read it
  useEffect(() => heading.current?.focus(), [])
  return (
    <Card tone="accent">
      <div>
        <h2 ref={heading} tabIndex={-1} className="text-lg outline-none">
          {t.banner.title}
        </h2>
        <p className="mt-1">{t.banner.hint(email)}</p>
      </div>
      <ResendButton />
    </Card>
  )
}

/** Sends the verification link again to the signed-in person. */
export function ResendButton() {
  const t = useTexts(texts)
  const explain = useRefusalText(resendRefusals, refusals)
  const { run, pending } = useCommand(accounts.resendVerification)
  const { next } = useHistoryState()
  const [problem, setProblem] = useState<string | null>(null)
  const [sent, showSent, hideSent] = useMoment(SENT_SHOWN)
  const [leaving, setLeaving] = useState(false)

  async function resend() {
    setProblem(null)
    hideSent()
    const outcome = await run({ next: pathToReturn(next) })
    if (outcome?.ok) showSent()
    else if (outcome) setProblem(explain(outcome))
  }
  async function leave() {
    setLeaving(true)
    const outcome = await endingHere(send(accounts.signOut, {}))
    if (outcome.ok) await becameSomeoneElse()
    else setProblem(explain(outcome))
    setLeaving(false)
  }

  return (
    <>
      {problem && <Alert kind="problem">{t.banner.error(problem)}</Alert>}
      {sent && <Alert kind="success">{t.resend.sent}</Alert>}
      <div className="flex flex-wrap gap-x-3 gap-y-2">
        <Button variant="primary" onPress={() => void resend()} pending={pending} pendingLabel={t.resend.sending}>
          {t.banner.resend}
        </Button>
        <Button variant="quiet" onPress={() => void leave()} pending={leaving}>
          {t.banner.notYou}
        </Button>
      </div>
    </>
  )
}
