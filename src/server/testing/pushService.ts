import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { deliverDue } from '#server/push/pusher.ts'
import { pushQueue } from '#studio/notices/server/queue.ts'
import type { TestStudio } from './studio.ts'

export interface SentPush {
  readonly url: string
  readonly headers: Headers
  readonly body: Uint8Array
}

/** Status of the push service's response, or a function that runs before it and returns the status. */
export type PushAnswer = number | (() => Promise<number>)

/** Delivers due pushes to a push service with these responses, one after the other; returns what was sent. */
export async function deliveredPushes(
  studio: Pick<TestStudio, 'services' | 'now'>,
  ...answers: PushAnswer[]
): Promise<SentPush[]> {
  const sent: SentPush[] = []
  const post: typeof fetch = async (url, init) => {
    sent.push({ url: url as string, headers: new Headers(init?.headers), body: init?.body as Uint8Array })
    const answer = answers[sent.length - 1] ?? 201
    return new Response(null, { status: typeof answer === 'number' ? answer : await answer() })
  }
  const { database, settings, report } = studio.services
  await deliverDue({ database, settings, report, queue: pushQueue, clock: () => studio.now, post })
  return sent
}

/** A browser's subscription, and its decryption of pushes. */
export interface PushBrowser {
  readonly subscription: { readonly endpoint: string; readonly p256dh: string; readonly auth: string }
  read(body: Uint8Array): string
}

export function aBrowser(
  name: string,
  { own = randomBytes(32), auth = randomBytes(16) }: { own?: Buffer; auth?: Buffer } = {},
): PushBrowser {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(own)
  const p256dh = pair.getPublicKey('base64url')
  const subscription = {
    endpoint: `https://fcm.googleapis.com/fcm/send/${name}`,
    p256dh,
    auth: auth.toString('base64url'),
  }
  return {
    subscription,
    /** Decrypts by RFC 8291 and 8188, independently of `web-push`: salt, size, the server's key, one record. */
    read(body) {
      const bytes = Buffer.from(body)
      const [salt, point] = [bytes.subarray(0, 16), bytes.subarray(21, 21 + bytes.readUInt8(20))]
      const derived = (secret: Uint8Array, by: Uint8Array, info: string | Buffer, length: number) =>
        Buffer.from(hkdfSync('sha256', secret, by, info, length))
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), point])
      const secret = derived(pair.computeSecret(point), auth, info, 32)
      const key = derived(secret, salt, 'Content-Encoding: aes128gcm\0', 16)
      const nonce = derived(secret, salt, 'Content-Encoding: nonce\0', 12)
      const record = bytes.subarray(21 + point.length)
      const cipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(record.subarray(-16))
      const padded = Buffer.concat([cipher.update(record.subarray(0, -16)), cipher.final()])
      return padded.subarray(0, padded.lastIndexOf(2)).toString()
    },
  }
}
