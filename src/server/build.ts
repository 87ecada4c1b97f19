import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { version } from './version.ts'

/** Names one build of the browser application: open pages compare it with the one that they were made from. */
export function buildOf(webDir: string | null): string {
  // the list of all files, whose names carry a hash of what is in them
  const manifest = webDir && join(webDir, '.vite/manifest.json')
  if (!manifest || !existsSync(manifest)) return version
  return `${version}-${createHash('sha256').update(readFileSync(manifest)).digest('hex').slice(0, 12)}`
}
