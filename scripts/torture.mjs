// `npm run torture`: the reliability scenarios of `npm test` with large numbers, one after the other, on both engines.
// `npm run torture -- 4 5` runs only these rows of the table. The figures are printed and kept in bench/torture.md.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import { endAll, runBounded } from './bounded.mjs'
import { ensurePackages } from './prepare.mjs'
import { bin, hasPostgres, root } from './tools.mjs'

const HOUR = 60 * 60_000
const scenarios = 'src/server/testing/torture'
/** Outside the scenarios folder: it imports the browser's side, which the test harness may not. */
const watchers = { row: 11, path: 'src/web/live/watchers.db.test.ts' }
const anything = { row: 9, path: 'src/studio/together/anything.db.test.ts' }
const kept = join(root, 'bench/torture.md')
const figures = join(root, '.cache/torture.jsonl')

const HEAD = `# What the studio survived

Written by \`npm run torture\`: the scenarios in src/server/testing/torture with large numbers. The row is that of the
reliability table in docs/architecture.md; \`+\` after a commit means with changes that were not committed yet. Times are of a machine that had
other work as well: the load is the number of processes that wanted to run. \`missed\` says that a run went past a limit
of time or count.

| row | engine | what | figure | load | commit | date |
| --- | --- | --- | --- | --- | --- | --- |`

process.chdir(root)
await ensurePackages()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(signal, () => {
    endAll()
    process.exit(130)
  })
}

const wanted = process.argv.slice(2).map(Number)
const named = readdirSync(scenarios)
  .filter((name) => /^\d+-.*\.test\.ts$/.test(name))
  .map((name) => ({ row: Number.parseInt(name, 10), path: join(scenarios, name) }))
const files = [...named, watchers, anything]
  .filter(({ row }) => wanted.length === 0 || wanted.includes(row))
  .toSorted((a, b) => a.row - b.row)
const enginesOf = (file) => (file.endsWith('.db.test.ts') && hasPostgres() ? ['embedded', 'postgres'] : ['embedded'])

mkdirSync(join(root, '.cache'), { recursive: true })
mkdirSync(join(root, 'bench'), { recursive: true })
const failed = []
/** Rows and engines with new figures in this run: two files may share a row. */
const begun = new Set()
for (const { row, path } of files) {
  for (const engine of enginesOf(path)) {
    rmSync(figures, { force: true })
    const env = { TORTURE: 'full', TORTURE_FIGURES: figures, PROPERTY_RUNS: '200' }
    const args = ['run', '--project', engine, path]
    const { code } = await runBounded(bin('vitest'), args, { limit: HOUR, env })
    if (code !== 0) failed.push(`${path} on ${engine}`)
    keep(row, engine, code === 0)
  }
}
await runBounded(bin('oxfmt'), [kept], { limit: 60_000 })
console.log(`\n${readFileSync(kept, 'utf8')}`)
for (const what of failed) console.error(`FAILED ${what}`)
if (failed.length > 0) process.exitCode = 1

/** Replaces the figures of an earlier run for that row and engine. */
function keep(row, engine, passed) {
  const measured = existsSync(figures) ? readFileSync(figures, 'utf8').trim().split('\n') : []
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  const changed = execFileSync('git', ['status', '--porcelain'], { encoding: 'utf8' }).trim() === '' ? '' : '+'
  const load = `${loadavg()[0].toFixed(0)} on ${availableParallelism()} cores`
  const when = new Date().toISOString().slice(0, 10)
  const lines = measured.map((line) => JSON.parse(line)).map(({ what, value }) => [row, engine, what, value])
  if (!passed) lines.push([row, engine, 'missed', 'a limit of the table: see the figures of this row, and the load'])
  const cells = lines.map((line) => `| ${[...line, load, commit + changed, when].join(' | ')} |`)
  const before = existsSync(kept) ? readFileSync(kept, 'utf8').split('\n') : []
  const isFirst = !begun.has(`${row} ${engine}`)
  begun.add(`${row} ${engine}`)
  const others = before.filter((line) => /^\| *\d/.test(line) && !(isFirst && isOf(line, row, engine)))
  const all = [...others, ...cells].toSorted(
    (a, b) => Number.parseInt(a.slice(2), 10) - Number.parseInt(b.slice(2), 10),
  )
  writeFileSync(kept, `${HEAD}\n${all.join('\n')}\n`)
}

function isOf(line, row, engine) {
  const [, first, second] = line.split('|').map((cell) => cell.trim())
  return Number(first) === row && second === engine
}
