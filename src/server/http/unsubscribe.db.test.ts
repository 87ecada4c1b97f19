import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { anEntry, dropIn } from '#server/testing/fixtures.ts'
import { HttpStudio } from '#server/testing/httpStudio.ts'
import { TEST_NOON, type Person } from '#server/testing/studio.ts'
import { notices } from '#studio/notices/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'

let http: HttpStudio
let mari: Person
/** Path of the unsubscribe link in the e-mail that confirms her place. */
let path: string
beforeAll(async () => {
  http = await HttpStudio.open()
})
afterAll(() => http.close())
beforeEach(async () => {
  const { studio } = http
  await studio.empty()
  studio.now = TEST_NOON
  mari = await studio.person()
  const { scheduleId } = await anEntry(studio, await studio.person('admin'), { inDays: 3 })
  await studio.must(mari, registrations.registerWithDropIn, dropIn(scheduleId))
  await studio.writeLetters()
  const [letter] = await studio.sql<{
    address: string
  }>`select unsubscribe as address from outbox where unsubscribe <> ''`
  path = new URL(letter?.address ?? '').pathname
})

const ended = async () => (await http.studio.ask(mari, notices.mine, {})).ways.filter(({ way }) => way === 'none')

/** Calls as a mailbox's server does: without session and Origin. */
const press = (body: string, type = 'application/x-www-form-urlencoded', at = path) =>
  http.fetch(at, { method: 'POST', body, headers: { 'content-type': type } })

it.each([
  ['a form', 'List-Unsubscribe=One-Click', 'application/x-www-form-urlencoded'],
  [
    'a form in parts',
    '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n',
    'multipart/form-data; boundary=b',
  ],
])('one click in a mail program ends e-mails of that kind, sent as %s', async (_, body, type) => {
  const answer = await press(body, type)
  expect([answer.status, await answer.text()]).toEqual([200, 'Done.\n'])
  expect(await ended()).toEqual([{ kind: 'bookings', way: 'none' }])
  // programs may call twice
  expect((await press(body, type)).status).toBe(200)
})

it('opening the link, or posting something else to it, ends nothing', async () => {
  for (const method of ['GET', 'HEAD']) await http.fetch(path, { method })
  for (const body of ['', 'List-Unsubscribe=Maybe', 'x=List-Unsubscribe=One-Click']) {
    expect((await press(body)).status).toBe(400)
  }
  expect(await ended()).toEqual([])
})

it('an invalid token ends nothing', async () => {
  const forged = path.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
  const answer = await press('List-Unsubscribe=One-Click', undefined, forged)
  expect([answer.status, await answer.text()]).toEqual([404, 'This did not work.\n'])
  expect(await ended()).toEqual([])
})
