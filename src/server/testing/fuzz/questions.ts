import fc from 'fast-check'
import { WebSocket } from 'ws'
import { newId } from '#kernel/ids.ts'
import type { Query } from '#kernel/procedures.ts'
import type { HttpStudio } from '../httpStudio.ts'
import { HOSTILE_TEXTS } from '../inputs.ts'
import type { Person } from '../studio.ts'
import { inputFor, text, within, type Attack, type Named } from './attack.ts'

/** A live query with a valid, nearly valid or invalid input. */
export function questionsOf(
  http: HttpStudio,
  { name, procedure }: Named<Query>,
  ids: readonly string[],
  by: fc.Arbitrary<Person>,
) {
  return fc.tuple(inputFor(procedure, ids), by).map(([input, person]): Attack => ({
    what: `${name} ${text(input)}`,
    run: () =>
      withSocket(http, person, (socket, say) => {
        const key = newId()
        socket.on('message', (data) => {
          const frame = JSON.parse((data as Buffer).toString('utf8')) as Record<string, unknown>
          if (frame['key'] !== key) return
          if (frame['failed']) throw new Error('failed')
          say('answer' in frame ? 'answered' : String(frame['refused']))
        })
        // JSON drops undefined, so send null instead
        socket.send(JSON.stringify({ watch: key, name, input: input ?? null }))
      }),
  }))
}

/** Invalid frames: the server must ignore or refuse them, or close the socket. */
export function strangeFrame(http: HttpStudio, by: fc.Arbitrary<Person>) {
  const bytes = fc.uint8Array({ maxLength: 300 }).map((array) => Buffer.from(array))
  const json = fc.oneof(
    fc.json(),
    fc.constantFrom(...HOSTILE_TEXTS),
    fc.constantFrom(
      '['.repeat(30_000),
      '{"a":'.repeat(10_000),
      '{"watch":"x","name":"__proto__","input":{}}',
      'x'.repeat(70_000),
    ),
    fc.record({ watch: fc.anything(), name: fc.anything(), input: fc.anything() }).map(text),
  )
  return fc.tuple(fc.oneof(bytes, json), by).map(([frame, person]): Attack => ({
    what: `frame ${String(frame).slice(0, 200)}`,
    run: () =>
      withSocket(http, person, (socket, say) => {
        socket.on('message', (data) => {
          if ((data as Buffer).toString('utf8').includes('accounts.me')) say('frame ignored')
        })
        socket.send(frame)
        socket.send(JSON.stringify({ watch: 'accounts.me', name: 'accounts.me', input: {} }))
      }),
  }))
}

/** Opens a live socket for one query; its close code counts as a result too. */
async function withSocket(
  http: HttpStudio,
  person: Person,
  ask: (socket: WebSocket, say: (answer: string) => void) => void,
): Promise<string> {
  const headers = { origin: http.origin, ...http.cookieOf(person) }
  const socket = new WebSocket(`ws://127.0.0.1:${http.port}/live`, { headers })
  try {
    return await within(
      new Promise<string>((resolve, reject) => {
        socket.on('error', reject)
        socket.on('close', (code) => (code === 1011 ? reject(new Error('closed 1011')) : resolve(`closed ${code}`)))
        socket.on('open', () => ask(socket, resolve))
      }),
    )
  } finally {
    socket.terminate()
  }
}
