import { once } from 'node:events'
import { inspect } from 'node:util'
import { WebSocket } from 'ws'
import { newId } from '#kernel/ids.ts'
import type { Named } from '#kernel/procedures.ts'
import { startServer, type RunningServer } from '#server/server.ts'
import { freePort } from './postgresServer.ts'
import { TestStudio, testSettings, type Person } from './studio.ts'

/** A frame of a live socket to a browser. */
export type Frame = Readonly<Record<string, unknown>>

interface Options {
  readonly env?: Record<string, string>
  readonly webDir?: string | null
}

/** A complete server on loopback over a test studio; its clock starts at the current time. Close it in `afterAll`. */
export class HttpStudio {
  readonly studio: TestStudio
  readonly port: number
  readonly #server: RunningServer

  private constructor(studio: TestStudio, server: RunningServer, port: number) {
    this.studio = studio
    this.#server = server
    this.port = port
  }

  static async open({ env = {}, webDir = null }: Options = {}): Promise<HttpStudio> {
    const studio = await TestStudio.open(env)
    // waiting for time-based changes uses the computer's clock
    studio.now = Date.now()
    const port = await freePort()
    const { dataDir } = studio.services.settings
    const settings = testSettings({ PORT: String(port), DATA_DIR: dataDir, BACKUP_DIR: 'off', ...env })
    const server = await startServer({
      settings,
      webDir,
      // the database belongs to the test studio, which closes it
      database: { ...studio.database, close: async () => {} },
      clock: () => studio.now,
      deliver: false,
      say: () => {},
      // with all causes, as the console prints it
      report: (line, error) => studio.reported.push(error === undefined ? line : `${line} ${inspect(error)}`),
    })
    return new HttpStudio(studio, server, port)
  }

  async close(): Promise<void> {
    await this.#server.stop()
    await this.studio.close()
  }

  get services() {
    return this.#server.services
  }

  /** Origin of its pages. */
  get origin(): string {
    const { baseUrl } = this.#server.services.settings
    return baseUrl
  }

  get host(): string {
    return new URL(this.origin).host
  }

  /** The session cookie of a person. */
  cookieOf(person: Person): Record<string, string> {
    const name = this.origin.startsWith('https:') ? '__Host-session' : 'session'
    return person.sessionToken ? { cookie: `${name}=${person.sessionToken}` } : {}
  }

  fetch(path: string, init: RequestInit = {}): Promise<Response> {
    return fetch(`http://127.0.0.1:${this.port}${path}`, { redirect: 'manual', ...init })
  }

  /** Sends a command as a browser does. */
  post(person: Person, name: string, input: unknown, headers: Record<string, string> = {}): Promise<Response> {
    return this.fetch(`/rpc/${name}`, {
      method: 'POST',
      headers: { origin: this.origin, 'content-type': 'application/json', ...this.cookieOf(person), ...headers },
      body: JSON.stringify({ key: newId(), input }),
      signal: AbortSignal.timeout(20_000),
    })
  }

  /** A command that must succeed; unlike the test studio's own, it updates all open sockets. */
  async must(person: Person, procedure: Named, input: unknown): Promise<void> {
    const answer: unknown = await (await this.post(person, procedure.name, input)).json()
    if (!(answer as { ok: boolean }).ok) throw new Error(`${procedure.name} refused: ${JSON.stringify(answer)}`)
  }

  /** Opens a live socket that records its frames; throws when it is refused. */
  socket(person: Person, headers: Record<string, string> = {}): Promise<LiveClient> {
    return liveSocket(this.port, { origin: this.origin, ...this.cookieOf(person), ...headers })
  }

  /** The same, to another server on that port. */
  socketOf(port: number, person: Person): Promise<LiveClient> {
    return liveSocket(port, { origin: `http://localhost:${port}`, ...this.cookieOf(person) })
  }
}

async function liveSocket(port: number, headers: Record<string, string>): Promise<LiveClient> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/live`, { headers })
  const client = new LiveClient(socket)
  await once(socket, 'open')
  return client
}

export class LiveClient {
  readonly socket: WebSocket
  readonly frames: Frame[] = []
  /** Resolves with the close code. */
  readonly closed: Promise<number>
  readonly #waiting = new Set<() => void>()

  constructor(socket: WebSocket) {
    this.socket = socket
    this.closed = new Promise((resolve) => {
      socket.on('close', (code) => {
        resolve(code)
        for (const wake of this.#waiting) wake()
      })
    })
    socket.on('message', (data) => {
      this.frames.push(JSON.parse((data as Buffer).toString('utf8')) as Frame)
      for (const wake of this.#waiting) wake()
    })
  }

  /** Subscribes to a query, and returns its first frame; undefined when the socket closed instead. */
  watch(name: string, input: unknown, key = newId()): Promise<Frame | undefined> {
    this.socket.send(JSON.stringify({ watch: key, name, input }))
    return this.frame((frame) => frame['key'] === key)
  }

  async frame(wanted: (frame: Frame) => boolean): Promise<Frame | undefined> {
    for (;;) {
      const found = this.frames.find(wanted)
      if (found || this.socket.readyState === WebSocket.CLOSED) return found
      await new Promise<void>((resolve) => {
        const wake = () => {
          this.#waiting.delete(wake)
          resolve()
        }
        this.#waiting.add(wake)
      })
    }
  }

  /** Waits until everything sent before has arrived on both sides, or the socket is closed. */
  async roundTrip(): Promise<void> {
    if (this.socket.readyState !== WebSocket.OPEN) return
    this.socket.ping()
    await Promise.race([once(this.socket, 'pong'), this.closed])
  }

  close(): void {
    this.socket.terminate()
  }
}
