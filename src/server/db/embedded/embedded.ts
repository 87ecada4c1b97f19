import { fileURLToPath } from 'node:url'
import type { PGlite } from '@electric-sql/pglite'
import type { Engine } from '../connection.ts'
import { engineCode as compiled } from './engineCode.ts'

// The only file of this folder that other code imports; README.md explains the rest. PGlite is loaded on demand,
// because a studio on PostgreSQL does not need it.

/** PGlite's code, compiled once per process; call it early, so that it compiles while the rest of the program loads. */
export const engineCode: typeof compiled = () => compiled()

/** Extensions that PGlite must be opened with, because the database uses them. */
export const engineExtensions = async () => (await import('./extensions.ts')).extensions

/** Empty data folder that the build makes with the current code. */
export const MADE_AHEAD = fileURLToPath(new URL('./empty-database', import.meta.url))

/**
 * Opens the database in the folder, for this process only; creates it at the first start. Throws StartRefused with one
 * clear line when it is in use, damaged, or of another version.
 */
export async function openEmbedded(dataDir: string, log: (line: string) => void): Promise<Engine> {
  const { openFolder } = await import('./folder.ts')
  return openFolder(dataDir, MADE_AHEAD, log)
}

/** The same over an in-memory database, for tests. */
export async function engineInMemory(pglite: PGlite): Promise<Engine> {
  const { engineOver } = await import('./engine.ts')
  return engineOver(
    async () => ({ pglite }),
    () => {},
  )
}
