import { describe, expect, it } from 'vitest'
import { HOUR, MINUTE } from '#kernel/time.ts'
import { aCourse, anEntry, dropIn, joining } from '#server/testing/fixtures.ts'
import { codeOf, type Person, type TestStudio } from '#server/testing/studio.ts'
import { studioForEach } from '#server/testing/studioForEach.ts'
import { accounts } from '#studio/accounts/contract.ts'
import { courses } from '#studio/courses/contract.ts'
import { privacy } from '#studio/privacy/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'

let studio: TestStudio
let admin: Person
let member: Person

studioForEach(async (empty) => {
  studio = empty
  admin = await studio.person('admin')
  member = await studio.person()
})

const joinGone = (person: Person, courseId = 'gone') => codeOf(studio.call(person, courses.join, joining(courseId)))
const linesOf = async (channel: 'courses' | 'registrations') =>
  (await studio.ask(admin, accounts.logs, { channel, search: '', before: null })).lines

describe('a repeated refusal', () => {
  it('is counted in one log line, with the latest details', async () => {
    const first = studio.now
    for (const courseId of ['gone', 'gone as well', 'gone at last']) {
      await joinGone(member, courseId)
      studio.now += MINUTE
    }
    expect(await linesOf('courses')).toEqual([
      expect.objectContaining({
        message: 'Course registration refused: the course is not there.',
        userId: member.userId,
        count: 3,
        createdAt: first,
        lastAt: first + 2 * MINUTE,
        metadata: { courseId: 'gone at last', user: member.userId },
      }),
    ])
  })

  it('gets a separate line per account, kind and hour', async () => {
    await joinGone(member)
    await joinGone(await studio.person())
    await studio.call(member, courses.leave, { courseId: 'gone' })
    studio.now += HOUR
    await joinGone(member)
    expect((await linesOf('courses')).map(({ count, lastAt }) => [count, lastAt])).toEqual(
      Array.from({ length: 4 }, () => [1, null]),
    )
  })

  it('gets a separate line for each person about whom staff are refused', async () => {
    const { scheduleId } = await anEntry(studio, admin)
    const [anna, mari] = [await studio.person(), await studio.person()]
    for (const { userId } of [anna, mari, anna, anna])
      await studio.call(admin, registrations.registerOtherWithDropIn, { ...dropIn(scheduleId), userId })
    const refused = (await linesOf('registrations')).filter(({ level }) => level === 'warning')
    expect(refused).toMatchObject([{ count: 2, metadata: { user: anna.userId } }])
    await studio.call(admin, registrations.registerOtherWithDropIn, { ...dropIn(scheduleId), userId: mari.userId })
    expect((await linesOf('registrations'))[0]).toMatchObject({ count: 1, metadata: { user: mari.userId } })
  })

  it('is counted exactly when repeated concurrently', async () => {
    await Promise.all(Array.from({ length: 20 }, () => joinGone(member)))
    expect(await linesOf('courses')).toMatchObject([{ count: 20 }])
    expect(studio.reported).toEqual([])
  })

  it('is in the download of personal data with its count', async () => {
    const at = new Date(studio.now).toISOString()
    await joinGone(member)
    await joinGone(member)
    const { log } = await studio.must(member, privacy.download, {})
    expect(log).toMatchObject([{ at, count: 2, lastAt: at, by: 'you' }])
  })
})

it('each successful action gets its own line', async () => {
  const courseId = await aCourse(studio, admin)
  for (let n = 0; n < 2; n++) {
    await studio.must(member, courses.join, joining(courseId))
    await studio.must(member, courses.leave, { courseId })
  }
  expect((await linesOf('courses')).map(({ message }) => message)).toEqual([
    'Left K-pop in six weeks.',
    'Registered for K-pop in six weeks.',
    'Left K-pop in six weeks.',
    'Registered for K-pop in six weeks.',
    'Course created: K-pop in six weeks.',
  ])
})
