import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { version } from './version.ts'

/** Id of a build of the browser application: open pages compare it with the build they were loaded from. */
export function buildOf(webDir: string | null): string {
  // the manifest lists all files with a hash of their content in the name
  const manifest = webDir && join(webDir, '.vite/manifest.json')
  if (!manifest || !existsSync(manifest)) return version
  return `${version}-${createHash('sha256').update(readFileSync(manifest)).digest('hex').slice(0, 12)}`
}
