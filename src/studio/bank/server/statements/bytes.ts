import { isUtf8 } from 'node:buffer'
import { setImmediate as otherWork } from 'node:timers/promises'
import { MOST_BYTES } from '../../rules/statements.ts'
import { Refused } from './refused.ts'

export type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/** Bytes that are parsed in one go: a few milliseconds of work. */
const SLICE = 64 * 1024
/** Time of parsing after which other work gets a turn (ms). */
const TURN = 10
/** The XML declaration, or the headings of a table, are within this many bytes. */
const HEAD = 1024

/** Lets other work of the process run after some milliseconds of parsing. */
export class Turns {
  private since = performance.now()

  async pause(): Promise<void> {
    if (performance.now() - this.since < TURN) return
    await otherWork()
    this.since = performance.now()
  }
}

/** The file in slices, up to the maximum size. */
export async function* slices(bytes: Bytes): AsyncGenerator<Uint8Array> {
  const turns = new Turns()
  let size = 0
  for await (const chunk of bytes) {
    size += chunk.byteLength
    if (size > MOST_BYTES) throw new Refused('tooLarge')
    for (let at = 0; at < chunk.byteLength; at += SLICE) {
      yield chunk.subarray(at, at + SLICE)
      await turns.pause()
    }
  }
}

/** The first bytes of a file, and the whole file again. */
export async function headOf(file: AsyncGenerator<Uint8Array>) {
  const first: Uint8Array[] = []
  let size = 0
  while (size < HEAD) {
    const next = await file.next()
    if (next.done) break
    first.push(next.value)
    size += next.value.byteLength
  }
  const all = async function* () {
    yield* first
    yield* file
  }
  return { head: Buffer.concat(first), all: all() }
}

const marks = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
] as const

/** The encoding that the byte order mark names; undefined without one. */
export const markedEncoding = (head: Uint8Array): string | undefined =>
  marks.find(([, mark]) => mark.every((byte, index) => head[index] === byte))?.[0]

/** The encoding of a table: by its byte order mark, else UTF-8 if valid, else the former Baltic one. */
export function tableEncoding(file: Uint8Array): string {
  return markedEncoding(file) ?? (isUtf8(withoutCutLetter(file)) ? 'utf-8' : 'windows-1257')
}

/** Drops an incomplete character at the end, as in an interrupted download. */
function withoutCutLetter(file: Uint8Array): Uint8Array {
  for (let back = 1; back <= 3; back++) {
    const byte = file.at(-back) ?? 0
    if (byte < 0x80) break
    const needs = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 0
    if (needs > 0) return needs > back ? file.subarray(0, -back) : file
  }
  return file
}

/** The text of a file; throws Refused for bytes that are invalid in the encoding. */
export async function* decoded(file: AsyncIterable<Uint8Array>, encoding: string): AsyncGenerator<string> {
  const decoder = decoderOf(encoding)
  const text = (bytes?: Uint8Array) => {
    try {
      return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode()
    } catch {
      throw new Refused('notAStatement')
    }
  }
  for await (const slice of file) yield text(slice)
  yield text()
}

function decoderOf(encoding: string) {
  try {
    return new TextDecoder(encoding, { fatal: true })
  } catch {
    throw new Refused('notAStatement')
  }
}
