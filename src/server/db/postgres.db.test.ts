import { sql, type SQL } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { testDatabase } from '#server/testing/database.ts'
import { freePort } from '#server/testing/postgresServer.ts'
import { signal } from '#server/testing/signal.ts'
import { openDatabase, rows, type Database, type Tx } from './database.ts'
import { DatabaseBusy, databaseTrouble, DatabaseUnavailable, StartRefused } from './errors.ts'
import { urlsOfHosts } from './hosts.ts'

const database = await testDatabase()
afterAll(() => database.close())
const url = database.url ?? ''

/** Opens the same database as a second server process would. */
async function secondProcess<T>(
  work: (second: Database) => Promise<T>,
  options: { poolSize?: number } = {},
): Promise<T> {
  const second = await openDatabase({ dataDir: '', databaseUrl: url, ...options })
  try {
    return await work(second)
  } finally {
    await second.close()
  }
}

async function administrate(statement: string) {
  const client = new pg.Client({ connectionString: url, application_name: 'administrator' })
  await client.connect()
  await client.query(statement)
  await client.end()
}

const cutConnections = () =>
  administrate(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'dance-studio'`)

test('splits a URL with several hosts into one URL per host', () => {
  expect(urlsOfHosts('postgres://me:p%40ss@a:5433,b/studio?sslmode=require')).toEqual([
    'postgres://me:p%40ss@a:5433/studio?sslmode=require',
    'postgres://me:p%40ss@b/studio?sslmode=require',
  ])
  expect(urlsOfHosts('postgresql://a/studio')).toEqual(['postgresql://a/studio'])
})

describe.runIf(database.engine === 'postgres')('on PostgreSQL', () => {
  beforeAll(() =>
    database.transaction(async (tx) => {
      await tx.execute(sql`create table counters (name text primary key, n int not null)`)
    }),
  )
  beforeEach(() =>
    database.transaction(async (tx) => {
      await tx.execute(sql`delete from counters`)
      await tx.execute(sql`insert into counters values ('a', 0), ('b', 0)`)
    }),
  )

  test('a database of another encoding, which lacks letters, is refused in one line', async () => {
    const name = `${new URL(url).pathname.slice(1)}_other`
    await administrate(`create database ${name} encoding 'SQL_ASCII' lc_collate 'C' lc_ctype 'C' template template0`)
    try {
      const databaseUrl = Object.assign(new URL(url), { pathname: `/${name}` }).href
      await expect(openDatabase({ dataDir: '', databaseUrl })).rejects.toThrow(
        new StartRefused(
          "The database in DATABASE_URL has the encoding SQL_ASCII: create it with encoding 'UTF8' and template template0.",
        ),
      )
    } finally {
      await administrate(`drop database ${name}`)
    }
  })

  const add = (tx: Tx, name: string) => tx.execute(sql`update counters set n = n + 1 where name = ${name}`)
  const counted = async () => rows(await database.read.execute(sql`select n from counters order by name`))

  test('retries a transaction that could not be serialized', async () => {
    let runs = 0
    const both = signal()
    const onBoth = async (tx: Tx) => {
      await tx.execute(sql`set transaction isolation level serializable`)
      await tx.execute(sql`select * from counters`)
      if (++runs === 2) both.fire()
      await both.fired
      await add(tx, 'a')
    }
    await Promise.all([database.transaction(onBoth), database.transaction(onBoth)])
    expect(await counted()).toEqual([{ n: 2 }, { n: 0 }])
    expect(runs).toBe(3)
  })

  test('retries after a deadlock', async () => {
    let runs = 0
    const both = signal()
    const crossing = (first: string, second: string) => async (tx: Tx) => {
      await add(tx, first)
      if (++runs === 2) both.fire()
      await both.fired
      await add(tx, second)
    }
    await Promise.all([database.transaction(crossing('a', 'b')), database.transaction(crossing('b', 'a'))])
    expect(await counted()).toEqual([{ n: 2 }, { n: 2 }])
    expect(runs).toBe(3)
  })

  test('gives up at the deadline on a transaction that can never be serialized', async () => {
    const failing = database.transaction(
      async (tx) => {
        await tx.execute(sql`do $$ begin raise exception 'again' using errcode = '40001'; end $$`)
      },
      { deadline: 150 },
    )
    await expect(failing).rejects.toBeInstanceOf(DatabaseBusy)
  })

  test('refuses a call at its deadline when all connections are taken', async () => {
    await secondProcess(
      async (second) => {
        const enough = signal()
        const held = signal()
        const holder = second.transaction(async () => {
          held.fire()
          await enough.fired
        })
        await held.fired
        const waiting = second.transaction((tx) => add(tx, 'a'), { deadline: 80 })
        await expect(waiting).rejects.toBeInstanceOf(DatabaseBusy)
        enough.fire()
        await holder
        await second.transaction((tx) => add(tx, 'a'))
      },
      { poolSize: 1 },
    )
    expect(await counted()).toEqual([{ n: 1 }, { n: 0 }])
  })

  test('a transaction given up at its deadline releases its locks, even while it waits for another', async () => {
    const held = signal()
    const enough = signal()
    const holder = database.transaction(async (tx) => {
      await add(tx, 'b')
      held.fire()
      await enough.fired
    })
    await held.fired
    const waiting = database.transaction(
      async (tx) => {
        await add(tx, 'a')
        await add(tx, 'b')
      },
      { deadline: 200 },
    )
    await expect(waiting).rejects.toBeInstanceOf(DatabaseBusy)
    // earlier than the lock timeout
    await database.transaction((tx) => add(tx, 'a'), { deadline: 6_000 })
    enough.fire()
    await holder
    expect(await counted()).toEqual([{ n: 1 }, { n: 1 }])
  })

  test('the server ends a statement that runs too long', async () => {
    const slow = database.transaction(async (tx) => {
      await tx.execute(sql`set local statement_timeout = 50`)
      await tx.execute(sql`select pg_sleep(30)`)
    })
    await expect(slow).rejects.toBeInstanceOf(DatabaseBusy)
  })

  describe('when no response comes', () => {
    afterEach(() => vi.useRealTimers())

    /** Waits for a lock in another process while that much time passes, then releases the lock. */
    async function waitForLock<T>(milliseconds: number, ask: (second: Database, lock: SQL) => Promise<T>): Promise<T> {
      return secondProcess(async (second) => {
        const held = signal()
        const enough = signal()
        const holder = database.transaction(async (tx) => {
          await tx.execute(sql`select pg_advisory_xact_lock(1)`)
          held.fire()
          await enough.fired
        })
        await held.fired
        vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldClearNativeTimers: true })
        const asking = ask(second, sql`select pg_advisory_lock(1)`)
        const settled = asking.catch(() => {})
        const waiting = sql`select from pg_locks where locktype = 'advisory' and not granted`
        for (let looks = 0; looks < 2_000; looks++) {
          if (rows(await database.read.execute(waiting)).length > 0) break
        }
        await vi.advanceTimersByTimeAsync(milliseconds)
        vi.useRealTimers()
        enough.fire()
        await Promise.all([holder, settled])
        return asking
      })
    }

    test('a migration or a restore waits longer than a call', async () => {
      const patient = waitForLock(60_000, (second, lock) =>
        second.transaction((tx) => tx.execute(lock), { deadline: 600_000 }),
      )
      expect(rows(await patient)).toHaveLength(1)
    })

    test('a call is refused because the database is unavailable', async () => {
      const call = waitForLock(25_000, async (second, lock) => await second.read.execute(lock))
      await expect(call).rejects.toSatisfy((error) => databaseTrouble(error) instanceof DatabaseUnavailable)
    })
  })

  test('reports a connection that is cut during a call, and the next call works', async () => {
    const cut = database.transaction(async (tx) => {
      await add(tx, 'a')
      await cutConnections()
      await add(tx, 'a')
    })
    await expect(cut).rejects.toBeInstanceOf(DatabaseUnavailable)
    await database.transaction((tx) => add(tx, 'b'))
    expect(await counted()).toEqual([{ n: 0 }, { n: 1 }])
  })

  test("two processes receive each other's announcements, but not their own", async () => {
    const here: string[] = []
    const there: string[] = []
    const arrived = signal()
    const hearing = async (first: Database, second: Database) => {
      first.listen((topics) => here.push(...topics))
      second.listen((topics) => {
        there.push(...topics)
        if (there.includes('z')) arrived.fire()
      })
      first.announce(['payments', 'payments:ann'])
      first.announce(['payments', ...Array.from({ length: 500 }, (_, i) => `registrations:person-number-${i}`), 'z'])
      await arrived.fired
    }
    await secondProcess((first) => secondProcess((second) => hearing(first, second)))
    expect(there).toHaveLength(503)
    expect(here).toEqual([])
  })

  test('after a lost connection announces that everything may have changed, and sends what was queued', async () => {
    await secondProcess(async (second) => {
      const everything = signal()
      const late = signal()
      second.listen((topics) => topics.includes('*') && everything.fire())
      second.listen((topics) => topics.includes('late') && late.fire())
      await cutConnections()
      await everything.fired
      database.announce(['late'])
      await late.fired
    })
  })

  test('uses the host that responds', async () => {
    const dead = await freePort()
    const several = url.replace('@', `@127.0.0.1:${dead},`)
    const second = await openDatabase({ dataDir: '', databaseUrl: several })
    await second.transaction((tx) => add(tx, 'a'))
    await second.close()
    expect(await counted()).toEqual([{ n: 1 }, { n: 0 }])
  })

  test('treats a server that is read-only by default, such as a demoted primary, as a standby', async () => {
    const demoted = `${url}?options=${encodeURIComponent('-c default_transaction_read_only=on')}`
    await expect(openDatabase({ dataDir: '', databaseUrl: demoted })).rejects.toThrow(/takes no writes/)
  })

  test('refuses the start in one line when the server cannot be reached', async () => {
    const nobody = `postgres://me:secret@127.0.0.1:${await freePort()}/studio`
    const opening = openDatabase({ dataDir: '', databaseUrl: nobody })
    await expect(opening).rejects.toBeInstanceOf(StartRefused)
    await expect(opening).rejects.toThrow(/^The database in DATABASE_URL cannot be used: .*ECONNREFUSED/)
    await expect(opening).rejects.not.toThrow(/secret/)
  })

  test('a read fails as unavailable while the database is down', async () => {
    await secondProcess(async (second) => {
      const reading = second.read.execute(sql`select pg_terminate_backend(pg_backend_pid())`)
      await expect(reading).rejects.toSatisfy((error) => databaseTrouble(error) instanceof DatabaseUnavailable)
      expect(await second.healthy()).toBe(true)
    })
  })
})
