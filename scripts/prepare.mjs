import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { bin, npm, root, run } from './tools.mjs'

/** What was installed and what was built, as a fingerprint of what it was made from. */
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

/** Installs the packages when there are none, or when the lock file has changed since. Ends the process on failure. */
export async function ensurePackages() {
  const wanted = fingerprint(['package-lock.json'])
  if (read(installed) === wanted) return
  console.log('Installing packages …')
  const code = await npm(['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error', '--include=dev'])
  demand(code === 0, 'The packages could not be installed: see above.')
  write(installed, wanted)
}

/** Builds both sides; answers whether that succeeded. */
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

/** The server, and with it the empty database that each first start copies. */
async function buildServer(env) {
  const code = await run(bin('vite'), ['build', '--config', 'vite.server.config.ts', '--logLevel', 'warn'], { env })
  return code === 0 ? run(process.execPath, ['dist/server/emptyDatabase.js'], { env }) : code
}

/** Takes what was built in a copy of this checkout. */
export function takeBuild(copy) {
  if (isBuilt()) return
  rmSync(join(root, built), { force: true })
  // of the browser's side pages that are open need the files of the build before
  for (const side of ['dist/server', 'dist/render']) rmSync(join(root, side), { recursive: true, force: true })
  const mark = join(copy, built)
  cpSync(join(copy, dirname(built)), join(root, dirname(built)), { recursive: true, filter: (file) => file !== mark })
  // last: a copy that was cut short is no build
  cpSync(mark, join(root, built))
  dropOldAssets()
}

/** How long a page that was open before a build still finds its files; in milliseconds. */
const KEEP_ASSETS = 7 * 24 * 3_600_000

function dropOldAssets() {
  const now = Date.now()
  for (const file of filesOf('dist/web/assets')) if (now - statSync(file).mtimeMs > KEEP_ASSETS) rmSync(file)
}

/** Whether what is built was built from the sources as they are now. */
export const isBuilt = () => read(built) === fingerprint(sources)

/** Builds when nothing is built, or when a source has changed since. Ends the process on failure. */
async function ensureBuild() {
  if (isBuilt()) return
  console.log('Building …')
  demand(await build(), 'The build failed: see above.')
}

/** Everything that a command on a fresh clone needs before the server can run. */
export async function prepare() {
  process.chdir(root)
  // an image holds what was built, and nothing to build from
  if (!existsSync('src')) return
  await ensurePackages()
  await ensureBuild()
}
