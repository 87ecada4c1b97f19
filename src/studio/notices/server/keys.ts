import { eq } from 'drizzle-orm'
import type { Tx } from '#server/db/database.ts'
import { meta } from '#server/db/tables.ts'
import type { VapidKeys } from '#server/push/queue.ts'

const KEY = 'vapid'

/**
 * VAPID key pair that identifies this studio to push services (RFC 8292). Created once: browsers subscribed with the
 * public key depend on it.
 */
export async function vapidKeys(tx: Tx): Promise<VapidKeys> {
  const kept = async () => (await tx.select().from(meta).where(eq(meta.key, KEY)))[0]?.value
  const found = await kept()
  if (found !== undefined) return JSON.parse(found) as VapidKeys
  const { default: webPush } = await import('web-push')
  const made = JSON.stringify(webPush.generateVAPIDKeys())
  await tx.insert(meta).values({ key: KEY, value: made }).onConflictDoNothing()
  // another server may have stored its keys first
  return JSON.parse((await kept()) ?? made) as VapidKeys
}
