import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { readBackup } from '#server/backup/read.ts'
import { startServer } from '#server/server.ts'
import { testDatabase } from '#server/testing/database.ts'
import { fillWith } from '#server/testing/manyRows.ts'
import { EmptyPlaces } from '#server/testing/places.ts'
import { testSettings } from '#server/testing/studio.ts'
import { order } from './control.ts'

it('the running server writes backups and is examined, for whoever can read its data folder', async ({ skip }) => {
  const database = await testDatabase()
  const places = new EmptyPlaces()
  try {
    if (database.url) return skip('On PostgreSQL the command line goes to the database itself.')
    await fillWith(database, 500)
    const settings = testSettings({ DATA_DIR: places.home })
    const server = await startServer({ settings, database, webDir: null, say: () => {} })
    const ask = (name: string, ...words: string[]) => order(places.home, name, words)
    const file = join(places.home, `${'long'.repeat(50)}.jsonl.gz`)

    expect(await ask('doctor')).toMatchObject({ ok: true })
    expect(await ask('backup', file)).toMatchObject({ ok: true })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect((await readBackup(file)).last.rows).toMatchObject({ users: 9 })

    const nowhere = join(places.home, 'nowhere/file')
    expect(await ask('backup', nowhere)).toEqual({
      ok: false,
      line: `There is no folder ${join(places.home, 'nowhere')}.`,
    })
    expect((await ask('backup', places.home))?.line).toContain('is a folder')
    expect(await ask('backup')).toEqual({ ok: false, line: 'Use: npm run backup -- FILE' })
    await database.transaction((tx) => tx.execute(sql`update schedule set registered_count = 1`))
    expect((await ask('doctor'))?.line).toContain('an entry counts its registrations: not so for e1')
    await server.stop()
    expect(existsSync(join(places.home, 'control.json'))).toBe(false)
  } finally {
    if (database.url) await database.close()
    places.remove()
  }
})
