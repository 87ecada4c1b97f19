import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { HttpStudio } from '#server/testing/httpStudio.ts'

let http: HttpStudio
beforeAll(async () => {
  http = await HttpStudio.open()
})
afterAll(() => http.close())

/** Ends every connection that the studio has to its PostgreSQL. */
async function cutConnections(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'administrator' })
  await client.connect()
  await client.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'dance-studio'`)
  await client.end()
}

it('after a lost database all sockets are looked up a few at a time, and stay', async ({ skip }) => {
  const { url } = http.studio.database
  if (!url) return skip('The embedded database belongs to one process.')
  const person = await http.studio.person('user')
  const clients = await Promise.all(Array.from({ length: 300 }, () => http.socket(person)))
  const { identify } = http.services
  const counts = { now: 0, most: 0, done: 0 }
  http.services.identify = async (...call) => {
    counts.most = Math.max(counts.most, ++counts.now)
    try {
      return await identify(...call)
    } finally {
      counts.now--
      counts.done++
    }
  }
  await cutConnections(url)
  await vi.waitFor(() => expect(counts.done).toBe(300), { timeout: 15_000 })
  http.services.identify = identify
  expect(counts.most).toBe(4)
  for (const { socket } of clients) expect(socket.readyState).toBe(socket.OPEN)
  for (const client of clients) client.close()
})
