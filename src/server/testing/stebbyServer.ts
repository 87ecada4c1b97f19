import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * How a request fails: it hangs, the connection is cut, or the server returns an error, before or after the request was
 * carried out; a proxy returns a page; or the response takes this many milliseconds.
 */
export type Trouble =
  | 'hangsBefore'
  | 'hangsAfter'
  | 'cutBefore'
  | 'cutAfter'
  | 'failsBefore'
  | 'failsAfter'
  | 'page'
  | 'redirect'
  | { readonly slow: number }

export interface FakeTicket {
  readonly code: string
  readonly name: string
  readonly price: number
  readonly client?: string
  readonly validUntil?: string
}

/** A ticket without a date of its own is valid for long. */
export const VALID_UNTIL = '2099-01-31T21:59:59Z'

/**
 * A fake Stebby on loopback, after the documentation of its API, version 4: `POST /api/v4/tickets` lists usable
 * tickets, `POST /api/v4/tickets/use/{code}` uses one for good, and errors are `{ errors: [{ code, message }] }`.
 */
export class StebbyServer {
  readonly url: string
  readonly key: string
  /** Every request received: 'use 123'. */
  readonly asked: string[] = []
  /** How often each code was really used. */
  readonly used = new Map<string, number>()
  readonly #server: Server
  readonly #tickets = new Map<string, FakeTicket>()
  readonly #troubles: { read: Trouble[]; use: Trouble[] } = { read: [], use: [] }

  private constructor(server: Server, key: string) {
    this.#server = server
    this.key = key
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    server.on('request', (request, response) => void this.#answer(request, response))
  }

  static async open(key = 'a-key-of-the-studio', port = 0): Promise<StebbyServer> {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    return new StebbyServer(server, key)
  }

  close(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }

  /** Sells a ticket, as if bought in Stebby's own application. */
  sells(ticket: FakeTicket): void {
    this.#tickets.set(ticket.code, ticket)
  }

  /** Uses a ticket at Stebby's own desk. */
  usedElsewhere(code: string): void {
    this.#tickets.delete(code)
  }

  /** Sets troubles for the next requests of a kind, one each. */
  troubles(kind: 'read' | 'use', ...troubles: Trouble[]): void {
    this.#troubles[kind].push(...troubles)
  }

  forget(): void {
    this.asked.length = 0
    this.used.clear()
    this.#tickets.clear()
    for (const kind of ['read', 'use'] as const) this.#troubles[kind].length = 0
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = JSON.parse(Buffer.concat(chunks).toString() || '{}') as { code?: string }
    const [, code] = /^\/api\/v4\/tickets\/use\/([^/]+)$/.exec(request.url ?? '') ?? []
    const kind = code === undefined ? 'read' : 'use'
    this.asked.push(`${kind} ${code ?? body.code ?? ''}`)
    const trouble = this.#troubles[kind].shift()
    const json = (status: number, answer: unknown) => {
      response.writeHead(status, { 'Content-Type': 'application/json' })
      response.end(JSON.stringify(answer))
    }
    const error = (status: number, name: string) => json(status, { errors: [{ code: name, message: `${name}.` }] })
    if (request.method !== 'POST') return error(405, 'METHOD_NOT_ALLOWED')
    if (request.headers['api-key'] !== this.key) return error(401, 'UNAUTHORIZED')
    if (trouble === 'hangsBefore') return
    if (trouble === 'cutBefore') return void request.destroy()
    if (trouble === 'failsBefore') return error(503, 'UNAVAILABLE')
    if (trouble === 'page') return void response.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>Sign in</h1>')
    if (trouble === 'redirect') return void response.writeHead(302, { Location: 'http://127.0.0.1:9/' }).end()
    if (typeof trouble === 'object') await new Promise((resolve) => setTimeout(resolve, trouble.slow))
    const done = code === undefined ? this.#list(body.code) : this.#use(decodeURIComponent(code))
    if (trouble === 'hangsAfter') return
    if (trouble === 'cutAfter') return void request.destroy()
    if (trouble === 'failsAfter') return error(500, 'INTERNAL')
    return done ? json(200, done) : error(404, 'TICKET_NOT_FOUND')
  }

  #list(code: string | undefined) {
    const tickets = [...this.#tickets.values()]
      .filter((ticket) => code === undefined || ticket.code === code)
      .map(({ code: own, name, price, client = 'Mari Maasikas', validUntil = VALID_UNTIL }) => ({
        code: own,
        validUntil,
        client: { name: client },
        purchasable: { code: 'P1', name, price, amount: 1, category: 'Dance', exists: true },
      }))
    return { pagination: { page: 1, pages: 1, size: tickets.length, total: tickets.length }, tickets }
  }

  #use(code: string) {
    if (!this.#tickets.delete(code)) return null
    this.used.set(code, (this.used.get(code) ?? 0) + 1)
    return { code }
  }
}
