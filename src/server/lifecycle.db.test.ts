import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { newId } from '#kernel/ids.ts'
import { startServer, type RunningServer } from '#server/server.ts'
import { freePort } from '#server/testing/postgresServer.ts'
import { testDatabase, type TestDatabase } from '#server/testing/database.ts'
import { testSettings } from '#server/testing/studio.ts'

async function serverOn(
  database: TestDatabase,
  databaseUrl?: string,
): Promise<RunningServer & { port: number; dataDir: string }> {
  const port = await freePort()
  const dataDir = mkdtempSync(join(tmpdir(), 'studio-'))
  const env = { PORT: String(port), DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) }
  const own = databaseUrl ? {} : { database: { ...database, close: async () => {} } }
  const server = await startServer({ settings: testSettings(env), webDir: null, say: () => {}, ...own })
  return { ...server, port, dataDir }
}

const signUp = (port: number) =>
  fetch(`http://127.0.0.1:${port}/rpc/accounts.signUp`, {
    method: 'POST',
    headers: { origin: `http://localhost:${port}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      key: newId(),
      input: {
        displayName: 'Anna',
        familyName: 'Tamm',
        dob: '2000-01-01',
        email: `${newId()}@example.ee`,
        password: 'quiet waltz',
        language: 'en',
      },
    }),
  })

it('lets running calls finish when it stops, and tells live sockets why they close', async () => {
  const database = await testDatabase()
  const server = await serverOn(database)
  try {
    const socket = new WebSocket(`ws://127.0.0.1:${server.port}/live`, { origin: `http://localhost:${server.port}` })
    await new Promise((resolve) => socket.once('message', resolve))
    const closed = new Promise<[number, string]>((resolve) => {
      socket.once('close', (code, reason) => resolve([code, reason.toString('utf8')]))
    })
    const call = signUp(server.port)
    // once the attempt is counted, its password is being hashed: stop the server in the middle of that
    await vi.waitFor(async () => {
      expect((await database.read.execute('select 1 from "rateLimits"')).rows).toHaveLength(1)
    })
    const stopped = server.stop()
    expect((await call).status).toBe(200)
    expect(await closed).toEqual([1012, 'The server is restarting.'])
    await stopped
    await expect(fetch(`http://127.0.0.1:${server.port}/health`)).rejects.toThrow()
  } finally {
    await database.close()
    rmSync(server.dataDir, { recursive: true, force: true })
  }
})

it('serves requests normally that were being sent when the server began to stop', async () => {
  const database = await testDatabase()
  const server = await serverOn(database)
  try {
    const asking = 'GET /health HTTP/1.1\r\nHost: localhost\r\n'
    const socket = connect(server.port, '127.0.0.1')
    let heard = ''
    socket.on('data', (bytes) => (heard += bytes.toString('utf8')))
    const ended = new Promise((resolve) => socket.once('close', resolve))
    // the second request is complete except for its end when the first is answered
    socket.write(`${asking}\r\n${asking}`)
    await vi.waitFor(() => expect(heard).toContain('200 OK'))
    const stopped = server.stop()
    await vi.waitFor(() => expect(fetch(`http://127.0.0.1:${server.port}/health`)).rejects.toThrow())
    socket.write('\r\n')
    await ended
    expect(heard.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200'])
    await stopped
  } finally {
    await database.close()
    rmSync(server.dataDir, { recursive: true, force: true })
  }
})

it('two servers on one PostgreSQL receive each other’s changes', async ({ skip }) => {
  const database = await testDatabase()
  try {
    const { url } = database
    if (!url) return skip('The embedded database belongs to one process.')
    const [one, two] = [await serverOn(database, url), await serverOn(database, url)]
    const seen: string[] = []
    let wake = () => {}
    two.services.hub.watch(
      'accounts',
      ['accounts'],
      async () => {
        const { rows } = (await two.database.read.execute('select count(*)::int as n from accounts')) as {
          rows: { n: number }[]
        }
        return String(rows[0]?.n)
      },
      {
        next: (json) => {
          seen.push(json)
          wake()
        },
        failed: (error) => {
          throw error
        },
      },
    )
    const until = async (count: number) => {
      while (seen.length < count) await new Promise<void>((resolve) => (wake = resolve))
    }
    await until(1)
    expect((await signUp(one.port)).status).toBe(200)
    await until(2)
    expect(seen).toEqual(['0', '1'])
    await Promise.all([one.stop(), two.stop()])
    for (const { dataDir } of [one, two]) rmSync(dataDir, { recursive: true, force: true })
  } finally {
    await database.close()
  }
})
