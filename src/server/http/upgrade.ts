import type { FastifyInstance } from 'fastify'
import { addressBucket } from '#server/commands/limits.ts'
import type { AppParts } from './app.ts'
import { isOurHost, isOurOrigin } from './guards.ts'
import { addressOf, sessionTokenOf } from './requests.ts'

/** Serves the live socket at /live. */
export function serveSockets(app: FastifyInstance, parts: AppParts): void {
  const { settings } = parts
  app.server.on('upgrade', (message, socket, head) => {
    const refuse = (line: string, why = ''): void => {
      const answer = `HTTP/1.1 ${line}\r\nConnection: close\r\nContent-Type: text/plain\r\n\r\n${why}`
      // close both directions: the client may never close its own
      socket.end(answer, () => socket.destroy())
    }
    socket.on('error', () => socket.destroy())
    if (message.url !== '/live') return refuse('404 Not Found')
    const ours = isOurHost(message.headers.host, settings) && isOurOrigin(message.headers.origin, settings)
    if (!ours) return refuse('403 Forbidden')
    if (parts.sockets.isFull) return refuse('503 Service Unavailable')
    const sessionToken = sessionTokenOf(message.headers.cookie, settings)
    const address = addressBucket(addressOf(message, settings))
    parts.sockets.accept({ message, socket, head, address, sessionToken }).then(
      (accepted) => {
        if (accepted) return
        refuse('429 Too Many Requests\r\nRetry-After: 60', 'Too many pages are open from this address or account.\n')
      },
      (error: unknown) => {
        parts.report('A live connection could not be opened.', error)
        refuse('503 Service Unavailable')
      },
    )
  })
}
