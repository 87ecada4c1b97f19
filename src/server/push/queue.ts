import type { PushSubscription } from 'web-push'
import type { Instant } from '#kernel/time.ts'
import type { Database } from '#server/db/database.ts'

export interface VapidKeys {
  readonly publicKey: string
  readonly privateKey: string
}

export interface ClaimedPush {
  readonly id: number
  readonly subscription: PushSubscription
  /** What the browser's worker shows, as JSON. */
  readonly payload: string
  /** A later one of the same topic takes the place of one that still waits for the device. */
  readonly topic: string
  readonly urgent: boolean
  readonly expiresAt: Instant
  readonly attempts: number
}

/** What the concept of notices keeps; wired in studio.ts. */
export interface PushQueue {
  /** Makes them where there are none yet. */
  keys(database: Database): Promise<VapidKeys>
  claim(database: Database, most: number, now: Instant): Promise<ClaimedPush[]>
  delivered(database: Database, push: ClaimedPush): Promise<void>
  givenUp(database: Database, push: ClaimedPush): Promise<void>
  again(database: Database, push: ClaimedPush, now: Instant): Promise<void>
  /** The browser takes no more: whatever waits for it goes with it. */
  gone(database: Database, push: ClaimedPush): Promise<void>
}
