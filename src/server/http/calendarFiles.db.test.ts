import { afterAll, beforeAll, expect, it } from 'vitest'
import { startServer, type RunningServer } from '#server/server.ts'
import { anEntry, dropIn } from '#server/testing/fixtures.ts'
import { freePort } from '#server/testing/postgresServer.ts'
import { TestStudio, testSettings, visitor, WITH_FEATURES, type Person } from '#server/testing/studio.ts'
import { courses } from '#studio/courses/contract.ts'
import { families } from '#studio/families/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'

let studio: TestStudio
let server: RunningServer
let port: number
let admin: Person

beforeAll(async () => {
  studio = await TestStudio.open(WITH_FEATURES)
  admin = await studio.person('admin')
  port = await freePort()
  const settings = testSettings({
    ...WITH_FEATURES,
    PORT: String(port),
    DATA_DIR: studio.services.settings.dataDir,
    BACKUP_DIR: 'off',
  })
  // the database belongs to the test studio, which closes it
  const database = { ...studio.database, close: async () => {} }
  server = await startServer({ settings, webDir: null, database, say: () => {}, clock: () => studio.now })
})
afterAll(async () => {
  await server.stop()
  await studio.close()
})

const get = (person: Person, path: string) =>
  fetch(`http://127.0.0.1:${port}/calendar/${path}`, {
    redirect: 'manual',
    headers: person.sessionToken ? { cookie: `session=${person.sessionToken}` } : {},
  })
const linesOf = async (answer: Response) => (await answer.text()).replaceAll('\r\n ', '').split('\r\n')
const starts = (lines: string[]) => lines.filter((line) => line.startsWith('DTSTART'))

const aCourse = (more: object = {}) => ({
  name: 'Spring course',
  description: 'Six evenings, from the first count to the stage.',
  standardPrice: 5000,
  memberPrice: null,
  defaultMaxParticipants: 5,
  nrOfClasses: 3,
  startDate: '2026-03-16',
  endDate: '2026-04-05',
  regDeadline: '2026-03-20',
  weekday: 7,
  startTime: '18:00',
  endTime: '19:00',
  ...more,
})
const payment = { coverMember: false, paymentMethod: 'cash', discountCode: null } as const

it('gives a registered person the class as a calendar file', async () => {
  const { scheduleId } = await anEntry(studio, admin)
  const member = await studio.person()
  await studio.must(member, registrations.registerWithDropIn, dropIn(scheduleId))
  const answer = await get(member, `class/${scheduleId}.ics`)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  const lines = await linesOf(answer)
  expect(lines).toContain(`UID:${scheduleId}@localhost`)
  expect(lines).toContain('STATUS:CONFIRMED')
})

it('gives it to a person whose category includes the class', async () => {
  const { scheduleId } = await anEntry(studio, admin, { categories: ['Boy Group'] })
  expect(
    (await get(await studio.person('user', { membershipCategory: 'Member-boy' }), `class/${scheduleId}.ics`)).status,
  ).toBe(200)
  expect(
    (await get(await studio.person('user', { membershipCategory: 'Member-girl' }), `class/${scheduleId}.ics`)).status,
  ).toBe(303)
})

it('gives a course with all its dates, at the same local time before and after a clock change', async () => {
  const { id } = await studio.must(admin, courses.create, aCourse())
  const member = await studio.person()
  await studio.must(member, courses.join, { courseId: id, ...payment })
  const lines = await linesOf(await get(member, `course/${id}.ics`))
  // 18:00 in Tallinn is 15:00 UTC from 29 March 2026 on, and 16:00 UTC before
  expect(starts(lines)).toEqual(['DTSTART:20260322T160000Z', 'DTSTART:20260329T150000Z', 'DTSTART:20260405T150000Z'])
  expect(new Set(lines.filter((line) => line.startsWith('UID:'))).size).toBe(3)
})

it("gives a guardian a child's class, and nobody else", async () => {
  const { scheduleId } = await anEntry(studio, admin)
  const guardian = await studio.person()
  const child = { displayName: 'Mari', familyName: 'Tamm', dob: '2016-05-05' }
  const { personId } = await studio.must(guardian, families.addChild, child)
  await studio.must(guardian, registrations.registerWithDropIn, { ...dropIn(scheduleId), personId })
  const path = `class/${scheduleId}.ics?person=${personId}`
  expect((await get(guardian, path)).status).toBe(200)
  for (const other of [visitor, await studio.person(), admin]) expect((await get(other, path)).status).toBe(303)
})

it('redirects everybody else to the start page', async () => {
  const { scheduleId } = await anEntry(studio, admin)
  const { id } = await studio.must(admin, courses.create, aCourse({ name: 'Another course' }))
  const member = await studio.person()
  await studio.must(member, registrations.registerWithDropIn, dropIn(scheduleId))
  await studio.must(member, courses.join, { courseId: id, ...payment })
  for (const other of [visitor, await studio.person('unverified'), await studio.person(), admin]) {
    for (const path of [`class/${scheduleId}.ics`, `course/${id}.ics`]) {
      const answer = await get(other, path)
      expect(answer.status).toBe(303)
      expect(answer.headers.get('location')).toBe('/')
      expect(await answer.text()).toBe('')
    }
  }
})

it('gives nothing for a class that does not exist', async () => {
  const member = await studio.person()
  for (const path of [
    'class/none.ics',
    'course/none.ics',
    'constructor/x.ics',
    'class/%00.ics',
    `class/${'x'.repeat(90)}`,
  ]) {
    expect((await get(member, path)).status).toBe(303)
  }
  expect(studio.reported).toEqual([])
})
