import { once } from 'node:events'
import net from 'node:net'

export interface HttpAnswer {
  readonly status: number
  readonly body: string
}

/** A keep-alive HTTP/1.1 connection. Does as little as possible, so that the server is measured and not the client. */
export class HttpConnection {
  readonly #socket: net.Socket
  readonly #host: string
  #received: Buffer[] = []
  #waiting: { done: (answer: HttpAnswer) => void; failed: (error: Error) => void } | null = null

  private constructor(socket: net.Socket, host: string) {
    this.#socket = socket
    this.#host = host
    socket.setNoDelay(true)
    socket.on('data', (chunk) => this.#data(chunk))
    const broken = (error?: Error) => this.#waiting?.failed(error ?? new Error('The server closed the connection'))
    socket.on('error', broken)
    socket.on('close', () => broken())
  }

  static async open(port: number): Promise<HttpConnection> {
    const socket = net.connect(port, '127.0.0.1')
    await once(socket, 'connect')
    return new HttpConnection(socket, `localhost:${port}`)
  }

  get(path: string): Promise<HttpAnswer> {
    return this.#send(`GET ${path} HTTP/1.1\r\nhost: ${this.#host}\r\n\r\n`)
  }

  post(path: string, body: unknown, cookie = ''): Promise<HttpAnswer> {
    const json = JSON.stringify(body)
    return this.#send(
      `POST ${path} HTTP/1.1\r\nhost: ${this.#host}\r\norigin: http://${this.#host}\r\n` +
        `${cookie && `cookie: ${cookie}\r\n`}content-type: application/json\r\n` +
        `content-length: ${Buffer.byteLength(json)}\r\n\r\n${json}`,
    )
  }

  close(): void {
    this.#waiting = null
    this.#socket.destroy()
  }

  #send(text: string): Promise<HttpAnswer> {
    return new Promise((done, failed) => {
      this.#waiting = { done, failed }
      this.#socket.write(text)
    })
  }

  #data(chunk: Buffer): void {
    this.#received.push(chunk)
    const all = this.#received.length === 1 ? chunk : Buffer.concat(this.#received)
    const end = all.indexOf('\r\n\r\n')
    if (end < 0) return
    const head = all.toString('latin1', 0, end)
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
    if (all.length < end + 4 + length) return
    this.#received = []
    const waiting = this.#waiting
    this.#waiting = null
    waiting?.done({ status: Number(head.slice(9, 12)), body: all.toString('utf8', end + 4, end + 4 + length) })
  }
}
