import { CloudOff } from 'lucide-react'
import { useEffect, useSyncExternalStore } from 'react'
import { useTexts } from '#web/language.tsx'
import { notSentTexts } from '../messages/notSent.ts'
import { onWaiting, readWaiting, waitingNow } from './outbox.ts'

/**
 * How many taps wait on this device for a sign-in: those of the account that was signed out here, or of all if it is
 * not known whose they are. Only a number, since anybody can see the sign-in screen.
 */
export function NotSentHere({ accountId }: { accountId: string | null }) {
  const t = useTexts(notSentTexts)
  const all = useSyncExternalStore(onWaiting, waitingNow)
  useEffect(() => {
    void readWaiting()
  }, [])
  // a refused tap is not sent by signing in
  const taps = all.filter((one) => one.refused === null && (accountId === null || one.accountId === accountId)).length
  if (taps === 0) return null
  return (
    <p role="status" className="bg-warn-soft px-4 py-2 text-center text-sm font-semibold text-warn">
      <CloudOff aria-hidden="true" className="mr-2 inline size-4 align-[-0.15em]" />
      {accountId === null ? t.somebodys(taps) : t.yours(taps)}
    </p>
  )
}
