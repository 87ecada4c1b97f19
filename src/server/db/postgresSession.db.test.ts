import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '#server/testing/database.ts'
import { violates } from './errors.ts'
import { sessionOf } from './postgresSession.ts'

const database = await testDatabase()
afterAll(() => database.close())

describe.runIf(database.engine === 'postgres')('statements on one connection', () => {
  const client = new pg.Client({ connectionString: database.url, pipeline: true })
  const run = (text: string, values?: unknown[], rowMode?: 'array') =>
    sessionOf(client).query(text, values, rowMode, true)
  const add = (name: string) => run('insert into names values ($1)', [name])

  beforeAll(async () => {
    await client.connect()
    await client.query('create temporary table names (name text primary key, n bigint default 7)')
    return () => client.end()
  })

  test('that are called for in one go are answered in one, each with its own rows', async () => {
    let answered = 0
    const counting = () => answered++
    client.connection.on('readyForQuery', counting)
    const [begun, added, read, asArray] = await Promise.all([
      run('begin'),
      add('a'),
      run('select * from names where name = $1', ['a']),
      run('select n, name from names', [], 'array'),
      run('commit'),
    ])
    client.connection.off('readyForQuery', counting)
    expect(answered).toBe(1)
    expect([begun?.command, added?.command, added?.rowCount]).toEqual(['BEGIN', 'INSERT', 1])
    expect([read?.rows, read?.rowCount, asArray?.rows]).toEqual([[{ name: 'a', n: 7 }], 1, [[7, 'a']]])
    // known by now, and so not described again
    expect((await run('select * from names where name = $1', ['a'])).rows).toEqual([{ name: 'a', n: 7 }])
    expect((await run('select * from names where name = $1', ['b'])).rows).toEqual([])
  })

  test('are not run after one of their go that failed, and fail for its reason', async () => {
    const going = ['begin', 'insert into names values (1)', 'insert into names values (1)', 'select 1', 'commit']
    const found = await Promise.allSettled(going.map((text) => run(text)))
    expect(found.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected', 'rejected'])
    for (const one of found.slice(2)) {
      expect((one as PromiseRejectedResult).reason).toSatisfy((error) => violates(error, 'names_pkey'))
    }
    expect((await run('rollback')).command).toBe('ROLLBACK')
  })

  test('can be run again when they failed the first time', async () => {
    const double = (n: string) => run('insert into names (name, n) values ($1, 2)', [n])
    await expect(double('a')).rejects.toThrow()
    expect((await double('c')).rowCount).toBe(1)
  })

  test('fail by themselves when a row of them can not be read', async () => {
    const found = await Promise.allSettled([run('begin'), run('select 9007199254740993 as n'), run('commit')])
    expect(found.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  })
})
