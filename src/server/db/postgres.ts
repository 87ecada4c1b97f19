import type { Writable } from 'node:stream'
import pg from 'pg'
import type { Connection, Engine } from './connection.ts'
import { classify, DatabaseBusy, DatabaseUnavailable } from './errors.ts'
import { ANSWER_TIMEOUT, Hosts, prepareSession } from './hosts.ts'
import { Notifications } from './notifications.ts'
import { sessionOf } from './postgresSession.ts'

/** Connects to PostgreSQL, of several hosts to the primary; throws DatabaseUnavailable when there is none. */
export async function openPostgres(
  databaseUrl: string,
  poolSize: number,
  log: (line: string) => void,
): Promise<Engine> {
  const hosts = new Hosts(databaseUrl)
  const Client = hosts.clientClass()
  // the pool waits for what this returns, though its type does not say so
  const onConnect: (client: pg.ClientBase) => unknown = prepareSession
  const pool = new pg.Pool({
    max: poolSize,
    connectionTimeoutMillis: 5_000,
    Client,
    onConnect,
  })
  // an idle connection broke; the pool has already put it away
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

  const notifications = new Notifications(() => new Client(), hosts, log)
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
    async close() {
      await notifications.close()
      await pool.end()
    },
  }
}

/** Whoever has more patience than a call, such as a migration, waits as long for each answer. */
function connectionOver(client: pg.PoolClient, patience: number): Connection {
  // without a listener a connection that breaks while it is in use would end the process
  const ignore = () => {}
  client.on('error', ignore)
  const session = sessionOf(client)
  const query: Connection['query'] = (text, values, rowMode, prepare) =>
    session.query(text, values, rowMode, prepare, patience > ANSWER_TIMEOUT ? patience : undefined)
  return {
    query,
    commit: () => query('commit', [], undefined, true),
    release(broken) {
      client.off('error', ignore)
      // by itself the client waits for the answers under way, and the server keeps its locks as long
      if (broken) streamOf(client).destroy()
      client.release(broken)
    },
  }
}

const streamOf = (client: pg.PoolClient) =>
  (client as unknown as { connection: { stream: Writable } }).connection.stream

// the pool knows one time limit for all; a connection that comes too late goes straight back
function takeFrom(pool: pg.Pool, until: number): Promise<pg.PoolClient> {
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
      else if (client) done(client)
      // the pool's own words for having waited in its queue
      else if (error?.message === 'timeout exceeded when trying to connect') busy(error)
      else failed(error)
    })
  })
}
