import { deliverDue } from '#server/push/pusher.ts'
import { pushQueue } from '#studio/notices/server/queue.ts'
import type { TestStudio } from './studio.ts'

export interface SentPush {
  readonly url: string
  readonly headers: Headers
}

/** Delivers what is due to a push service that answers so, one after the other; says what it was sent. */
export async function deliveredPushes(studio: TestStudio, ...statuses: number[]): Promise<SentPush[]> {
  const sent: SentPush[] = []
  const post: typeof fetch = async (url, init) => {
    sent.push({ url: url as string, headers: new Headers(init?.headers) })
    return new Response(null, { status: statuses[sent.length - 1] ?? 201 })
  }
  const { database, settings, report } = studio.services
  await deliverDue({ database, settings, report, queue: pushQueue, clock: () => studio.now, post })
  return sent
}
