import { AsyncResource } from 'node:async_hooks'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testDatabase, testEngine } from '#server/testing/database.ts'
import { signal } from '#server/testing/signal.ts'
import { databaseOver, rows, type Tx } from './database.ts'
import { DatabaseBusy, violates } from './errors.ts'
import { savepoint } from '#server/testing/savepoint.ts'

const database = await testDatabase()
afterAll(() => database.close())

beforeAll(() => write(sql`create table counters (name text constraint counters_pkey primary key, n int not null)`))
beforeEach(() => write(sql`delete from counters`))

const write = (statement: ReturnType<typeof sql>) =>
  database.transaction(async (tx) => {
    await tx.execute(statement)
  })
const add = (tx: Tx, name: string) => tx.execute(sql`insert into counters values (${name}, 0)`)
const names = async () => {
  const found = await database.read.execute(sql`select name from counters order by name`)
  return rows<{ name: string }>(found).map((row) => row.name)
}
const never = () => new Promise<never>(() => {})

test('a transaction that throws leaves nothing behind', async () => {
  const failing = database.transaction(async (tx) => {
    await add(tx, 'a')
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await names()).toEqual([])
})

test('a failed part can be undone alone', async () => {
  await database.transaction(async (tx) => {
    await add(tx, 'a')
    await expect(savepoint(tx, (part) => add(part, 'a'))).rejects.toSatisfy((e) => violates(e, 'counters_pkey'))
    await add(tx, 'b')
  })
  expect(await names()).toEqual(['a', 'b'])
})

test('ignoring a failed query does not pass for success', async () => {
  const ignoring = database.transaction(async (tx) => {
    await add(tx, 'a')
    await add(tx, 'a').catch(() => {})
  })
  await expect(ignoring).rejects.toThrow('A failed query was ignored')
  expect(await names()).toEqual([])
})

describe('with the commit on its last statement', () => {
  test('a transaction is committed, and its handle is over', async () => {
    let kept: Tx | undefined
    await database.transaction(async (tx, last) => {
      kept = tx
      last(2)
      await Promise.all([add(tx, 'a'), add(tx, 'b')])
      await expect(add(tx, 'c')).rejects.toSatisfy((e) => String((e as Error).cause).includes('is over'))
    })
    await expect(add(kept!, 'd')).rejects.toThrow()
    expect(await names()).toEqual(['a', 'b'])
  })

  test.each(['a', 'b'])('nothing is left when %s fails, though the commit was sent', async (failing) => {
    await write(sql`insert into counters values (${failing}, 0)`)
    const doing = database.transaction(async (tx, last) => {
      last(2)
      await Promise.all([add(tx, 'a'), add(tx, 'b')])
    })
    await expect(doing).rejects.toSatisfy((e) => violates(e, 'counters_pkey'))
    expect(await names()).toEqual([failing])
    await write(sql`insert into counters values ('c', 0)`)
  })

  test('a failed query before it is not lost', async () => {
    const ignoring = database.transaction(async (tx, last) => {
      await add(tx, 'a')
      await add(tx, 'a').catch(() => {})
      last(1)
      await add(tx, 'b').catch(() => {})
    })
    await expect(ignoring).rejects.toThrow('A failed query was ignored')
    expect(await names()).toEqual([])
  })

  test('a statement that never comes leaves nothing behind', async () => {
    const forgetting = database.transaction(
      async (tx, last) => {
        last(2)
        await add(tx, 'a')
        await never()
      },
      { deadline: 100 },
    )
    await expect(forgetting).rejects.toBeInstanceOf(DatabaseBusy)
    expect(await names()).toEqual([])
  })

  // on the embedded database nobody waits inside a transaction
  test.skipIf(database.engine === 'embedded')('what was sent before the deadline is not called refused', async () => {
    await write(sql`insert into counters values ('busy', 0)`)
    const held = signal()
    const sent = signal()
    const holder = database.transaction(async (tx) => {
      await tx.execute(sql`update counters set n = n + 1`)
      held.fire()
      await sent.fired
      await tx.execute(sql`select pg_sleep(1.4)`)
    })
    await held.fired
    const waiting = database.transaction(
      async (tx, last) => {
        last(1)
        const update = tx.execute(sql`update counters set n = n + 10`)
        sent.fire()
        await update
      },
      { deadline: 1_000 },
    )
    await Promise.all([holder, waiting])
    expect(rows(await database.read.execute(sql`select n from counters`))).toEqual([{ n: 11 }])
  })
})

test('a plain read inside a transaction is refused at once instead of waiting for ever', async () => {
  const reading = database.transaction(() => names())
  await expect(reading).rejects.toSatisfy((e) => String((e as Error).cause ?? e).includes('pass the tx handle along'))
  const nesting = database.transaction(() => database.transaction((tx) => add(tx, 'a')))
  await expect(nesting).rejects.toThrow('pass the tx handle along')
})

test('work started by a transaction may read when the transaction is over', async () => {
  let later: (() => Promise<string[]>) | undefined
  await database.transaction(async (tx) => {
    later = AsyncResource.bind(names)
    await add(tx, 'a')
  })
  expect(await later?.()).toEqual(['a'])
})

test('a handle used after the end is refused', async () => {
  let kept: Tx | undefined
  await database.transaction(async (tx) => {
    kept = tx
  })
  await expect(add(kept!, 'a')).rejects.toSatisfy((e) => String((e as Error).cause).includes('is over'))
  expect(await names()).toEqual([])
})

test('writing outside a transaction is refused', async () => {
  await expect(add(database.read, 'a')).rejects.toThrow()
  expect(await names()).toEqual([])
})

test('a read-only transaction sees one state, and writes nothing', async () => {
  const writing = database.transaction((tx) => add(tx, 'a'), { readOnly: true })
  await expect(writing).rejects.toThrow()
  expect(await names()).toEqual([])
})

test('whoever reads on PostgreSQL is answered before the snapshot has ended, and its connection is kept until then', async () => {
  const { engine } = await testEngine()
  const mayEnd = signal()
  const released = signal()
  const slow = databaseOver({
    ...engine,
    async connect(wait, purpose) {
      const connection = await engine.connect(wait, purpose)
      const release = (broken?: Error) => {
        released.fire()
        return connection.release(broken)
      }
      return { ...connection, commit: () => mayEnd.fired.then(() => connection.commit()), release }
    },
  })
  if (engine.kind === 'embedded') mayEnd.fire()
  const reading = slow.transaction((tx) => tx.execute(sql`select 1 as one`), { readOnly: true })
  expect(rows(await reading)).toEqual([{ one: 1 }])
  mayEnd.fire()
  await released.fired
  await slow.close()
})

test('a call that waits too long is refused, and nothing of it happens', async () => {
  await write(sql`insert into counters values ('busy', 0)`)
  const held = signal()
  const enough = signal()
  const holder = database.transaction(async (tx) => {
    await tx.execute(sql`update counters set n = n + 1`)
    held.fire()
    await enough.fired
  })
  await held.fired
  const waiting = database.transaction((tx) => tx.execute(sql`update counters set n = n + 10`), { deadline: 100 })
  await expect(waiting).rejects.toBeInstanceOf(DatabaseBusy)
  enough.fire()
  await holder
  expect(rows(await database.read.execute(sql`select n from counters`))).toEqual([{ n: 1 }])
})

test('a transaction that never ends is ended at its deadline, and others go on', async () => {
  const endless = database.transaction(
    async (tx) => {
      await add(tx, 'a')
      await never()
    },
    { deadline: 100 },
  )
  await expect(endless).rejects.toBeInstanceOf(DatabaseBusy)
  await write(sql`insert into counters values ('a', 0)`)
  expect(await names()).toEqual(['a'])
})

test('many callers at once all get their turn', async () => {
  await write(sql`insert into counters values ('n', 0)`)
  const one = () => database.transaction((tx) => tx.execute(sql`update counters set n = n + 1`))
  await Promise.all(Array.from({ length: 60 }, one))
  expect(rows(await database.read.execute(sql`select n from counters`))).toEqual([{ n: 60 }])
  expect(await database.healthy()).toBe(true)
})

test('a transaction whose prepared plans another process has made outdated simply runs again', async () => {
  const columns = () =>
    database.transaction(async (tx) => Object.keys((await tx.execute(sql`select * from counters`)).rows[0] ?? {}))
  await write(sql`insert into counters values ('a', 0)`)
  // at once, so that several connections have it prepared
  await Promise.all(Array.from({ length: 20 }, columns))
  await write(sql`alter table counters add column more int`)
  const found = await Promise.all(Array.from({ length: 20 }, columns))
  await write(sql`alter table counters drop column more`)
  expect(new Set(found.map(String))).toEqual(new Set(['name,n,more']))
})
