import pg from 'pg'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { anEntry, dropIn } from '#server/testing/fixtures.ts'
import { fingerprintOf } from '#kernel/fingerprint.ts'
import { newId } from '#kernel/ids.ts'
import { PAGE_SIZE } from '#kernel/paging.ts'
import { outbox } from '#server/mail/tables.ts'
import { HttpStudio, type LiveClient } from '#server/testing/httpStudio.ts'
import { visitor } from '#server/testing/studio.ts'
import { accounts } from '#studio/accounts/contract.ts'
import { payments } from '#studio/payments/contract.ts'
import { MOST_AT_ONCE } from '#studio/payments/rules.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { settings } from '#studio/settings/contract.ts'

let http: HttpStudio
beforeAll(async () => {
  http = await HttpStudio.open()
})
afterAll(() => http.close())

/** A separate studio whose intervals only run when the test advances the clock. */
async function timedByHand() {
  const clock = vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const own = await HttpStudio.open()
  onTestFinished(async () => {
    vi.useRealTimers()
    await own.close()
  })
  return { own, clock }
}

/** Closes every connection of the studio to its PostgreSQL. */
async function cutConnections(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'administrator' })
  await client.connect()
  await client.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'dance-studio'`)
  await client.end()
}

it('sends differences to clients that accept them, and whole results to others', async () => {
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

it('tells a client that already has the result so, and sends every later one', async () => {
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
  // change it there and back: by now the browser shows something else
  await http.must(person, registrations.registerWithDropIn, dropIn(scheduleId))
  await answers('knows', 2)
  await http.must(person, registrations.cancel, { scheduleId })
  expect(await answers('knows', 3)).toEqual(['same', 'answer', 'answer'])
  expect(of('knows')[2]?.['answer']).toEqual(of('first')[0]?.['answer'])
  client.close()
})

it('accepts queries about as many people or payments as a screen may show', async () => {
  const admin = await http.studio.person('admin')
  const client = await http.socket(admin)
  // like the browser: the key is the name and the input
  const ask = (name: string, input: object) =>
    client.socket.send(JSON.stringify({ watch: name + JSON.stringify(input), name, input, differences: true }))
  const ids = Array.from({ length: MOST_AT_ONCE }, () => newId())
  ask(payments.toRemind.name, { paymentIds: ids })
  ask(accounts.guardianAddresses.name, { people: ids.slice(0, PAGE_SIZE) })
  for (const name of [payments.toRemind.name, accounts.guardianAddresses.name])
    await client.frame((frame) => String(frame['key']).startsWith(name))
  expect(client.socket.readyState).toBe(client.socket.OPEN)
  client.close()
})

it('sends a renamed category to 200 subscribers within a second', async () => {
  const { studio } = http
  const admin = await studio.person('admin')
  await anEntry(studio, admin, { inDays: 3 })
  const clients = await Promise.all(Array.from({ length: 200 }, () => http.socket(visitor)))
  for (const { socket } of clients) {
    socket.send(JSON.stringify({ watch: 'list', name: registrations.upcoming.name, input: { weeks: 2 } }))
    socket.send(JSON.stringify({ watch: 'shown', name: settings.shown.name, input: {} }))
  }
  await Promise.all(clients.map((client) => client.frame(({ key, answer }) => key === 'shown' && answer !== undefined)))
  const before = { name: 'Girl Group', nameEt: 'Tüdrukute grupp', marked: false, monthlyPrice: null }
  const begun = performance.now()
  const edit = { kind: 'class', id: 'Girl Group', ...before, name: 'Ladies', before } as const
  await http.must(admin, settings.editCategory, edit)
  const isRenamed = (frame: object) => JSON.stringify(frame).includes('"Ladies"')
  const told = await Promise.all(clients.map((client) => client.frame(isRenamed)))
  const took = performance.now() - begun
  expect(told.filter((frame) => frame !== undefined)).toHaveLength(200)
  expect(took).toBeLessThan(1000)
  for (const client of clients) client.close()
})

it('looks up every session of a socket once a minute, evenly spread', async () => {
  const { own, clock } = await timedByHand()
  const person = await own.studio.person()
  const clients = await Promise.all(Array.from({ length: 60 }, () => own.socket(person)))
  const visitors = await Promise.all(Array.from({ length: 30 }, () => own.socket(visitor)))
  const { identify } = own.services
  let lookedUp = 0
  const pending = new Set<unknown>()
  own.services.identify = async (...call) => {
    lookedUp++
    const answer = identify(...call)
    pending.add(answer)
    return await answer.finally(() => pending.delete(answer))
  }
  const each: number[] = []
  for (let seconds = 0; seconds < 60; seconds += 2) {
    const before = lookedUp
    clock.advanceTimersByTime(2_000)
    // a check is skipped while the one before is running, so wait until it has ended, also on a busy machine
    do await Promise.all([...clients, ...visitors].map((client) => client.roundTrip()))
    while (pending.size > 0)
    each.push(lookedUp - before)
  }
  expect(lookedUp).toBe(60)
  expect(Math.max(...each)).toBe(3)
  for (const { socket } of [...clients, ...visitors]) expect(socket.readyState).toBe(socket.OPEN)
})

it('keeps a socket open whose session cannot be looked up at the moment', async () => {
  const { own, clock } = await timedByHand()
  const client = await own.socket(await own.studio.person())
  own.services.identify = () => Promise.reject(new Error('away'))
  clock.advanceTimersByTime(2_000)
  await client.roundTrip()
  expect(client.socket.readyState).toBe(client.socket.OPEN)
})

it('looks all sockets up after a lost database connection, a few at a time, and keeps them open', async ({ skip }) => {
  if (!http.studio.database.url) return skip('The embedded database belongs to one process.')
  const { own } = await timedByHand()
  const person = await own.studio.person('user')
  const clients = await Promise.all(Array.from({ length: 300 }, () => own.socket(person)))
  const { identify } = own.services
  const counts = { now: 0, most: 0, done: 0 }
  own.services.identify = async (...call) => {
    counts.most = Math.max(counts.most, ++counts.now)
    try {
      return await identify(...call)
    } finally {
      counts.now--
      counts.done++
    }
  }
  await cutConnections(own.studio.database.url ?? '')
  await vi.waitFor(() => expect(counts.done).toBe(300), { timeout: 15_000 })
  expect(counts.most).toBe(4)
  for (const { socket } of clients) expect(socket.readyState).toBe(socket.OPEN)
})

it('refuses and reports a query with a topic that is never announced, and other queries continue', async () => {
  const { studio, services } = http
  const broken = {
    name: 'attendance.broken',
    procedure: settings.shown,
    handler: { scope: 'shared' as const, on: [outbox], run: async () => ({}) },
  }
  const { get } = services.queries
  const found = vi.spyOn(services.queries, 'get')
  found.mockImplementation((name) => (name === broken.name ? broken : get.call(services.queries, name)))
  onTestFinished(() => found.mockRestore())
  const before = services.failedAnswers()
  const [careless, other] = [await http.socket(visitor), await http.socket(visitor)]
  careless.socket.send(JSON.stringify({ watch: 'broken', name: broken.name, input: {} }))
  const refused = await careless.frame((frame) => frame['key'] === 'broken')
  expect(refused).toEqual({ key: 'broken', refused: 'unexpected' })
  for (const client of [careless, other]) {
    client.socket.send(JSON.stringify({ watch: 'me', name: accounts.me.name, input: {} }))
    await client.frame((frame) => frame['key'] === 'me' && 'answer' in frame)
    client.close()
  }
  expect(services.failedAnswers()).toBe(before + 1)
  expect(studio.reported.pop()).toMatch(
    /^attendance\.broken could not be answered .*Changes of outbox are not announced/,
  )
})
