import fs from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import type { Engine } from '#server/db/connection.ts'
import { engineCode, engineExtensions, engineInMemory } from '#server/db/embedded/embedded.ts'
import { EMPTY_ALL_TABLES } from './emptyTables.ts'

/** In memory there is nothing to sync; the buffers are as small as in the real one. */
const START_PARAMS = [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB']

/** Given back by earlier files of tests in this process: starting another one takes longer than most files. */
const idle: PGlite[] = []

/** An embedded database in memory: empty, with the tables of the template, and in a session of its own. */
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
    // whatever a test has done to it, the next one gets another
    const sound = await isAsMade(pglite, made).catch(() => false)
    if (sound) idle.push(pglite)
    else await end()
  }
  return pglite
}

async function isAsMade(pglite: PGlite, made: string): Promise<boolean> {
  // settings, prepared statements, cursors, temporary tables; fails in a transaction that was left open
  await pglite.exec('discard all')
  await pglite.exec(EMPTY_ALL_TABLES)
  return (await schemaOf(pglite)) === made
}

const CATALOGS = ['class', 'attribute', 'attrdef', 'constraint', 'index', 'trigger', 'proc', 'namespace', 'authid']

/** How many tables, columns and so on there are, and when one of them was changed last: also there and back again. */
async function schemaOf(pglite: PGlite): Promise<string> {
  const counts = CATALOGS.map((name) => `select count(*), max(xmin::text::bigint) from pg_${name}`)
  const { rows } = await pglite.query(counts.join(' union all '))
  return JSON.stringify(rows, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
}
