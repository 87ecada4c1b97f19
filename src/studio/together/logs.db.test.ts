import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aCourse, joining } from '#server/testing/fixtures.ts'
import { TestStudio, type Person } from '#server/testing/studio.ts'
import { accounts } from '#studio/accounts/contract.ts'
import { LOG_LINES_ON_A_PAGE } from '#studio/logs/rules.ts'
import { courses } from '#studio/courses/contract.ts'

let studio: TestStudio
let admin: Person

beforeAll(async () => {
  studio = await TestStudio.open()
})
afterAll(() => studio.close())
beforeEach(async () => {
  await studio.empty()
  admin = await studio.person('admin')
})

const head = { channel: 'courses' as const, before: null }

const write = (statement: string) => studio.database.transaction((tx) => tx.execute(statement))

const fill = (lines: number) =>
  write(`insert into logs (channel, level, message, created_at)
    select 'courses', 'info', 'Line ' || n, now() from generate_series(1, ${lines}) n`)

describe('the logs', () => {
  it('tell who did what to which course, newest first', async () => {
    const courseId = await aCourse(studio, admin)
    const member = await studio.person('user', { displayName: 'Anna' })
    await studio.must(member, courses.join, joining(courseId))
    const { lines } = await studio.ask(admin, accounts.logs, head)
    expect(lines).toMatchObject([
      {
        message: 'Registered for K-pop in six weeks.',
        userName: 'Anna',
        userId: member.userId,
        metadata: { courseId },
      },
      { message: 'Course created: K-pop in six weeks.', userId: admin.userId, metadata: { courseId } },
    ])
  })

  it('name nobody for a line of someone unknown', async () => {
    await write(
      `insert into logs (channel, level, message, user_id, created_at) values ('courses', 'error', 'Odd', 'gone', now())`,
    )
    const { lines } = await studio.ask(admin, accounts.logs, head)
    expect(lines).toMatchObject([{ level: 'error', userId: 'gone', userName: null, metadata: null }])
  })

  it('come in by themselves, and only into the section they belong to', async () => {
    const member = await studio.person()
    const courseId = await aCourse(studio, admin)
    const screen = await studio.watch(admin, accounts.logs, head)
    const other = await studio.watch(admin, accounts.logs, { channel: 'auth', before: null })
    await screen.next()
    await other.next()
    await studio.must(member, courses.join, joining(courseId))
    expect((await screen.next()).lines[0]?.message).toBe('Registered for K-pop in six weeks.')
    expect(other.waiting).toEqual([])
    screen.stop()
    other.stop()
  })

  it('are read page by page, and an older page stands still while new lines come in', async () => {
    await fill(LOG_LINES_ON_A_PAGE * 2 + 5)
    const first = await studio.ask(admin, accounts.logs, head)
    expect([first.lines.length, first.older]).toEqual([LOG_LINES_ON_A_PAGE, true])
    const before = first.lines.at(-1)?.id ?? 0
    const second = await studio.ask(admin, accounts.logs, { ...head, before })
    await fill(3)
    expect(await studio.ask(admin, accounts.logs, { ...head, before })).toEqual(second)
    const last = await studio.ask(admin, accounts.logs, { ...head, before: second.lines.at(-1)?.id ?? 0 })
    expect([last.lines.map(({ message }) => message), last.older]).toEqual([
      ['Line 5', 'Line 4', 'Line 3', 'Line 2', 'Line 1'],
      false,
    ])
  })
})
