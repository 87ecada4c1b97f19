import pg from 'pg'
import { getTypeParser } from 'pg-types'
import type { Connection, Engine } from './connection.ts'
import { classify, DatabaseBusy, DatabaseUnavailable } from './errors.ts'
import { ANSWER_TIMEOUT, Hosts, prepareSession, type HostClient } from './hosts.ts'
import { Notifications } from '#server/changes/notifications.ts'
import { parsers } from './values.ts'

/** Connects to PostgreSQL (of several hosts, to the primary); throws DatabaseUnavailable when none is reachable. */
export async function openPostgres(
  databaseUrl: string,
  poolSize: number,
  log: (line: string) => void,
): Promise<Engine> {
  const hosts = new Hosts(databaseUrl)
  const Client = hosts.clientClass()
  // the pool waits for the returned promise, though its type does not say so
  const onConnect: (client: pg.ClientBase) => unknown = prepareSession
  const pool = new pg.Pool({
    max: poolSize,
    connectionTimeoutMillis: 5_000,
    Client,
    onConnect,
  })
  // an idle connection broke; the pool has already removed it
  pool.on('error', (error) => log(`A database connection was lost: ${error.message}`))

  async function connect(waitMilliseconds: number): Promise<Connection> {
    const until = performance.now() + waitMilliseconds
    for (let tried = 1; ; tried++) {
      const url = hosts.preferred
      try {
        return connectionOver(await takeFrom(pool, until), waitMilliseconds)
      } catch (cause) {
        const error = classify(cause)
        if (!(error instanceof DatabaseUnavailable)) throw error
        hosts.failed(url)
        if (tried >= hosts.count || performance.now() >= until) throw error
      }
    }
  }

  const dedicated = async () => {
    const url = hosts.preferred
    const client = new Client()
    client.on('error', () => {})
    try {
      await client.connect()
      await prepareSession(client)
      return client
    } catch (error) {
      hosts.failed(url)
      void client.end().catch(() => {})
      throw error
    }
  }
  const notifications = new Notifications(dedicated, log)
  try {
    const first = await connect(10_000)
    await first.release()
    await notifications.start()
  } catch (error) {
    notifications.stop()
    await pool.end()
    throw error
  }

  return {
    kind: 'postgres',
    connect,
    listen: (heard) => notifications.listen(heard),
    announce: (topics) => notifications.announce(topics),
    use: () => ({
      open: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
      failovers: hosts.failovers,
    }),
    async close() {
      await notifications.close()
      await pool.end()
    },
  }
}

/** Callers with a longer timeout, such as a migration, also wait that long for each statement. */
function connectionOver(client: PooledClient, patience: number): Connection {
  // without a listener, a connection that breaks in use would end the process
  const ignore = () => {}
  client.on('error', ignore)
  const timeout = patience > ANSWER_TIMEOUT ? { query_timeout: patience } : {}
  const query: Connection['query'] = async (text, values, rowMode, prepare) => {
    client.sendTogether()
    const name = prepare ? planName(text) : undefined
    const config = { text, values: [...(values ?? [])], types, ...(name && { name }), ...timeout }
    const { rows, rowCount, command } = rowMode
      ? await client.query({ ...config, rowMode })
      : await client.query<Record<string, unknown>>(config)
    return { rows, rowCount: rowCount ?? 0, command }
  }
  return {
    query,
    commit: () => query('commit'),
    release(broken) {
      client.off('error', ignore)
      if (broken) client.destroy()
      client.release(broken)
    },
  }
}

type PooledClient = pg.PoolClient & HostClient

const parserOf = (type: number): unknown => parsers[type] ?? getTypeParser(type, 'text')
const types: pg.CustomTypesConfig = { getTypeParser: parserOf }

// limit: a statement with an inline list has another text for each length, and would fill the server's memory
const MOST_PLANS = 500
const planNames = new Map<string, string>()

function planName(text: string): string | undefined {
  const known = planNames.get(text)
  if (known || planNames.size >= MOST_PLANS) return known
  const name = `s${planNames.size}`
  planNames.set(text, name)
  return name
}

// with its own timeout per call, since the pool has one for all; a connection that arrives too late is returned at once
function takeFrom(pool: pg.Pool, until: number): Promise<PooledClient> {
  return new Promise((done, failed) => {
    let late = false
    const busy = (cause?: Error) => failed(new DatabaseBusy('All database connections were busy', { cause }))
    const refuse = () => {
      late = true
      busy()
    }
    const timer = setTimeout(refuse, Math.max(0, until - performance.now()))
    pool.connect((error, client) => {
      clearTimeout(timer)
      if (late) client?.release()
      else if (client) done(client as PooledClient)
      // pg-pool's message for a timeout in its queue
      else if (error?.message === 'timeout exceeded when trying to connect') busy(error)
      else failed(error)
    })
  })
}
