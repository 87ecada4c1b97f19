import { lazyRouteComponent, useMatch } from '@tanstack/react-router'
import { Suspense, useEffect, useState, type ReactNode } from 'react'
import { useMe } from '#web/me.ts'
import { useStudio } from '#web/studio.tsx'

type Notice = (props: { accountId: string | null }) => ReactNode
/** Renders nothing where its code can't be loaded. */
const NotSentHere = lazyRouteComponent(() =>
  import('#studio/door/parts/NotSentHere.tsx').then(
    (file): { default: Notice } => ({ default: file.NotSentHere }),
    () => ({ default: () => null }),
  ),
)

/** On the sign-in screen: taps at the door that wait on this device until their account signs in again. */
export function UnsentNotice() {
  const { kind, accountId } = useMe()
  const { features } = useStudio()
  const atLogin = useMatch({ from: '/login', shouldThrow: false }) !== undefined
  const [wasHere, setWasHere] = useState(accountId)
  if (accountId !== null && accountId !== wasHere) setWasHere(accountId)
  const [isUsed, setIsUsed] = useState(false)
  const asks = atLogin && kind === 'visitor' && features.includes('door')
  useEffect(() => {
    if (asks) void isDoorUsedHere().then(setIsUsed, () => {})
  }, [asks])
  if (!asks || !isUsed) return null
  return (
    <Suspense>
      <NotSentHere accountId={wasHere} />
    </Suspense>
  )
}

/** Most devices have no database of the door, made in door/parts/database.ts, and need not load its code. */
async function isDoorUsedHere(): Promise<boolean> {
  const made = await indexedDB.databases()
  return made.some(({ name }) => name === 'door')
}
