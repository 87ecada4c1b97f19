import fc from 'fast-check'
import type { Command } from '#kernel/procedures.ts'
import type { HttpStudio } from '../httpStudio.ts'
import { fitting, HOSTILE_TEXTS, unfitting } from '../inputs.ts'
import type { Person } from '../studio.ts'
import { inputFor, PATIENCE, text, type Attack, type Named } from './attack.ts'

/** A command with a valid, nearly valid or invalid input. */
export function callsOf(
  http: HttpStudio,
  { name, procedure }: Named<Command>,
  ids: readonly string[],
  by: fc.Arbitrary<Person>,
) {
  // hashing a password is far slower than refusing it, so such calls are made rarely
  const hashes = 'password' in shapeOf(procedure)
  const input = hashes
    ? fc.oneof(
        { weight: 9, arbitrary: unfitting(procedure.input, ids) },
        { weight: 1, arbitrary: fitting(procedure.input, ids) },
      )
    : inputFor(procedure, ids)
  return fc.tuple(input, by).map(([input, person]): Attack => ({
    what: `${name} ${text(input)}`,
    run: async () => judged(await http.post(person, name, input)),
  }))
}

const shapeOf = ({ input }: Command): object =>
  (input as unknown as { _zod: { def: { shape?: object } } })._zod.def.shape ?? {}

/** Checks that a response holds no more than it should; returns its code. */
async function judged(response: Response): Promise<string> {
  const body = await response.text()
  if (response.status >= 500) throw new Error(`${response.status} ${body}`)
  if (/node_modules|\.[jt]s:\d+|\bat \w+ \(/.test(body)) throw new Error(`tells of the inside: ${body}`)
  const { ok, code } = JSON.parse(body) as { ok: boolean; code?: string }
  return ok ? 'done' : String(code)
}

const TYPES = [
  'multipart/form-data; boundary=x',
  'multipart/form-data',
  'application/x-www-form-urlencoded',
  'text/plain',
  'text/xml',
  'application/json; charset=utf-16',
  'application/json;charset=x-user-defined; boundary=\u00e4',
  'application/json, text/plain',
  'application/jsonp',
  'application/',
  '/',
  '',
]

/** A command with a wrong or unknown content type: must be refused before any handler runs. */
export function strangeBody(http: HttpStudio, called: readonly Named<Command>[], by: fc.Arbitrary<Person>) {
  const part = (text: string) =>
    `--x\r\nContent-Disposition: form-data; name="key"; filename="${text}"\r\n\r\n${text}\r\n--x--`
  const body = fc.oneof(
    fc.uint8Array({ maxLength: 300 }).map((array) => Buffer.from(array)),
    fc.constantFrom(...HOSTILE_TEXTS).map(part),
    fc.constantFrom('', '{', '{"key":', '[]', 'null', '\uFEFF{}', 'key=1&input[role]=admin', '{}{}', '1e999'),
    fc.json(),
  )
  const encoding = fc.constantFrom(undefined, 'gzip', 'br', 'chunked', 'identity, gzip')
  const named = fc.constantFrom(...called)
  const type = fc.constantFrom('application/json', ...TYPES)
  return fc.tuple(named, type, encoding, body, by).map(([{ name }, type, encoding, body, person]): Attack => ({
    what: `${name} as ${type} ${encoding}: ${String(body).slice(0, 200)}`,
    run: async () => {
      const headers = { origin: http.origin, 'content-type': type, ...http.cookieOf(person) }
      const encoded = encoding === undefined ? headers : { ...headers, 'content-encoding': encoding }
      const signal = AbortSignal.timeout(PATIENCE)
      const answer = await judged(await http.fetch(`/rpc/${name}`, { method: 'POST', headers: encoded, body, signal }))
      if (answer === 'done') throw new Error('obeyed')
      return answer
    },
  }))
}
