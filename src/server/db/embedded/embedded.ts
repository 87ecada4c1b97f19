import { fileURLToPath } from 'node:url'
import type { PGlite } from '@electric-sql/pglite'
import type { Engine } from '../connection.ts'
import { engineCode as compiled } from './engineCode.ts'

// The only file of this folder that others import; what the others hold stands in README.md. PGlite is loaded when it is
// needed: a studio on PostgreSQL has no use for it.

/** PGlite's code, compiled once in a process; called early, it is ready when the rest of the program has been loaded. */
export const engineCode: typeof compiled = () => compiled()

/** What PGlite must be opened with, as the database has them. */
export const engineExtensions = async () => (await import('./extensions.ts')).extensions

/** A data folder that nobody has used yet, made by the build beside the code that it is made by. */
export const MADE_AHEAD = fileURLToPath(new URL('./empty-database', import.meta.url))

/**
 * Opens the database in the folder, made at the first start, for this process alone. Throws StartRefused with one clear
 * line where it is in use, damaged, or of another version.
 */
export async function openEmbedded(dataDir: string, log: (line: string) => void): Promise<Engine> {
  const { openFolder } = await import('./folder.ts')
  return openFolder(dataDir, MADE_AHEAD, log)
}

/** The same over a database that lies in memory, for tests. */
export async function engineInMemory(pglite: PGlite): Promise<Engine> {
  const { engineOver } = await import('./engine.ts')
  return engineOver(
    async () => ({ pglite }),
    () => {},
  )
}
