import { eq } from 'drizzle-orm'
import type { Tx } from '#server/db/database.ts'
import { meta } from '#server/db/tables.ts'
import type { VapidKeys } from '#server/push/queue.ts'

const KEY = 'vapid'

/** The pair by which push services know this studio: RFC 8292. Made once; browsers that took the public one keep to it. */
export async function vapidKeys(tx: Tx): Promise<VapidKeys> {
  const kept = async () => (await tx.select().from(meta).where(eq(meta.key, KEY)))[0]?.value
  const found = await kept()
  if (found !== undefined) return JSON.parse(found) as VapidKeys
  const { default: webPush } = await import('web-push')
  const made = JSON.stringify(webPush.generateVAPIDKeys())
  await tx.insert(meta).values({ key: KEY, value: made }).onConflictDoNothing()
  // another server may have been first
  return JSON.parse((await kept()) ?? made) as VapidKeys
}
