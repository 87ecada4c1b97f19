import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { AccountFrame } from '#studio/accounts/parts/AccountFrame.tsx'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { joined, useRefusalText } from '#web/refusals.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { notices } from '../calls.ts'
import { refusals, texts, unsubscribeTexts } from '../messages.ts'
import { isOptional, kindsIn } from '../rules.ts'

/** Page of a letter's unsubscribe link. Opening it changes nothing, as mail programs open links too. */
export function UnsubscribePage() {
  const token = useParams({ from: '/unsubscribe/$id' }).id
  const t = useTexts(unsubscribeTexts)
  const { kinds } = useTexts(texts)
  const explain = useRefusalText(refusals)
  const { run, pending } = useCommand(notices.unsubscribe)
  const [outcome, setOutcome] = useState<'open' | 'done' | { readonly problem: string }>('open')
  const ended = kindsIn(token).filter(isOptional)

  async function press() {
    const answer = await run({ token })
    if (answer) setOutcome(answer.ok ? 'done' : { problem: joined(t.failed, explain(answer)) })
  }

  if (outcome === 'done') {
    return (
      <AccountFrame title={t.title}>
        <Alert kind="success">{t.done}</Alert>
        <p className="text-muted">{t.change}</p>
        <LinkButton to="/account">{t.account}</LinkButton>
      </AccountFrame>
    )
  }
  return (
    <AccountFrame title={t.title}>
      {ended.length === 0 && <Alert kind="problem">{explain({ code: 'linkDead' })}</Alert>}
      {outcome !== 'open' && <Alert kind="problem">{outcome.problem}</Alert>}
      {ended.length > 0 && (
        <>
          <p>{t.question}</p>
          <ul className="list-disc pl-6 font-semibold">
            {ended.map((kind) => (
              <li key={kind}>{kinds[kind]}</li>
            ))}
          </ul>
          <Button variant="primary" size="large" pending={pending} onPress={() => void press()}>
            {t.submit}
          </Button>
        </>
      )}
    </AccountFrame>
  )
}
