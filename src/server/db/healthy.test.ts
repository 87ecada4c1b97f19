import { afterEach, expect, it, vi } from 'vitest'
import type { Connection, Engine } from './connection.ts'
import { databaseOver } from './database.ts'

afterEach(() => vi.useRealTimers())

/** A database whose statements are run by `query`. */
function engineThat(query: Connection['query']): { engine: Engine; released: (Error | undefined)[] } {
  const released: (Error | undefined)[] = []
  const connection = {
    query,
    commit: () => query('commit'),
    release: (broken?: Error) => void released.push(broken),
  } as Connection
  const engine: Engine = {
    kind: 'postgres',
    connect: async () => connection,
    listen: () => {},
    announce: () => {},
    use: () => ({ open: 1, idle: 1, waiting: 0, failovers: 0 }),
    close: async () => {},
  }
  return { engine, released }
}

it('reports within two seconds a database that accepts connections but never responds', async () => {
  vi.useFakeTimers()
  const { engine, released } = engineThat(() => new Promise(() => {}))
  const healthy = databaseOver(engine).healthy()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(released).toHaveLength(1)
  expect(released[0]).toBeInstanceOf(Error)
  expect(await healthy).toBe(false)
})

it('reports a database that responds as healthy', async () => {
  const { engine, released } = engineThat(async () => ({ rows: [], rowCount: 0, command: '' }))
  expect(await databaseOver(engine).healthy()).toBe(true)
  expect(released).toEqual([undefined])
})
