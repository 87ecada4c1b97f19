import fs from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import type { Engine } from '#server/db/connection.ts'
import { engineCode, engineExtensions, engineInMemory } from '#server/db/embedded/embedded.ts'
import { EMPTY_ALL_TABLES } from './emptyTables.ts'

/** Start parameters without syncing, which memory does not need, and with buffers as small as in production. */
const START_PARAMS = [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB']

/** Databases released by earlier test files of this process, for reuse: starting one takes longer than most files. */
const idle: PGlite[] = []

/** An in-memory embedded database: the template's tables, empty, with a fresh session. */
export async function memoryDatabase(template: string): Promise<Engine> {
  return await engineInMemory(idle.pop() ?? (await start(template)))
}

async function start(template: string): Promise<PGlite> {
  const pglite = await PGlite.create({
    loadDataDir: new Blob([fs.readFileSync(template)]),
    startParams: START_PARAMS,
    pgliteWasmModule: await engineCode(),
    extensions: await engineExtensions(),
  })
  const made = await schemaOf(pglite)
  const end = pglite.close.bind(pglite)
  pglite.close = async () => {
    // reuse the database only if its schema is still the template's
    const sound = await isAsMade(pglite, made).catch(() => false)
    if (sound) idle.push(pglite)
    else await end()
  }
  return pglite
}

async function isAsMade(pglite: PGlite, made: string): Promise<boolean> {
  // resets settings, prepared statements, cursors, temporary tables; fails inside an open transaction
  await pglite.exec('discard all')
  await pglite.exec(EMPTY_ALL_TABLES)
  return (await schemaOf(pglite)) === made
}

const CATALOGS = ['class', 'attribute', 'attrdef', 'constraint', 'index', 'trigger', 'proc', 'namespace', 'authid']

/** Fingerprint of the schema that also shows changes that were reverted. */
async function schemaOf(pglite: PGlite): Promise<string> {
  const counts = CATALOGS.map((name) => `select count(*), max(xmin::text::bigint) from pg_${name}`)
  const { rows } = await pglite.query(counts.join(' union all '))
  return JSON.stringify(rows, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
}
