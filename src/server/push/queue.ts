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
  /** JSON that the service worker shows. */
  readonly payload: string
  /** A later push of the same topic replaces one that still waits for the device. */
  readonly topic: string
  readonly urgent: boolean
  readonly expiresAt: Instant
  readonly attempts: number
}

/** The queue, stored by the concept of notices; wired in studio.ts. */
export interface PushQueue {
  /** Returns the VAPID keys; creates them on first use. */
  keys(database: Database): Promise<VapidKeys>
  claim(database: Database, most: number, now: Instant): Promise<ClaimedPush[]>
  delivered(database: Database, push: ClaimedPush): Promise<void>
  givenUp(database: Database, push: ClaimedPush): Promise<void>
  again(database: Database, push: ClaimedPush, now: Instant): Promise<void>
  /** The subscription has ended: deletes it with everything queued for it. */
  gone(database: Database, push: ClaimedPush): Promise<void>
}
