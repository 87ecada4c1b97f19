import { setImmediate as otherWork } from 'node:timers/promises'
import { ImportRefused } from './refused.ts'

/**
 * Yields a file as UTF-8 without its byte order mark, in chunks. Converts the UTF-16 that spreadsheets save; refuses
 * any other encoding.
 */
export async function* utf8Of(bytes: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<Uint8Array> {
  let decoder: InstanceType<typeof TextDecoder> | undefined
  const encoder = new TextEncoder()
  const text = (slice?: Uint8Array) => {
    try {
      return slice ? (decoder?.decode(slice, { stream: true }) ?? '') : (decoder?.decode() ?? '')
    } catch {
      throw new ImportRefused('notUtf8', name)
    }
  }
  for await (const slice of bytes) {
    decoder ??= new TextDecoder(encodingOf(slice), { fatal: true })
    yield encoder.encode(text(slice))
    // let other requests run
    await otherWork()
  }
  yield encoder.encode(text())
}

function encodingOf(head: Uint8Array): string {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  return 'utf-8'
}
