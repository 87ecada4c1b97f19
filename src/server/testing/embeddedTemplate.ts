import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import { DAY } from '#kernel/time.ts'
import { openEngine } from '#server/db/database.ts'
import { dropTemplates, embeddedEngine } from '#server/db/embedded.ts'
import { migrate, migrationsFolder, readMigrations } from '#server/db/migrate.ts'

const DATABASE_CODE = fileURLToPath(new URL('../db', import.meta.url))
const CACHE = fileURLToPath(new URL('../../../node_modules/.cache/test-database', import.meta.url))

/** A file with a migrated, empty embedded database, made when the migrations or the database code have changed. */
export async function embeddedTemplate(): Promise<string> {
  const file = path.join(CACHE, `${fingerprint()}.tar`)
  if (fs.existsSync(file)) return file
  const pglite = await PGlite.create({ startParams: MEMORY_START_PARAMS })
  await dropTemplates(pglite)
  const engine = await embeddedEngine(
    async () => ({ pglite }),
    () => {},
  )
  await migrate(engine, () => {})
  const dump = await pglite.dumpDataDir('none')
  await engine.close()
  fs.mkdirSync(CACHE, { recursive: true })
  removeOld()
  // a run that is started at the same time must not find half a file
  fs.writeFileSync(`${file}.${process.pid}`, new Uint8Array(await dump.arrayBuffer()))
  fs.renameSync(`${file}.${process.pid}`, file)
  return file
}

let empty: Promise<string> | undefined

/** A data folder with a database without a table, made when the database code has changed: it takes seconds. */
export function emptyFolder(): Promise<string> {
  return (empty ??= makeEmptyFolder())
}

async function makeEmptyFolder(): Promise<string> {
  const folder = path.join(CACHE, `${fingerprint()}.folder`)
  if (fs.existsSync(folder)) return folder
  const unfinished = `${folder}.${process.pid}`
  const engine = await openEngine({ dataDir: unfinished })
  await engine.close()
  try {
    fs.renameSync(unfinished, folder)
  } catch {
    // another run was first
    fs.rmSync(unfinished, { recursive: true, force: true })
  }
  return folder
}

// another run, of another state of the code, may be using a younger one
function removeOld() {
  for (const name of fs.readdirSync(CACHE)) {
    const file = path.join(CACHE, name)
    if (fs.statSync(file).mtimeMs < Date.now() - DAY) fs.rmSync(file, { recursive: true, force: true })
  }
}

/** In memory there is nothing to sync; the buffers are as small as in the real one. */
export const MEMORY_START_PARAMS = [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB']

function fingerprint(): string {
  const hash = createHash('sha256')
  for (const { name, hash: text } of readMigrations(migrationsFolder())) hash.update(name + text)
  const code = fs.readdirSync(DATABASE_CODE).filter((file) => file.endsWith('.ts') && !file.includes('.test.'))
  for (const file of code.toSorted()) hash.update(fs.readFileSync(path.join(DATABASE_CODE, file)))
  return hash.digest('hex').slice(0, 16)
}
