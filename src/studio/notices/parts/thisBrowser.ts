import { send } from '#web/commands.ts'
import { notices } from '../calls.ts'

/** What this browser can do about pushes, before the person is asked for permission. */
export type PushSupport = 'ready' | 'unsupported' | 'homeScreen' | 'denied'

export function pushSupport(): PushSupport {
  if ('PushManager' in window && 'Notification' in window) {
    return Notification.permission === 'denied' ? 'denied' : 'ready'
  }
  const { userAgent, maxTouchPoints } = navigator
  // an iPad reports itself as a Mac, but Macs have no touch screen
  const fromApple = /iPhone|iPad/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
  return fromApple ? 'homeScreen' : 'unsupported'
}

async function present(): Promise<PushSubscription | null> {
  if (!('serviceWorker' in navigator)) return null
  const worker = await navigator.serviceWorker.getRegistration()
  return (await worker?.pushManager?.getSubscription()) ?? null
}

/** The push address of this browser; null if it has none. */
export const presentEndpoint = async (): Promise<string | null> => (await present())?.endpoint ?? null

/**
 * Asks the person for permission, then the browser for an address, then tells the server. Call it from a click handler,
 * else browsers refuse.
 */
export async function turnOn(): Promise<PushSupport | 'failed' | 'done' | { readonly code: string }> {
  if ((await Notification.requestPermission()) !== 'granted') return 'denied'
  const key = await send(notices.pushKey, {})
  if (!key.ok) return key
  try {
    const worker = await navigator.serviceWorker.ready
    const options = { userVisibleOnly: true, applicationServerKey: key.value.publicKey }
    const subscription = await worker.pushManager.subscribe(options)
    const { endpoint, keys = {} } = subscription.toJSON()
    const input = { endpoint: endpoint ?? '', p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' }
    const outcome = await send(notices.turnOn, input)
    if (outcome.ok) return 'done'
    await subscription.unsubscribe()
    return outcome
  } catch {
    return 'failed'
  }
}

export async function turnOff(): Promise<void> {
  const subscription = await present()
  if (!subscription) return
  await subscription.unsubscribe()
  await send(notices.turnOff, { endpoint: subscription.endpoint })
}
