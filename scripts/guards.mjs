// `npm run guards`: takes each guard of guardList.mjs out of the program, one at a time and in memory, and sees its
// tests fail; `npm run guards -- sockets` those whose name has that word. What was seen is kept in docs/guards.md.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { guards } from './guardList.mjs'
import { runBounded } from './bounded.mjs'
import { ensurePackages } from './prepare.mjs'
import { bin, hasPostgres, root } from './tools.mjs'

const kept = join(root, 'docs/guards.md')
const MINUTES = 10 * 60_000

process.chdir(root)
await ensurePackages()
const word = process.argv[2] ?? ''
const waiting = guards.filter(({ name }) => name.includes(word))
const missed = []
await Promise.all([lane(), lane()])
await runBounded(bin('oxfmt'), [kept], { limit: 60_000 })
for (const name of missed) console.error(`NOT NOTICED without the guard: ${name}`)
if (missed.length > 0) process.exitCode = 1

async function lane() {
  for (let guard = waiting.shift(); guard; guard = waiting.shift()) await tryWithout(guard)
}

async function tryWithout(guard) {
  const engine = guard.engine ?? 'embedded'
  if (engine === 'postgres' && !hasPostgres()) return
  const args = ['run', '--project', engine, '--bail', '1', ...guard.tests.split(' ')]
  if (guard.title) args.push('-t', guard.title)
  const env = { WITHOUT_GUARD: JSON.stringify(guard), NO_COLOR: '1', FORCE_COLOR: undefined }
  const { code, output } = await runBounded(bin('vitest'), args, { limit: MINUTES, env, quiet: true })
  // a file that does not load fails for another reason
  const red = code === 1 && /Tests +.*\d+ failed/.test(output)
  const why = /^ FAIL .*\n(?:\w+: )?(.*)$/m.exec(output)?.[1] ?? ''
  if (!red) missed.push(guard.name)
  console.log(`${red ? 'red' : 'NOT NOTICED'}  ${guard.name}: ${why}`)
  keep(guard, engine, red ? why : 'NOT NOTICED')
}

function keep({ name, file, tests }, engine, said) {
  const seen = said
    .replace(/[|`<>*_\\]/g, ' ')
    .replace(/\s+/g, ' ')
    .slice(0, 90)
  const text = readFileSync(kept, 'utf8')
  const mark = '## Guards taken out'
  const [before = '', after = ''] = text.split(new RegExp(`(?<=${mark}\n)`))
  const lines = after.split('\n').filter((line) => line.startsWith('| ') && !/^\| (-|guard)/.test(line))
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  const isOf = (line) => line.split('|')[1]?.trim() === name
  const places = tests.split(' ').map((path) => `\`${path.replace('src/', '')}\``)
  const all = [
    ...lines.filter((line) => !isOf(line)),
    `| ${[name, `\`${file.replace('src/', '')}\``, places.join(', '), engine, seen, commit].join(' | ')} |`,
  ]
  const names = guards.map((guard) => guard.name)
  const orderOf = (line) => names.indexOf(line.split('|')[1]?.trim() ?? '')
  const sorted = all.filter((line) => orderOf(line) >= 0).toSorted((a, b) => orderOf(a) - orderOf(b))
  const head =
    '\n| guard | in | tests | engine | what its test says without it | commit |\n| --- | --- | --- | --- | --- | --- |\n'
  writeFileSync(kept, `${before}${head}${sorted.join('\n')}\n`)
}
