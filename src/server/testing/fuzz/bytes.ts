import { createConnection } from 'node:net'
import fc from 'fast-check'
import type { HttpStudio } from '../httpStudio.ts'
import { within, type Attack } from './attack.ts'

/** Random bytes, or a valid request with some bytes changed: the server must soon respond or close. */
export function requestOfBytes(http: HttpStudio) {
  const good = `POST /rpc/accounts.signIn HTTP/1.1\r\nHost: ${http.host}\r\nOrigin: ${http.origin}\r\nContent-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}`
  const spoilt = fc
    .tuple(fc.nat(good.length - 1), fc.uint8Array({ maxLength: 8 }))
    .map(([at, bytes]) =>
      Buffer.concat([Buffer.from(good.slice(0, at)), bytes, Buffer.from(good.slice(at + bytes.length))]),
    )
  const upgrade = `GET /live HTTP/1.1\r\nHost: ${http.host}\r\nOrigin: ${http.origin}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n`
  const frames = fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.concat([Buffer.from(upgrade), bytes]))
  const bytes = fc.uint8Array({ maxLength: 400 }).map((array) => Buffer.from(array))
  return fc.oneof(bytes, spoilt, frames).map((sent): Attack => ({
    what: `bytes ${sent.toString('latin1').slice(0, 200)}`,
    run: () => within(sendBytes(http.port, sent)),
  }))
}

const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'TRACE', 'CONNECT', 'BREW']
const PATHS = [
  '/',
  '//',
  '/admin%2Fusers',
  '//admin/users',
  '/rpc/',
  '/rpc/%00',
  '/rpc/__proto__',
  '/%',
  '/%zz',
  '/..%2f..%2fetc/passwd',
  '/live',
  '/assets/../package.json',
  '/initial?x=1',
  '/health',
  '*',
  '/rpc/accounts.me',
]

/** A request with any method for a path that no page links to. */
export function strangePath(http: HttpStudio) {
  const path = fc.oneof(
    fc.constantFrom(...PATHS),
    fc.webPath().map((path) => `/${path}`),
  )
  return fc.tuple(fc.constantFrom(...METHODS), path).map(([method, path]): Attack => ({
    what: `${method} ${path}`,
    run: () =>
      within(
        sendBytes(
          http.port,
          Buffer.from(`${method} ${path} HTTP/1.1\r\nHost: ${http.host}\r\nConnection: close\r\n\r\n`),
        ),
      ),
  }))
}

function sendBytes(port: number, sent: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = ''
    const socket = createConnection({ port, host: '127.0.0.1' }, () => socket.end(sent))
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1')
      if (/^HTTP\/1\.1 5(?!03)/.test(received)) reject(new Error(received.slice(0, 300)))
      // after an upgrade to a live socket nothing more is expected: close it here
      if (received.startsWith('HTTP/1.1 101')) socket.destroy()
    })
    socket.on('error', () => socket.destroy())
    socket.on('close', () => resolve(`bytes ${/^HTTP\/1\.1 (\d+)/.exec(received)?.[1] ?? 'closed'}`))
  })
}
