import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer as createTlsServer, type Server as TlsServer, type TLSSocket } from 'node:tls'

export interface Posted {
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

/** What a browser sent when it asked for a subscription. */
interface Registered {
  readonly sender: string
  readonly app: string
}

/**
 * A local push service, as Google's is to Chromium: the browser checks in, registers, and keeps a connection on which
 * pushes arrive (google_apis/gcm/protocol in Chromium's source). Servers post to `/fcm/send/TOKEN`.
 */
export class PushService {
  /** What servers have posted, in order. */
  readonly posted: Posted[] = []
  /** Subscriptions have ended: servers get 410. */
  gone = false
  readonly #http: Server
  readonly #tls: TlsServer
  readonly #registered: Registered[] = []
  readonly #browsers = new Set<TLSSocket>()

  private constructor(pair: { key: Buffer; cert: Buffer }) {
    this.#http = createServer((request, response) => {
      void read(request).then((body) => {
        const [status, answer] = this.#answer(request, body)
        response.writeHead(status).end(answer)
      })
    })
    this.#tls = createTlsServer(pair, (socket) => {
      // the first message of a browser is its login, which is accepted
      socket.once('data', () => {
        const welcome = message([text(1, 'the tests')])
        socket.write(Buffer.concat([Buffer.from([VERSION, LOGIN_ANSWER]), varint(welcome.length), welcome]))
        this.#browsers.add(socket)
      })
      socket.on('error', () => {})
      socket.on('close', () => this.#browsers.delete(socket))
    })
  }

  static async start(): Promise<PushService> {
    const service = new PushService(aCertificate())
    for (const server of [service.#http, service.#tls])
      await new Promise<void>((listens) => server.listen(0, '127.0.0.1', listens))
    return service
  }

  async stop(): Promise<void> {
    for (const socket of this.#browsers) socket.destroy()
    this.#http.closeAllConnections()
    await Promise.all([this.#http, this.#tls].map((server) => new Promise((closed) => server.close(closed))))
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#http.address() as AddressInfo).port}`
  }

  /** Command-line switches that make Chromium use this service instead of Google's. */
  get switches(): string[] {
    return [
      `--gcm-checkin-url=${this.url}/checkin`,
      `--gcm-registration-url=${this.url}/register`,
      `--gcm-mcs-endpoint=https://127.0.0.1:${(this.#tls.address() as AddressInfo).port}`,
      '--ignore-certificate-errors',
    ]
  }

  #answer({ url = '', headers }: IncomingMessage, body: Buffer): [number, (Buffer | string)?] {
    if (url === '/checkin') return [200, message([[1, 1n], fixed(7, 1n), fixed(8, 1n)])]
    if (url === '/register') {
      const form = new URLSearchParams(body.toString())
      const app = form.get('X-subtype')
      // a request without `app` is the browser's own
      if (app !== null) this.#registered.push({ sender: form.get('sender') ?? '', app })
      return [200, `token=${this.#registered.length - 1}`]
    }
    const to = this.#registered[Number(/^\/fcm\/send\/(\d+)$/.exec(url)?.[1] ?? -1)]
    if (!to) return [404]
    this.posted.push({ headers, body })
    if (this.gone) return [410]
    for (const browser of this.#browsers) browser.write(pushed(to, headers['content-encoding'] ?? '', body))
    return [201]
  }
}

const [VERSION, LOGIN_ANSWER, DATA] = [41, 3, 8]

function pushed({ sender, app }: Registered, encoding: string, body: Buffer): Buffer {
  const said = (key: string, value: string) => bytes(7, message([text(1, key), text(2, value)]))
  const stanza = message([
    text(3, sender),
    text(5, 'org.chromium.linux'),
    said('subtype', app),
    said('content-encoding', encoding),
    bytes(21, body),
  ])
  return Buffer.concat([Buffer.from([DATA]), varint(stanza.length), stanza])
}

// The subset of Protocol Buffers that is needed here.
type Field = readonly [tag: number, value: bigint] | Buffer

function varint(value: number | bigint): Buffer {
  const digits: number[] = []
  for (let rest = BigInt(value); digits.length === 0 || rest > 0n; rest >>= 7n)
    digits.push(Number(rest & 127n) | (rest > 127n ? 128 : 0))
  return Buffer.from(digits)
}

const message = (fields: readonly Field[]): Buffer =>
  Buffer.concat(
    fields.map((one) => (one instanceof Buffer ? one : Buffer.concat([varint(one[0] * 8), varint(one[1])]))),
  )
const bytes = (tag: number, value: Buffer): Buffer => Buffer.concat([varint(tag * 8 + 2), varint(value.length), value])
const text = (tag: number, value: string): Buffer => bytes(tag, Buffer.from(value))

function fixed(tag: number, value: bigint): Buffer {
  const eight = Buffer.alloc(8)
  eight.writeBigUInt64LE(value)
  return Buffer.concat([varint(tag * 8 + 1), eight])
}

async function read(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

/** Chromium uses its push service only over TLS; it is told to accept this self-signed certificate. */
function aCertificate(): { key: Buffer; cert: Buffer } {
  const folder = mkdtempSync(join(tmpdir(), 'studio-push-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const asked = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=push'
  try {
    execFileSync('openssl', [...asked.split(' '), '-keyout', key, '-out', cert], { stdio: 'ignore' })
    return { key: readFileSync(key), cert: readFileSync(cert) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
