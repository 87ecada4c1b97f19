import { AsyncResource } from 'node:async_hooks'
import { eq, sql } from 'drizzle-orm'
import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testDatabase } from '#server/testing/database.ts'
import { signal } from '#server/testing/signal.ts'
import { rows, type Tx } from './database.ts'
import { DatabaseBusy, violates } from './errors.ts'
import { preparedText } from './handle.ts'
import { prepared } from './prepared.ts'
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
const sent = (statement: ReturnType<typeof sql>) => preparedText(statement)({})
const never = () => new Promise<never>(() => {})

test('a transaction that throws leaves nothing', async () => {
  const failing = database.transaction(async (tx) => {
    await add(tx, 'a')
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await names()).toEqual([])
})

test('a part of a transaction can be rolled back alone', async () => {
  await database.transaction(async (tx) => {
    await add(tx, 'a')
    await expect(savepoint(tx, (part) => add(part, 'a'))).rejects.toSatisfy((e) => violates(e, 'counters_pkey'))
    await add(tx, 'b')
  })
  expect(await names()).toEqual(['a', 'b'])
})

test('a transaction that ignores a failed query is rejected', async () => {
  const ignoring = database.transaction(async (tx) => {
    await add(tx, 'a')
    await add(tx, 'a').catch(() => {})
  })
  await expect(ignoring).rejects.toThrow('A failed query was ignored')
  expect(await names()).toEqual([])
})

test('after a failed query nothing more is written, and the first error is thrown', async () => {
  await write(sql`insert into counters values ('a', 0)`)
  const doing = database.transaction((tx) => Promise.all([add(tx, 'b'), add(tx, 'a'), add(tx, 'c')]))
  await expect(doing).rejects.toSatisfy((e) => violates(e, 'counters_pkey'))
  expect(await names()).toEqual(['a'])
})

test('the closing statement runs after all writes, and is committed with them', async () => {
  const closing = (name: string) =>
    sent(sql`insert into counters select ${name}, count(*) from counters returning name, n`)
  const { value, rows: closed } = await database.transactionClosedBy(async (tx) => {
    await add(tx, 'a')
    return 'b'
  }, closing)
  expect({ value, closed }).toEqual({ value: 'b', closed: [{ name: 'b', n: 1 }] })
  expect(await names()).toEqual(['a', 'b'])
})

test('a failed closing statement rolls everything back, and its own error is thrown', async () => {
  const closing = () => sent(sql`insert into counters values ('a', 0)`)
  const doing = database.transactionClosedBy((tx) => add(tx, 'a'), closing)
  await expect(doing).rejects.toSatisfy((e) => violates(e, 'counters_pkey'))
  expect(await names()).toEqual([])
  await write(sql`insert into counters values ('b', 0)`)
  expect(await names()).toEqual(['b'])
})

test('nothing is committed without the closing statement', async () => {
  const endless: Record<string, unknown> = {}
  endless['itself'] = endless
  const unsent = database.transactionClosedBy(
    (tx) => add(tx, 'a'),
    () => sent(sql`select ${endless}::jsonb`),
  )
  await expect(unsent).rejects.toThrow(TypeError)
  const unmade = database.transactionClosedBy(
    (tx) => add(tx, 'a'),
    () => {
      throw new Error('no')
    },
  )
  await expect(unmade).rejects.toThrow('no')
  expect(await names()).toEqual([])
})

test('a serialization failure at the closing statement is retried, and the transaction closed once', async () => {
  let attempts = 0
  const fail = sql`do $$ begin raise serialization_failure; end $$`
  const closing = () => sent(++attempts === 1 ? fail : sql`insert into counters values ('b', 0)`)
  await database.transactionClosedBy((tx) => add(tx, 'a'), closing)
  expect(await names()).toEqual(['a', 'b'])
})

test('a plain read inside a transaction is refused at once instead of waiting forever', async () => {
  const reading = database.transaction(() => names())
  await expect(reading).rejects.toSatisfy((e) => String((e as Error).cause ?? e).includes('pass the tx handle along'))
  const nesting = database.transaction(() => database.transaction((tx) => add(tx, 'a')))
  await expect(nesting).rejects.toThrow('pass the tx handle along')
})

test('work started by a transaction may read after the transaction ends', async () => {
  let later: (() => Promise<string[]>) | undefined
  await database.transaction(async (tx) => {
    later = AsyncResource.bind(names)
    await add(tx, 'a')
  })
  expect(await later?.()).toEqual(['a'])
})

test('a handle used after the end of its transaction is refused', async () => {
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

test('a read-only transaction sees one snapshot, and cannot write', async () => {
  const writing = database.transaction((tx) => add(tx, 'a'), { readOnly: true })
  await expect(writing).rejects.toThrow()
  expect(await names()).toEqual([])
})

test('a call that waits too long is refused, and has no effect', async () => {
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

test('a transaction that never ends is aborted at its deadline, and others continue', async () => {
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

test('many concurrent callers all get a turn', async () => {
  await write(sql`insert into counters values ('n', 0)`)
  const one = () => database.transaction((tx) => tx.execute(sql`update counters set n = n + 1`))
  await Promise.all(Array.from({ length: 60 }, one))
  expect(rows(await database.read.execute(sql`select n from counters`))).toEqual([{ n: 60 }])
  expect(await database.healthy()).toBe(true)
})

test('a transaction with outdated prepared plans is retried', async () => {
  const columns = () =>
    database.transaction(async (tx) => Object.keys((await tx.execute(sql`select * from counters`)).rows[0] ?? {}))
  await write(sql`insert into counters values ('a', 0)`)
  // concurrently, so that several connections have prepared it
  await Promise.all(Array.from({ length: 20 }, columns))
  await write(sql`alter table counters add column more int`)
  const found = await Promise.all(Array.from({ length: 20 }, columns))
  await write(sql`alter table counters drop column more`)
  expect(new Set(found.map(String))).toEqual(new Set(['name,n,more']))
})

const counters = pgTable('counters', { name: text(), n: integer() })
const countOf = prepared<{ name: string }, { n: number | null }[]>((tx) =>
  tx
    .select({ n: counters.n })
    .from(counters)
    .where(eq(counters.name, sql.placeholder('name'))),
)

test('prepared and unprepared statements are sent in the order in which they are written', async () => {
  const up = sql`update counters set n = n + 1`
  const found = await database.transaction(async (tx) => {
    await add(tx, 'a')
    const [, before, , after] = await Promise.all([
      tx.execute(up),
      countOf(tx, { name: 'a' }),
      tx.update(counters).set({ n: sql`n + 1` }),
      countOf(tx, { name: 'a' }),
    ])
    return [before, after]
  })
  expect(found).toEqual([[{ n: 1 }], [{ n: 2 }]])
})

test('a prepared statement is refused after its transaction ends', async () => {
  const tx = await database.transaction(async (handle) => {
    await countOf(handle, { name: 'a' })
    return handle
  })
  await database.transaction(async () => {
    await expect(countOf(tx, { name: 'a' }).then((found) => found)).rejects.toSatisfy((e) =>
      String((e as Error).cause ?? e).includes('This transaction is over'),
    )
  })
})

test('concurrent transactions prepare statements independently', async () => {
  await write(sql`insert into counters values ('a', 1), ('b', 2)`)
  const found = await Promise.all(
    ['a', 'b', 'a', 'b'].map((name) => database.transaction(async (tx) => await countOf(tx, { name }))),
  )
  expect(found.flat().map(({ n }) => n)).toEqual([1, 2, 1, 2])
})
