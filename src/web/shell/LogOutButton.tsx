import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { accounts } from '#studio/accounts/calls.ts'
import { may } from '#studio/accounts/rules.ts'
import { send } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { becameSomeoneElse, useMe } from '#web/me.ts'
import { useRefusalText } from '#web/refusals.ts'
import { Button } from '#web/ui/Button.tsx'
import { toast } from '#web/ui/toast.ts'
import { shellTexts } from './messages.ts'

/** Ends the session and leads to the sign-in screen; who has not verified the e-mail leaves from there. */
export function LogOutButton() {
  const texts = useTexts(shellTexts)
  const explain = useRefusalText()
  const navigate = useNavigate()
  const { kind } = useMe()
  const [pending, setPending] = useState(false)
  if (!may(kind, 'ownAccount')) return null

  async function logOut() {
    setPending(true)
    const outcome = await send(accounts.signOut, {})
    if (outcome.ok) {
      await becameSomeoneElse()
      await navigate({ to: '/login' })
    } else toast.problem(explain(outcome))
    setPending(false)
  }
  return (
    <Button size="small" onPress={() => void logOut()} pending={pending} pendingLabel={texts.loggingOut}>
      {texts.logOut}
    </Button>
  )
}
