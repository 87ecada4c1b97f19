import { useState } from 'react'
import { send } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { useLive } from '#web/live/useLive.ts'
import { useRefusalText } from '#web/refusals.ts'
import { useHistoryState } from '#web/useHistoryState.ts'
import { Button } from '#web/ui/Button.tsx'
import { toast } from '#web/ui/toast.ts'
import { signing } from '../calls.ts'
import { signInRefusals, signInTexts } from '../messages/signIn.ts'
import { rememberState } from './providerState.ts'

/** Button to the sign-in provider, if there is one. */
export function ContinueElsewhere({ wide = false }: { wide?: boolean }) {
  const t = useTexts(signInTexts)
  const explain = useRefusalText(signInRefusals)
  const live = useLive(signing.provider, {})
  const { next } = useHistoryState()
  const [pending, setPending] = useState(false)
  const name = live.state === 'ready' ? live.answer?.name : undefined
  if (name === undefined) return null

  async function leave() {
    setPending(true)
    const outcome = await send(signing.beginProvider, {})
    if (outcome.ok) {
      rememberState(outcome.value.state, next)
      // enable the button again if the user comes back with the browser's back button
      addEventListener('pageshow', () => setPending(false), { once: true })
      return location.assign(outcome.value.url)
    }
    toast.problem(explain(outcome))
    setPending(false)
  }

  return (
    <Button wide={wide} pending={pending} onPress={() => void leave()}>
      {t.provider(name)}
    </Button>
  )
}
