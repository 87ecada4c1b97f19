import { createReadStream } from 'node:fs'
import { setImmediate as otherWork } from 'node:timers/promises'
import { ImportRefused } from './refused.ts'

const SLICE = 64 * 1024

/**
 * A file as UTF-8 without its mark, a slice at a time. One in the two bytes a letter that a spreadsheet saves is
 * translated; one in neither is refused.
 */
export async function* utf8Of(path: string, name: string): AsyncGenerator<Uint8Array> {
  let decoder: InstanceType<typeof TextDecoder> | undefined
  const encoder = new TextEncoder()
  const text = (bytes?: Uint8Array) => {
    try {
      return bytes ? (decoder?.decode(bytes, { stream: true }) ?? '') : (decoder?.decode() ?? '')
    } catch {
      throw new ImportRefused(`${name} is not in UTF-8: save it in that encoding.`)
    }
  }
  for await (const slice of createReadStream(path, { highWaterMark: SLICE }) as AsyncIterable<Buffer>) {
    decoder ??= new TextDecoder(encodingOf(slice), { fatal: true })
    yield encoder.encode(text(slice))
    // others get their turn
    await otherWork()
  }
  yield encoder.encode(text())
}

function encodingOf(head: Buffer): string {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  return 'utf-8'
}
