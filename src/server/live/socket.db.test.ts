import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { anEntry, dropIn } from '#server/testing/fixtures.ts'
import { fingerprintOf } from '#kernel/fingerprint.ts'
import { HttpStudio, type LiveClient } from '#server/testing/httpStudio.ts'
import { accounts } from '#studio/accounts/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'

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

it('who says that they can put answers together is sent what has changed, and who does not is sent all', async () => {
  const { studio } = http
  const admin = await studio.person('admin')
  const { scheduleId } = await anEntry(studio, admin, { maxParticipants: 100, inDays: 3 })
  const person = await studio.person('user')
  const clients = [await http.socket(person), await http.socket(person)] as const
  const [query, input] = [registrations.upcoming.name, { weeks: 2 }]
  const [sharp, plain] = clients
  sharp.socket.send(JSON.stringify({ watch: 'list', name: query, input, differences: true }))
  plain.socket.send(JSON.stringify({ watch: 'list', name: query, input }))
  for (const client of clients) await client.frame((frame) => 'answer' in frame)
  await http.must(person, registrations.registerWithDropIn, dropIn(scheduleId))
  const changeOf = async ({ frames }: LiveClient) => {
    await vi.waitFor(() => expect(frames).toHaveLength(3))
    return Object.keys(frames[2] ?? {})
  }
  expect(await changeOf(sharp)).toEqual(['key', 'difference'])
  expect(await changeOf(plain)).toEqual(['key', 'answer'])
  for (const client of clients) client.close()
})

it('who has the answer already is told so once, and is sent every later one', async () => {
  const { studio } = http
  const admin = await studio.person('admin')
  const { scheduleId } = await anEntry(studio, admin, { maxParticipants: 100, inDays: 3 })
  const person = await studio.person('user')
  const client = await http.socket(person)
  const asks = { name: registrations.upcoming.name, input: { weeks: 2 } }
  const watch = (key: string, has?: string) => client.socket.send(JSON.stringify({ watch: key, ...asks, has }))
  const of = (key: string) => client.frames.filter((frame) => frame['key'] === key)
  const answers = async (key: string, count: number) => {
    await vi.waitFor(() => expect(of(key)).toHaveLength(count))
    return of(key).map((frame) => Object.keys(frame)[1])
  }
  watch('first')
  await answers('first', 1)
  const fingerprint = fingerprintOf(JSON.stringify(of('first')[0]?.['answer']))
  watch('knows', fingerprint)
  watch('knows another', fingerprintOf('another'))
  expect(await answers('knows', 1)).toEqual(['same'])
  expect(await answers('knows another', 1)).toEqual(['answer'])
  client.socket.send(JSON.stringify({ watch: 'other', name: accounts.me.name, input: {}, has: fingerprint }))
  expect(await answers('other', 1)).toEqual(['answer'])
  // there and back: by then the browser shows something else
  await http.must(person, registrations.registerWithDropIn, dropIn(scheduleId))
  await answers('knows', 2)
  await http.must(person, registrations.cancel, { scheduleId })
  expect(await answers('knows', 3)).toEqual(['same', 'answer', 'answer'])
  expect(of('knows')[2]?.['answer']).toEqual(of('first')[0]?.['answer'])
  client.close()
})

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
