import { setTimeout as sleep } from 'node:timers/promises'
import { newId } from '#kernel/ids.ts'
import type { Command, InputOf, Named, OutcomeOf } from '#kernel/procedures.ts'
import type { Person } from '#server/testing/studio.ts'

type AnyCommand = Omit<Command, 'input' | 'answer'> & Named

/** A call that got a response, in the client's own journal. */
export interface Acknowledged {
  readonly accountId: string
  readonly key: string
  readonly body: { readonly ok: boolean }
}

export interface Reply<Body = { ok: boolean; code?: string }> {
  readonly status: number
  /** Seconds, from the Retry-After header of a 503 or 429. */
  readonly retryAfter: string | null
  readonly body: Body
}

/**
 * One person's browser: sends commands over HTTP and, like web/commands.ts, retries with the same key until there is a
 * response.
 */
export class Client {
  readonly person: Person
  readonly journal: Acknowledged[] = []
  /** Attempts without a result: a lost connection, or a 503. */
  unanswered = 0
  /** HTTP statuses that no client should ever see. */
  readonly faults: number[] = []
  readonly #port: number

  constructor(person: Person, port: number) {
    this.person = person
    this.#port = port
  }

  /** One attempt; rejects when the connection is lost. */
  async attempt<P extends AnyCommand>(
    procedure: P,
    input: InputOf<P>,
    key: string = newId(),
  ): Promise<Reply<OutcomeOf<P>>> {
    const response = await fetch(`http://127.0.0.1:${this.#port}/rpc/${procedure.name}`, {
      method: 'POST',
      headers: {
        origin: `http://localhost:${this.#port}`,
        'content-type': 'application/json',
        cookie: `session=${this.person.sessionToken}`,
      },
      body: JSON.stringify({ key, input }),
      signal: AbortSignal.timeout(12_000),
    })
    const body = (await response.json()) as OutcomeOf<P>
    return { status: response.status, retryAfter: response.headers.get('retry-after'), body }
  }

  /** Requests a page as at the start of a visit, compressed, from a server that has the browser's files. */
  async look(path = '/initial'): Promise<void> {
    const headers = { cookie: `session=${this.person.sessionToken}`, 'accept-encoding': 'br' }
    await (await fetch(`http://127.0.0.1:${this.#port}${path}`, { headers })).arrayBuffer()
  }

  /** Retries until there is a result; `pause` is the time between attempts in ms. */
  async send<P extends AnyCommand>(procedure: P, input: InputOf<P>, pause = 20): Promise<OutcomeOf<P>> {
    const key = newId()
    for (;;) {
      const reply = await this.attempt(procedure, input, key).catch(() => null)
      if (reply?.status === 200) {
        this.journal.push({ accountId: this.person.accountId, key, body: reply.body })
        return reply.body
      }
      if (reply && reply.status !== 503) this.faults.push(reply.status)
      this.unanswered++
      await sleep(pause)
    }
  }
}
