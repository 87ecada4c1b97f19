import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, expect, inject, it } from 'vitest'
import { openDatabase, rows } from '#server/db/database.ts'
import { testSettings } from '#server/testing/studio.ts'
import { openControl, order } from './control.ts'
import { orderOrOpen } from './orders.ts'
import { startProblem } from './startProblem.ts'

const home = mkdtempSync(join(tmpdir(), 'studio-start-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

it('names DATA_DIR when a file is in the place of the folder or of a parent', async () => {
  const file = join(home, 'file')
  writeFileSync(file, '')
  for (const dataDir of [file, join(file, 'data')]) {
    const failed = await openDatabase({ dataDir }).catch((error: unknown) => error)
    expect(startProblem(failed, testSettings({ DATA_DIR: dataDir }))).toMatch(
      /^DATA_DIR \S+ cannot be used \((EEXIST|ENOTDIR) at [^\n]*may write to, or run this as its owner\.$/,
    )
  }
})

it('does not mistake an unwritable folder for a problem of the port', () => {
  const denied = Object.assign(new Error('denied'), { code: 'EACCES', syscall: 'mkdir', path: '/srv/x' })
  expect(startProblem(denied, testSettings({ DATA_DIR: '/srv/x' }))).toMatch(/^DATA_DIR \/srv\/x cannot be used/)
  const port = Object.assign(new Error('denied'), { code: 'EACCES', syscall: 'listen' })
  expect(startProblem(port, testSettings({ PORT: '80' }))).toMatch(/^Port 80 may not be opened/)
})

it('says which right the role in DATABASE_URL lacks, without the statement', () => {
  const cause = Object.assign(new Error('permission denied for table people'), { code: '42501', severity: 'ERROR' })
  const failed = new Error('Failed query: insert into people\nparams: Mari,mari@example.ee', { cause })
  expect(startProblem(failed, testSettings())).toBe(
    'The role in DATABASE_URL may not do this: permission denied for table people. It must own the database and its tables.',
  )
})

it('names the port that is taken, which may be the one for metrics', () => {
  const settings = testSettings({ PORT: '3000', METRICS_PORT: '9464' })
  const taken = (port: number) => Object.assign(new Error('taken'), { code: 'EADDRINUSE', syscall: 'listen', port })
  expect(startProblem(taken(3000), settings)).toMatch(/^Port 3000 is taken: .* Set PORT to another one\.$/)
  expect(startProblem(taken(9464), settings)).toMatch(/^Port 9464 is taken: .* Set METRICS_PORT to another one\.$/)
  const denied = Object.assign(taken(80), { code: 'EACCES' })
  expect(startProblem(denied, testSettings({ METRICS_PORT: '80' }))).toMatch(/^Port 80 .* Set METRICS_PORT to 1024/)
})

it('names HOST when its address does not exist', async () => {
  const server = createServer().listen(0, 'no-such-host.invalid')
  const [error] = (await once(server, 'error')) as [unknown]
  expect(startProblem(error, testSettings({ HOST: 'no-such-host.invalid' }))).toBe(
    'HOST no-such-host.invalid is not an address of this computer.',
  )
})

it('says what is damaged in the database, and how to restore a backup', async () => {
  const dataDir = join(home, 'damaged')
  cpSync(inject('embedded').migrated, dataDir, { recursive: true })
  const database = await openDatabase({ dataDir })
  await database.transaction((tx) => tx.execute(sql`insert into meta values ('a', 'b')`))
  const found = await database.read.execute(sql`select pg_relation_filepath('meta') as file`)
  const [{ file } = { file: '' }] = rows<{ file: string }>(found)
  await database.close()
  writeFileSync(join(dataDir, 'db', file), Buffer.alloc(8192, 7))
  const settings = testSettings({ DATA_DIR: dataDir })
  const failed = await orderOrOpen(settings, 'backup', [join(home, 'backup.jsonl.gz')]).catch((error: unknown) => error)
  expect(startProblem(failed, settings)).toMatch(
    /^The database in \S+ is damaged: invalid page in block 0 of relation [^\n]* npm run restore -- FILE$/,
  )
})

it('says the same when a running server finds the damage', async () => {
  const damage = Object.assign(new Error('invalid page in block 3'), { code: 'XX001', severity: 'ERROR' })
  const control = await openControl(home, { doctor: () => Promise.reject(damage) })
  const answer = await order(home, 'doctor', [])
  control.close()
  expect(answer?.ok).toBe(false)
  expect(answer?.line).toMatch(/is damaged: invalid page in block 3\. Move it/)
})

it('returns null for an unknown error', () => {
  expect(startProblem(new Error('odd'), testSettings())).toBeNull()
})
