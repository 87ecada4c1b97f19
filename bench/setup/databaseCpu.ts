import { readFileSync } from 'node:fs'
import pg from 'pg'

/** The processor time that PostgreSQL's processes have taken since their start, in ms by process. Linux alone tells it. */
export async function databaseCpu(databaseUrl: string): Promise<ReadonlyMap<number, number>> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pid from pg_stat_activity where pid <> pg_backend_pid()')
  await client.end()
  return new Map(rows.map(({ pid }) => [pid, cpuOf(pid)]))
}

/** What was taken between two looks, in ms. */
export function spent(before: ReadonlyMap<number, number>, after: ReadonlyMap<number, number>): number {
  return [...after].reduce((sum, [pid, time]) => sum + time - (before.get(pid) ?? 0), 0)
}

const TICK = 10

function cpuOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // after the name, which may hold spaces: user and system time are the 14th and 15th of all
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) * TICK
  } catch {
    return Number.NaN
  }
}
