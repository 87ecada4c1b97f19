import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from '#server/server.ts'
import { testSettings, type TestStudio } from '#server/testing/studio.ts'

/** An HTTP server on a test studio's database, which stays open when the server stops. */
export async function serve(studio: TestStudio, port: number): Promise<{ stop(): Promise<void> }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'served-'))
  const settings = testSettings({ PORT: String(port), DATA_DIR: dataDir, BACKUP_DIR: 'off' })
  const database = { ...studio.database, close: async () => {} }
  const server = await startServer({ settings, database, webDir: null, say: () => {} })
  return {
    async stop() {
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
