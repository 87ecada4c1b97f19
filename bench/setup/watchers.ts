import { once } from 'node:events'
import { WebSocket } from 'ws'
import { cookieOf } from './studio-data.ts'

/** What a browser on /classes watches. */
export const SCREEN = [
  ['registrations.upcoming', { weeks: 4 }],
  ['registrations.mine', {}],
  ['memberships.mine', {}],
  ['memberships.catalogue', {}],
  ['courses.available', {}],
  ['courses.mine', {}],
] as const

export interface Watchers {
  /** Called with each frame that any of them receives. */
  onFrame(heard: (watcher: number) => void): void
  /** How long the last frame was. */
  lastBytes(): number
  close(): Promise<void>
}

/** So many browsers, each of another person, which watch these queries and have had the first answer to each. */
export async function watchAs(
  port: number,
  count: number,
  queries: readonly (readonly [string, unknown])[] = SCREEN,
): Promise<Watchers> {
  const sockets: WebSocket[] = []
  // a hundred at a time, so that the listen queue is never too short
  for (let from = 0; from < count; from += 100) {
    const some = Array.from({ length: Math.min(100, count - from) }, async (_, n) => {
      const headers = { origin: `http://localhost:${port}`, cookie: cookieOf(from + n + 1) }
      const options = { headers: { ...headers, host: `localhost:${port}` }, perMessageDeflate: false }
      const socket = new WebSocket(`ws://127.0.0.1:${port}/live`, options)
      const complete = answered(socket, queries.length)
      await once(socket, 'open')
      for (const [name, input] of queries) socket.send(JSON.stringify({ watch: name, name, input, differences: true }))
      await complete
      return socket
    })
    sockets.push(...(await Promise.all(some)))
  }
  return over(sockets)
}

/** So many sockets on the bare server, which receive what it broadcasts. */
export async function watchBare(port: number, count: number): Promise<Watchers> {
  const sockets: WebSocket[] = []
  for (let n = 0; n < count; n++) {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/live`, { perMessageDeflate: false })
    await once(socket, 'open')
    sockets.push(socket)
  }
  return over(sockets)
}

function over(sockets: readonly WebSocket[]): Watchers {
  let heard: (watcher: number) => void = () => {}
  let bytes = 0
  for (const [n, socket] of sockets.entries()) {
    socket.on('message', (data: Buffer) => {
      // the heartbeat is two bytes
      if (data.length <= 2) return
      bytes = data.length
      heard(n)
    })
  }
  return {
    onFrame: (listener) => (heard = listener),
    lastBytes: () => bytes,
    close: async () => {
      await Promise.all(
        sockets.map(async (socket) => {
          const closed = once(socket, 'close')
          socket.close()
          await closed
        }),
      )
    },
  }
}

/** Resolves when the first answer to each query has come. */
function answered(socket: WebSocket, queries: number): Promise<void> {
  return new Promise((done, failed) => {
    let missing = queries
    const count = (data: Buffer) => {
      const start = data.toString('utf8', 0, 200)
      if (!start.startsWith('{"key"')) return
      if (!start.includes('"answer"')) return failed(new Error(`A query was refused: ${start}`))
      if (--missing > 0) return
      socket.off('message', count)
      done()
    }
    socket.on('message', count)
    socket.on('error', failed)
  })
}
