import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { bin, npm, root, run } from './tools.mjs'

/** Files that record what was installed and what was built, as a fingerprint of the sources. */
const installed = 'node_modules/.installed'
const built = 'dist/.built'

const sources = [
  'src',
  'public',
  'index.html',
  'vite.config.ts',
  'vite.plugins.ts',
  'vite.server.config.ts',
  'vite.render.config.ts',
  'package.json',
  'package-lock.json',
]
const isForTests = (path) => /\.test\.tsx?$/.test(path) || path.includes(join('server', 'testing'))

function filesOf(path) {
  const full = join(root, path)
  if (!existsSync(full)) return []
  try {
    return readdirSync(full, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
      .toSorted()
  } catch {
    return [full]
  }
}

function fingerprint(paths) {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`)
  for (const file of paths.flatMap(filesOf).filter((path) => !isForTests(path)))
    hash.update(file.slice(root.length)).update(readFileSync(file))
  return hash.digest('hex')
}

const read = (path) => (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : undefined)

function write(path, text) {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

function demand(ok, what) {
  if (ok) return
  console.error(what)
  process.exit(1)
}

/** Installs the packages when they are missing or the lock file has changed. Exits the process on failure. */
export async function ensurePackages() {
  const wanted = fingerprint(['package-lock.json'])
  if (read(installed) === wanted) return
  console.log('Installing packages …')
  const code = await npm(['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error', '--include=dev'])
  demand(code === 0, 'The packages could not be installed: see above.')
  write(installed, wanted)
}

/** Builds both sides; resolves with whether that succeeded. */
export async function build() {
  rmSync(join(root, built), { force: true })
  const wanted = fingerprint(sources)
  const env = { NODE_ENV: 'production' }
  const codes = await Promise.all([
    run(bin('vite'), ['build', '--logLevel', 'warn'], { env }),
    buildServer(env),
    run(bin('vite'), ['build', '--config', 'vite.render.config.ts', '--logLevel', 'warn'], { env }),
  ])
  if (codes.some((code) => code !== 0)) return false
  dropOldAssets()
  write(built, wanted)
  return true
}

/** Builds the server and the empty database that each first start copies. */
async function buildServer(env) {
  const code = await run(bin('vite'), ['build', '--config', 'vite.server.config.ts', '--logLevel', 'warn'], { env })
  return code === 0 ? run(process.execPath, ['dist/server/emptyDatabase.js'], { env }) : code
}

/** Copies the build that was made in a copy of this checkout. */
export function takeBuild(copy) {
  if (isBuilt()) return
  rmSync(join(root, built), { force: true })
  // keeps old files of the browser's side, which open pages still need
  for (const side of ['dist/server', 'dist/render']) rmSync(join(root, side), { recursive: true, force: true })
  const mark = join(copy, built)
  cpSync(join(copy, dirname(built)), join(root, dirname(built)), { recursive: true, filter: (file) => file !== mark })
  // the mark comes last: an interrupted copy is no build
  cpSync(mark, join(root, built))
  dropOldAssets()
}

/** In ms; how long pages opened before a build still find their files. */
const KEEP_ASSETS = 7 * 24 * 3_600_000

function dropOldAssets() {
  const now = Date.now()
  for (const file of filesOf('dist/web/assets')) if (now - statSync(file).mtimeMs > KEEP_ASSETS) rmSync(file)
}

/** Whether the build matches the current sources. */
export const isBuilt = () => read(built) === fingerprint(sources)

/** Builds when there is no build or a source has changed. Exits the process on failure. */
async function ensureBuild() {
  if (isBuilt()) return
  console.log('Building …')
  demand(await build(), 'The build failed: see above.')
}

/** Prepares a fresh clone for running the server: packages and build. */
export async function prepare() {
  process.chdir(root)
  // a container image has a build, and no sources
  if (!existsSync('src')) return
  await ensurePackages()
  await ensureBuild()
}
