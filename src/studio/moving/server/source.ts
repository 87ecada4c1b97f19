import { createReadStream, existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isManaged, type ExportFile } from '../rules/firebase.ts'
import { ImportRefused } from './refused.ts'

/** Source of an export's files: a folder, or the uploaded parts. */
export interface Source {
  readonly has: (file: ExportFile) => boolean
  readonly size: (file: ExportFile) => number
  readonly bytes: (file: ExportFile) => AsyncIterable<Uint8Array>
}

const SLICE = 64 * 1024

export function folderSource(folder: string): Source {
  if (!existsSync(folder)) throw new ImportRefused('noFolder', folder)
  const pathOf = (file: ExportFile) => join(folder, file)
  const has = (file: ExportFile) => existsSync(pathOf(file))
  if (!has('firestore.json') && readdirSync(folder).some(isManaged)) throw new ImportRefused('managed', folder)
  return {
    has,
    size: (file) => statSync(pathOf(file)).size,
    bytes: (file) => createReadStream(pathOf(file), { highWaterMark: SLICE }),
  }
}
