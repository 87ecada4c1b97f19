import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { accounts } from '#studio/accounts/calls.ts'
import { may } from '#studio/accounts/rules.ts'
import { signOutTexts } from '#studio/door/messages/signOut.ts'
import { send } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { useConnectionState } from '#web/live/useLive.ts'
import { becameSomeoneElse, endingHere, useMe } from '#web/me.ts'
import { useRefusalText } from '#web/refusals.ts'
import { useStudio } from '#web/studio.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/Dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { forgetTyped } from '#web/ui/typed.ts'
import { shellTexts } from './messages.ts'

/** Resolves also if its code can't be loaded: the session has ended, and the screen must not stay. */
const forgetDoor = () =>
  import('#studio/door/parts/kept.ts').then(
    ({ forgetPage }) => forgetPage(),
    () => {},
  )

/** Number of an account's taps that are not sent yet; 0 if they can't be read: they stay, and signing out must work. */
async function unsentOf(accountId: string | null): Promise<number> {
  try {
    const { readWaiting } = await import('#studio/door/parts/outbox.ts')
    return (await readWaiting()).filter((one) => one.accountId === accountId).length
  } catch {
    return 0
  }
}

/** Ends the session and leads to the sign-in screen; a person with an unverified e-mail leaves from there. */
export function LogOutButton() {
  const texts = useTexts(shellTexts)
  const explain = useRefusalText()
  const navigate = useNavigate()
  const { kind, accountId } = useMe()
  const { features } = useStudio()
  const atDoor = useTexts(signOutTexts)
  const [unsent, setUnsent] = useState(0)
  const [pending, setPending] = useState(false)
  const isOffline = useConnectionState() === 'offline'
  if (!may(kind, 'ownAccount')) return null

  /** Warns first of taps at the door that are not sent yet. */
  async function ask() {
    const atDoors = features.includes('door') && may(kind, 'takeAttendance')
    const own = atDoors ? await unsentOf(accountId) : 0
    if (own > 0) setUnsent(own)
    else await logOut()
  }

  async function logOut() {
    setUnsent(0)
    setPending(true)
    const outcome = await endingHere(send(accounts.signOut, {}))
    if (outcome.ok) {
      if (features.includes('door')) await forgetDoor()
      forgetTyped()
      await becameSomeoneElse()
      await navigate({ to: '/login', ignoreBlocker: true })
    } else toast.problem(explain(outcome))
    setPending(false)
  }
  return (
    <>
      <Button size="small" onPress={() => void ask()} pending={pending} pendingLabel={texts.loggingOut}>
        {texts.logOut}
      </Button>
      <ConfirmDialog
        open={unsent > 0}
        title={atDoor.signOutTitle(unsent)}
        message={atDoor.signOutHint}
        confirmLabel={atDoor.signOutAnyway}
        cancelLabel={atDoor.stay}
        whyDisabled={isOffline ? explain({ code: 'unreachable' }) : undefined}
        onConfirm={() => void logOut()}
        onCancel={() => setUnsent(0)}
      />
    </>
  )
}
