import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { and, eq } from 'drizzle-orm'
import type { Tx } from '#server/db/database.ts'
import { mostBytesOf, type ExportFile } from '../../rules/firebase.ts'
import { firebaseParts, type SentFiles } from '../../tables.ts'
import { ImportRefused } from '../refused.ts'
import type { Source } from '../source.ts'

/** The uploaded files as a source: decompressed while they are read, never written to disk. */
export function sentSource(db: Tx, moveId: string, files: SentFiles): Source {
  async function* packed(file: ExportFile) {
    const parts = files[file]?.parts ?? 0
    for (let place = 0; place < parts; place++) {
      const [found] = await db
        .select({ part: firebaseParts.part })
        .from(firebaseParts)
        .where(and(eq(firebaseParts.moveId, moveId), eq(firebaseParts.file, file), eq(firebaseParts.place, place)))
      if (!found) throw new ImportRefused('filesGone', file)
      yield Buffer.from(found.part, 'base64')
    }
  }
  async function* bytes(file: ExportFile): AsyncGenerator<Uint8Array> {
    const unpacked = createGunzip()
    // errors of the pipeline reach the reader of `unpacked`
    pipeline(Readable.from(packed(file)), unpacked, () => {})
    let read = 0
    try {
      for await (const slice of unpacked as AsyncIterable<Uint8Array>) {
        read += slice.length
        if (read > mostBytesOf[file]) throw new ImportRefused('tooLarge', file)
        yield slice
      }
    } catch (error) {
      throw isUnpacking(error) ? new ImportRefused('cut', file) : error
    }
  }
  return {
    has: (file) => files[file] !== undefined,
    size: (file) => files[file]?.bytes ?? 0,
    bytes,
  }
}

const isUnpacking = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')
