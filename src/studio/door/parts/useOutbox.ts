import { useEffect, useSyncExternalStore } from 'react'
import { useConnectionState } from '#web/live/useLive.ts'
import { useMe } from '#web/me.ts'
import { flushNow, onWaiting, readWaiting, settlingNow, waitingNow, type Waiting } from './outbox.ts'

const nothing: readonly Waiting[] = []

/** The queue on this device. */
export function useOutbox(): {
  readonly waiting: readonly Waiting[]
  /** Sent a moment ago, and maybe not on the list yet. */
  readonly settling: readonly Waiting[]
  readonly refused: readonly Waiting[]
  /** Number of taps queued by other accounts. */
  readonly ofOthers: number
} {
  const { accountId } = useMe()
  const all = useSyncExternalStore(onWaiting, waitingNow, () => nothing)
  const own = all.filter((one) => one.accountId === accountId)
  return {
    settling: settlingNow(),
    waiting: own.filter(({ refused }) => refused === null),
    refused: own.filter(({ refused }) => refused !== null),
    ofOthers: all.length - own.length,
  }
}

/** Sends the queue at every chance while the door is open. */
export function useSending(): void {
  const { accountId } = useMe()
  const connection = useConnectionState()
  useEffect(() => {
    void readWaiting()
  }, [])
  useEffect(() => {
    if (accountId === null) return
    const go = () => {
      if (document.visibilityState === 'visible') void flushNow(accountId)
    }
    if (connection === 'open') go()
    addEventListener('online', go)
    document.addEventListener('visibilitychange', go)
    return () => {
      removeEventListener('online', go)
      document.removeEventListener('visibilitychange', go)
    }
  }, [accountId, connection])
}
