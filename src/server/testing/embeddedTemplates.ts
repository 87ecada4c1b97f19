import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import { DAY } from '#kernel/time.ts'
import { openDatabase, openEngine } from '#server/db/database.ts'
import { engineCode } from '#server/db/embedded/embedded.ts'
import { migrationsFolder, readMigrations } from '#server/db/migrate.ts'

const DATABASE_CODE = fileURLToPath(new URL('../db', import.meta.url))
const CACHE = fileURLToPath(new URL('../../../node_modules/.cache/test-database', import.meta.url))

/** Templates that test databases are copied from, because creating one is slow. */
export interface EmbeddedTemplates {
  /** A data folder created but not migrated: a database without tables. */
  readonly bare: string
  /** A data folder with all tables, empty. */
  readonly migrated: string
  /** The migrated database as a file that PGlite loads into memory. */
  readonly memory: string
}

/** Returns the templates; makes them again when the migrations or the database code changed. */
export async function embeddedTemplates(): Promise<EmbeddedTemplates> {
  const folder = path.join(CACHE, fingerprint())
  if (!fs.existsSync(folder)) await make(folder)
  return templatesIn(folder)
}

const templatesIn = (folder: string): EmbeddedTemplates => ({
  bare: path.join(folder, 'bare'),
  migrated: path.join(folder, 'migrated'),
  memory: path.join(folder, 'memory.tar'),
})

async function make(folder: string): Promise<void> {
  fs.mkdirSync(CACHE, { recursive: true })
  removeOld()
  // build under another name, so that a parallel run never finds a half-made template
  const unfinished = fs.mkdtempSync(`${folder}.`)
  const { bare, migrated, memory } = templatesIn(unfinished)
  await (await openEngine({ dataDir: bare })).close()
  fs.cpSync(bare, migrated, { recursive: true })
  await (await openDatabase({ dataDir: migrated })).close()
  const pglite = await PGlite.create(path.join(migrated, 'db'), { pgliteWasmModule: await engineCode() })
  await pglite.exec('checkpoint')
  fs.writeFileSync(memory, new Uint8Array(await (await pglite.dumpDataDir('none')).arrayBuffer()))
  await pglite.close()
  try {
    fs.renameSync(unfinished, folder)
  } catch {
    // another run was faster
    fs.rmSync(unfinished, { recursive: true, force: true })
  }
}

// remove only old ones: a run of another state of the code may be using a recent one
function removeOld() {
  for (const name of fs.readdirSync(CACHE)) {
    const file = path.join(CACHE, name)
    if (fs.statSync(file).mtimeMs < Date.now() - DAY) fs.rmSync(file, { recursive: true, force: true })
  }
}

function fingerprint(): string {
  const hash = createHash('sha256').update(fs.readFileSync(fileURLToPath(import.meta.url)))
  for (const { name, hash: text } of readMigrations(migrationsFolder())) hash.update(name + text)
  const files = fs.readdirSync(DATABASE_CODE, { recursive: true, encoding: 'utf8' })
  const code = files.filter((file) => file.endsWith('.ts') && !file.includes('.test.'))
  for (const file of code.toSorted()) hash.update(fs.readFileSync(path.join(DATABASE_CODE, file)))
  return hash.digest('hex').slice(0, 16)
}
