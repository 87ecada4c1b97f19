import { useEffect } from 'react'
import { may } from '#studio/accounts/rules.ts'
import { useConnectionState } from '#web/live/useLive.ts'
import { useMe } from '#web/me.ts'
import { useStudio } from '#web/studio.tsx'

/** Sends the taps that an earlier door page could not send, from whichever screen the account opens next. */
export function useUnsentTaps(): void {
  const { kind, accountId } = useMe()
  const { features } = useStudio()
  const isOpen = useConnectionState() === 'open'
  const sends = isOpen && features.includes('door') && may(kind, 'takeAttendance')
  useEffect(() => {
    if (sends && accountId !== null) void sendAll(accountId).catch(() => {})
  }, [sends, accountId])
}

/** Where the code can't be loaded, the taps stay queued. */
async function sendAll(accountId: string): Promise<void> {
  const { flushNow, readWaiting } = await import('#studio/door/parts/outbox.ts')
  const all = await readWaiting()
  if (all.some((one) => one.accountId === accountId && one.refused === null)) await flushNow(accountId)
}
