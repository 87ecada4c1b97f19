import { once } from 'node:events'
import { WebSocket } from 'ws'
import { cookieOf } from './studio.ts'

/** The queries that a browser on /classes watches. */
const SCREEN = [
  ['registrations.upcoming', { weeks: 4 }],
  ['registrations.mine', {}],
  ['payments.mine', {}],
  ['courses.available', {}],
  ['courses.mine', {}],
] as const

export interface Watchers {
  /** Sets the callback for each message that any watcher receives. */
  onMessage(heard: (watcher: number) => void): void
  close(): Promise<void>
}

/** Opens /classes for each of these people; resolves when all have their first answers. */
export async function watchAs(port: number, people: readonly number[]): Promise<Watchers> {
  const sockets: WebSocket[] = []
  // a hundred at a time, so that the server's listen queue does not overflow
  for (let from = 0; from < people.length; from += 100) {
    sockets.push(...(await Promise.all(people.slice(from, from + 100).map((person) => opened(port, person)))))
  }
  let heard: (watcher: number) => void = () => {}
  for (const [n, socket] of sockets.entries()) {
    // skips the heartbeat, which is two bytes long
    socket.on('message', (data: Buffer) => data.length > 2 && heard(n))
  }
  return {
    onMessage: (listener) => (heard = listener),
    close: async () => {
      const closed = Promise.all(sockets.map((socket) => once(socket, 'close')))
      for (const socket of sockets) socket.close()
      await closed
    },
  }
}

async function opened(port: number, person: number): Promise<WebSocket> {
  const headers = { host: `localhost:${port}`, origin: `http://localhost:${port}`, cookie: cookieOf(person) }
  const socket = new WebSocket(`ws://127.0.0.1:${port}/live`, { headers, perMessageDeflate: false })
  const complete = firstAnswers(socket)
  await once(socket, 'open')
  for (const [name, input] of SCREEN) socket.send(JSON.stringify({ watch: name, name, input, differences: true }))
  await complete
  return socket
}

function firstAnswers(socket: WebSocket): Promise<void> {
  return new Promise((done, failed) => {
    let missing = SCREEN.length
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
