import { setImmediate as otherWork } from 'node:timers/promises'
import { ImportRefused } from './refused.ts'

/**
 * A file as UTF-8 without its mark, a slice at a time. One in the two bytes a letter that a spreadsheet saves is
 * translated; one in neither is refused.
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
    // others get their turn
    await otherWork()
  }
  yield encoder.encode(text())
}

function encodingOf(head: Uint8Array): string {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  return 'utf-8'
}
