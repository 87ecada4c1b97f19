// Client of Stebby's API version 4; source: https://api.stebby.eu/docs. It lists usable tickets, and uses a ticket by
// its code.
import * as z from 'zod/mini'
import type { StebbyAccess } from '#server/settings.ts'
import type { ListedTicket, Read, StebbyPort, Use } from './port.ts'

const listed = z.object({
  code: z.string(),
  validUntil: z.nullish(z.string()),
  client: z.nullish(z.object({ name: z.nullish(z.string()) })),
  purchasable: z.object({ name: z.string(), price: z.number().check(z.minimum(0), z.maximum(100_000)) }),
})
const list = z.object({ tickets: z.array(listed) })
const refusal = z.object({ errors: z.array(z.object({ code: z.unknown() })).check(z.minLength(1)) })

/** Connection errors with which the request was certainly not sent. */
const NOT_CONNECTED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'])
const LONGEST_TEXT = 200

interface Answer {
  readonly status: number
  /** Null if the body is not JSON. */
  readonly body: unknown
}

export function stebbyApi({ url, key, patience }: StebbyAccess): StebbyPort {
  async function post(path: string, body?: object): Promise<Answer> {
    const answer = await fetch(`${url}/api/v4/${path}`, {
      method: 'POST',
      headers: { 'Api-Key': key, 'Content-Type': 'application/json', Accept: 'application/json' },
      body: JSON.stringify(body ?? {}),
      // never send the key to another host
      redirect: 'error',
      signal: AbortSignal.timeout(patience),
    })
    return { status: answer.status, body: jsonOf(await answer.text()) }
  }
  return {
    async read(code) {
      try {
        return readOf(code, await post('tickets', { pagination: { page: 1, limit: 100 }, code }))
      } catch {
        return { kind: 'noAnswer' }
      }
    },
    async use(code) {
      try {
        return outcomeOf(await post(`tickets/use/${encodeURIComponent(code)}`))
      } catch (error) {
        return { kind: isNotConnected(error) ? 'notSent' : 'noAnswer' }
      }
    },
  }
}

function readOf(code: string, { status, body }: Answer): Read {
  if (status === 401 || status === 403) return { kind: 'keyRefused' }
  const answer = list.safeParse(body)
  if (status < 200 || status >= 300 || !answer.success) return { kind: 'noAnswer' }
  const { tickets } = answer.data
  const found = tickets.find((one) => one.code === code)
  if (found) return { kind: 'listed', ticket: ticketOf(found) }
  // a list without this ticket says nothing about it
  return tickets.length > 0 ? { kind: 'noAnswer' } : { kind: 'absent' }
}

/** Accepts only Stebby's own clear response: an error page of a proxy in between counts as no answer. */
function outcomeOf({ status, body }: Answer): Use {
  const isRefusal = refusal.safeParse(body).success
  if (status >= 200 && status < 300) return { kind: body !== null && !isRefusal ? 'used' : 'noAnswer' }
  if (status === 401 || status === 403) return { kind: 'keyRefused' }
  return { kind: status >= 400 && status < 500 && status !== 408 && isRefusal ? 'refused' : 'noAnswer' }
}

function ticketOf({ validUntil, client, purchasable }: z.infer<typeof listed>): ListedTicket {
  const until = validUntil ? Date.parse(validUntil) : Number.NaN
  return {
    service: plain(purchasable.name),
    holder: plain(client?.name ?? ''),
    validUntil: Number.isNaN(until) ? null : until,
    worth: Math.round(purchasable.price * 100),
  }
}

/** One line of text that the database can store. */
const plain = (text: string) =>
  text
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, LONGEST_TEXT)
    .toWellFormed()

function jsonOf(text: string): unknown {
  try {
    // an empty body is a valid response
    return text === '' ? {} : (JSON.parse(text) as unknown)
  } catch {
    return null
  }
}

function isNotConnected(error: unknown): boolean {
  const { cause } = error as { cause?: unknown }
  const { code } = (cause ?? {}) as { code?: unknown }
  return typeof code === 'string' && NOT_CONNECTED.has(code)
}
