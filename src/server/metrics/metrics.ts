import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { and, eq, isNull, lt, lte, min, sql } from 'drizzle-orm'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Instant } from '#kernel/time.ts'
import { LAST_BACKUP } from '#server/backup/daily.ts'
import type { Database, Tx } from '#server/db/database.ts'
import { jobs } from '#server/jobs/tables.ts'
import { meta } from '#server/db/tables.ts'
import { NEVER, outbox } from '#server/mail/tables.ts'
import type { LiveSockets } from '#server/live/sockets.ts'
import { unmatchedLines } from '#server/studio.ts'

export interface Answered {
  readonly method: string
  /** The route, such as '/papers/:kind/:file', or the name of a command: never anything a person typed. */
  readonly route: string
  readonly status: number
  readonly seconds: number
}

export interface Metrics {
  readonly answered: (request: Answered) => void
  /** In Prometheus's text format. */
  readonly text: () => Promise<string>
}

interface Parts {
  readonly database: Database
  readonly sockets: Pick<LiveSockets, 'size'>
  readonly clock: () => Instant
  /** Number of live queries that failed through a bug. */
  readonly failedAnswers: () => number
}

/** Metrics of a running studio for Prometheus: see docs/monitoring.md. Without names, addresses and ids of people. */
export function metricsOf({ database, sockets, clock, failedAnswers }: Parts): Metrics {
  const register = new Registry()
  collectDefaultMetrics({ register })
  // these gauges are named like counters, which promtool refuses; each is the sum of one that stays
  for (const what of ['handles', 'requests', 'resources']) register.removeSingleMetric(`nodejs_active_${what}_total`)
  const registers = [register]
  const requests = new Histogram({
    name: 'studio_request_seconds',
    help: 'How long requests took, by route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  })
  /** A gauge that is read whenever metrics are requested. */
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read())
      },
    })
  gauge('studio_sockets', 'Live connections of open screens.', () => sockets.size)
  gauge('studio_failed_answers', 'Live answers that failed by a fault, since the start.', failedAnswers)
  gauge('studio_database_connections', 'Open connections to the database.', () => database.use().open)
  gauge('studio_database_connections_idle', 'Those that nobody uses.', () => database.use().idle)
  gauge('studio_database_waiting', 'Calls that wait for a connection.', () => database.use().waiting)
  gauge('studio_database_failovers', 'Times another database host was turned to.', () => database.use().failovers)

  const up = new Gauge({ name: 'studio_database_up', help: '1 when the database takes writes.', registers })
  /** Gauges read from the database at each request; missing while the database is unavailable. */
  const asked = [
    {
      name: 'studio_oldest_letter_seconds',
      help: 'Age of the oldest letter that is still to be sent; 0 for none.',
      read: oldestLetter,
    },
    { name: 'studio_oldest_job_seconds', help: 'How long the oldest job is overdue; 0 for none.', read: oldestJob },
    { name: 'studio_backup_age_seconds', help: 'Since the last good daily backup; absent before it.', read: backupAge },
    { name: 'studio_unmatched_bank_lines', help: 'Bank lines that need a look.', read: unmatchedLines },
  ].map(({ name, help, read }) => ({ read, gauge: new Gauge({ name, help, registers }) }))

  const ask = async () => {
    const writable = await database.writable()
    up.set(writable ? 1 : 0)
    for (const { gauge, read } of asked) {
      const value = writable ? await read(database.read, clock()) : null
      if (value === null) gauge.remove()
      else gauge.set(value)
    }
  }
  return {
    answered: ({ method, route, status, seconds }) => requests.observe({ method, route, status }, seconds),
    text: async () => {
      await ask()
      return await register.metrics()
    },
  }
}

const since = (at: Instant | null | undefined, now: Instant): number =>
  at === null || at === undefined ? 0 : Math.max(0, now - at) / 1000

async function oldestLetter(db: Tx, now: Instant): Promise<number> {
  const [oldest] = await db
    .select({ at: min(outbox.createdAt) })
    .from(outbox)
    .where(and(isNull(outbox.sentAt), lt(outbox.nextAttemptAt, NEVER)))
  return since(oldest?.at, now)
}

async function oldestJob(db: Tx, now: Instant): Promise<number> {
  const due = lte(jobs.at, sql.param(now, jobs.at))
  const [oldest] = await db
    .select({ at: min(jobs.at) })
    .from(jobs)
    .where(due)
  return since(oldest?.at, now)
}

async function backupAge(db: Tx, now: Instant): Promise<number | null> {
  const [last] = await db.select().from(meta).where(eq(meta.key, LAST_BACKUP))
  return last ? since(Number(last.value), now) : null
}

/** GET /metrics on loopback only: access from elsewhere needs the operator's own proxy. */
export async function serveMetrics(metrics: Metrics, port: number, report: (line: string, error?: unknown) => void) {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end()
    metrics.text().then(
      (text) => response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text),
      (error: unknown) => {
        report('The metrics could not be read.', error)
        response.writeHead(503).end()
      },
    )
  })
  await once(server.listen(port, '127.0.0.1'), 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    stop: async () => {
      server.closeAllConnections()
      await once(server.close(), 'close')
    },
  }
}
