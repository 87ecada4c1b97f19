// `npm test`: all checks in one command. `npm test -- --only=lint,vitest` runs some of them; `--figures`, as in CI,
// also checks that every figure of the benchmark can be measured.
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { build, ensurePackages, isBuilt } from './prepare.mjs'
import { playwrightCounts, vitestCounts } from './reports.mjs'
import { endAll, runBounded } from './bounded.mjs'
import { bin, hasPostgres, root } from './tools.mjs'

process.chdir(root)
await ensurePackages()
const { ensureChromium } = await import('./browser.mjs')

const reports = join(root, '.cache')

/** The result of a step: a check counts as one, a test runner as the number of its tests. */
const counted = (ok) => (ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 })

/** A check passes when its program exits with 0; its output is shown when it fails. */
const check = (program, ...args) => ({
  minutes: 3,
  run: async (limit) => {
    const { code, output } = await runBounded(bin(program), args, { limit, quiet: true })
    return { ...counted(code === 0), output: code === 0 ? '' : output }
  },
})

/** A test runner: counts the tests in its report; anything the report does not explain counts as a failure. */
const runner = (minutes, report, count, program, args, env = {}, before = async () => undefined) => ({
  minutes,
  run: async (limit) => {
    const impossible = await before()
    if (impossible) return { ...counted(false), output: impossible }
    rmSync(report, { force: true })
    const { code } = await runBounded(bin(program), args, { limit, env })
    return count(readReport(report), code)
  },
})

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

const vitestReport = join(reports, 'vitest.json')
const journeysReport = join(reports, 'journeys.json')
const tapsReport = join(reports, 'taps.json')

/** Builds the product and ensures a browser; resolves with the reason why tests can't run, if any. */
const browserReady = async () =>
  isBuilt() || (await build()) ? ensureChromium() : 'Not run: the product does not build.'

/** A script of this project: passes when it exits with 0. */
const script = (minutes, file) => ({
  minutes,
  run: async (limit) => {
    const { code, output } = await runBounded(process.execPath, [join(root, file)], { limit, quiet: true })
    return { ...counted(code === 0), output: code === 0 ? '' : output }
  },
})

/** All steps by name. Stages run one after the other, the steps of a stage in parallel. */
const stages = [
  {
    // the longest of these; it makes the build that the later steps use
    readme: script(5, 'scripts/readme.mjs'),
    format: check('oxfmt', '--check', '.'),
    lint: check('oxlint', '-c', 'oxlint.config.mjs', '.'),
    // single-threaded: with four threads each takes twice the CPU time, and three in parallel are no faster
    'types of the browser': check('tsc', '-p', 'tsconfig.web.json', '--singleThreaded'),
    'types of the server': check('tsc', '-p', 'tsconfig.server.json', '--singleThreaded'),
    'types of the tests': check('tsc', '-p', 'tsconfig.json', '--singleThreaded'),
    'dead code': check('knip'),
  },
  {
    vitest: runner(30, vitestReport, vitestCounts, 'vitest', [
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${vitestReport}`,
    ]),
  },
  {
    journeys: runner(
      30,
      journeysReport,
      playwrightCounts,
      'playwright',
      ['test', '--grep-invert=@taps', '--reporter=list,json'],
      { PLAYWRIGHT_JSON_OUTPUT_FILE: journeysReport },
      browserReady,
    ),
  },
  {
    // counts taps, and prints them
    taps: runner(
      5,
      tapsReport,
      playwrightCounts,
      'playwright',
      // a slowed down phone needs a processor of its own
      ['test', '--grep=@taps', '--workers=2', '--reporter=list,json'],
      { PLAYWRIGHT_JSON_OUTPUT_FILE: tapsReport },
      browserReady,
    ),
  },
]

/** The quick benchmark, a minute or two; its speed means nothing here, as other steps and programs run beside it. */
const figures = hasPostgres()
  ? { ...check('tsx', 'bench/run.ts', '--quick'), minutes: 10 }
  : { minutes: 1, run: async () => ({ passed: 0, failed: 0, skipped: 1 }) }
if (process.argv.includes('--figures')) stages.push({ figures })

const only = process.argv
  .find((arg) => arg.startsWith('--only='))
  ?.slice('--only='.length)
  .split(',')
const known = stages.flatMap((stage) => Object.keys(stage))
const wanted = (name) => !only || only.some((word) => name.startsWith(word))
for (const word of only ?? []) {
  if (!known.some((name) => name.startsWith(word))) {
    console.error(`There is no step "${word}". The steps: ${known.join(', ')}.`)
    process.exit(2)
  }
}

const results = []

async function runStep(name, step) {
  const started = performance.now()
  let result
  try {
    result = await step.run(step.minutes * 60_000)
  } catch (error) {
    result = { ...counted(false), output: error.stack }
  }
  const seconds = (performance.now() - started) / 1000
  if (result.output) console.log(`\n--- ${name}\n${result.output.trimEnd()}\n`)
  console.log(line({ name, seconds, ...result }))
  results.push({ name, seconds, ...result })
}

const line = ({ name, seconds, passed, failed, skipped = 0 }) =>
  [
    failed ? 'FAILED' : 'ok    ',
    name.padEnd(21),
    `${seconds.toFixed(1)} s`.padStart(8),
    `${passed} passed`.padStart(12),
    failed ? `${failed} failed` : '',
    skipped ? `${skipped} skipped` : '',
  ].join(' ')

/** Runs the steps of a stage, at most `width` at a time. */
async function runStage(steps, width) {
  const waiting = Object.entries(steps).filter(([name]) => wanted(name))
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await runStep(...next)
  }
  await Promise.all(Array.from({ length: width }, lane))
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(signal, () => {
    endAll()
    process.exit(130)
  })
}

mkdirSync(reports, { recursive: true })
const began = performance.now()
for (const stage of stages) await runStage(stage, Math.min(3, Math.max(2, availableParallelism())))

const sum = (key) => results.reduce((total, result) => total + (result[key] ?? 0), 0)
console.log(`\nAll steps, ${((performance.now() - began) / 1000).toFixed(0)} s:`)
for (const result of results) console.log(line(result))
// again at the end, where nobody has to search for them
for (const failure of results.flatMap((result) => result.failures ?? [])) console.log(`\nfailed: ${failure}`)
if (sum('failed') > 0) process.exitCode = 1
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`)
