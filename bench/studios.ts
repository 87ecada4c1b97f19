// `npx tsx bench/studios.ts 100`: that many studios on one PostgreSQL, each with its own database and process, idle;
// then one of them is used. Needs a production build. Its output is in docs/scale.md.
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Engines } from './setup/engines.ts'
import { median } from './setup/figures.ts'
import { startStudio, type MeasuredServer } from './setup/server.ts'

const COUNT = Number(process.argv[2] ?? 100)
const REST = 60_000

const of = (pid: number, file: string) => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
/** Memory in MB as proportional set size: shared pages are divided among the processes. */
const memoryOf = (pid: number) => Number(/^Pss: +(\d+)/m.exec(of(pid, 'smaps_rollup'))?.[1] ?? 0) / 1024
/** CPU time used so far, in ms. */
const timeOf = (pid: number) => {
  const fields = of(pid, 'stat').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * 10
}
const children = (of_: number) =>
  readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && of(pid, 'stat').split(') ')[1]?.split(' ')[1] === String(of_))
const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)

const engines = await Engines.start(1, { max_connections: String(100 + 6 * COUNT) })
const servers: MeasuredServer[] = []
const postmaster = () => {
  const port = new URL(engines.postgres.url).port
  const found = execFileSync('pgrep', ['-f', `postgres .*port=${port}`], { encoding: 'utf8' })
    .trim()
    .split('\n')
  return found.map(Number).find((pid) => /postgres/.test(of(pid, 'comm'))) ?? 0
}
try {
  for (let n = 0; n < COUNT; n++) servers.push(await startStudio(await engines.studioOn('PostgreSQL')))
  await sleep(5_000)
  const studios = children(process.pid).filter((pid) => of(pid, 'cmdline').includes('dist/server/main.js'))
  const main = postmaster()
  const database = [main, ...children(main)]
  const backends = database.filter((pid) => of(pid, 'cmdline').includes(' bench_'))
  const before = { studios: sum(studios.map(timeOf)), database: sum(database.map(timeOf)) }
  await sleep(REST)
  const perSecond = (now: number, then: number) => ((now - then) / (REST / 1000)).toFixed(1)
  const all = sum(studios.map(memoryOf))
  const pids = [main, ...children(main)]
  console.log(`${studios.length} studios, each of 4,000 people, at rest for ${REST / 1000} s`)
  console.log(`start of one, median: ${median(servers.map(({ startedIn }) => startedIn)).toFixed(0)} ms`)
  console.log(`memory of all processes: ${all.toFixed(0)} MB, of each ${(all / studios.length).toFixed(1)} MB`)
  console.log(`memory of PostgreSQL: ${sum(pids.map(memoryOf)).toFixed(0)} MB`)
  console.log(`of that its ${backends.length} connections: ${sum(backends.map(memoryOf)).toFixed(0)} MB`)
  console.log(`processor, all studios: ${perSecond(sum(studios.map(timeOf)), before.studios)} ms a second`)
  console.log(`processor, PostgreSQL: ${perSecond(sum(pids.map(timeOf)), before.database)} ms a second`)
} finally {
  for (const server of servers) await server.stop()
  await engines.stop()
}
