import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { EVERYTHING } from '#server/changes/topics.ts'
import { DatabaseUnavailable } from '#server/db/errors.ts'
import { HttpStudio } from '#server/testing/httpStudio.ts'
import { signal } from '#server/testing/signal.ts'

let http: HttpStudio
beforeEach(async () => {
  http = await HttpStudio.open()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await http.close()
})

it('looks sessions up once more after several changes of "everything", not once per change', async () => {
  const people = [await http.studio.person(), await http.studio.person(), await http.studio.person()]
  const clients = await Promise.all(people.map((person) => http.socket(person)))
  const { identify } = http.services
  const released = signal()
  const looks = new Map<string | null, number>()
  vi.spyOn(http.services, 'identify').mockImplementation(async (...call) => {
    looks.set(call[1], (looks.get(call[1]) ?? 0) + 1)
    await released.fired
    return await identify(...call)
  })
  for (let times = 0; times < 5; times++) await http.services.changed([EVERYTHING])
  // the regular check may add one lookup
  expect(looks.size).toBe(3)
  expect(Math.max(...looks.values())).toBeLessThanOrEqual(2)
  released.fire()
  await expect.poll(() => Math.min(...looks.values())).toBeGreaterThanOrEqual(2)
  for (const client of clients) client.close()
})

it('keeps a socket open whose session cannot be looked up after a change of "everything"', async () => {
  const client = await http.socket(await http.studio.person())
  vi.spyOn(http.services, 'identify').mockRejectedValue(new DatabaseUnavailable('The database cannot be reached'))
  await http.services.changed([EVERYTHING])
  await client.roundTrip()
  expect(client.socket.readyState).toBe(WebSocket.OPEN)
  client.close()
})

it('closes a socket whose account is named in a change and cannot be looked up', async () => {
  const person = await http.studio.person()
  const client = await http.socket(person)
  vi.spyOn(http.services, 'identify').mockRejectedValue(new DatabaseUnavailable('The database cannot be reached'))
  await http.services.changed([EVERYTHING, `sessions:${person.accountId}`])
  await expect.poll(() => client.socket.readyState).toBe(WebSocket.CLOSED)
})
