import { beforeEach, describe, expect, it } from 'vitest'
import { DAY } from '#kernel/time.ts'
import { aCourse, aMembership, anEntry, aPurchase, dropIn, joining } from '#server/testing/fixtures.ts'
import { codeOf, type Person, type TestStudio } from '#server/testing/studio.ts'
import { studioForEach } from '#server/testing/studioForEach.ts'
import { accounts } from '#studio/accounts/contract.ts'
import { LOG_LINES_LOOKED_THROUGH, LOG_LINES_ON_A_PAGE } from '#studio/logs/rules.ts'
import { courses } from '#studio/courses/contract.ts'
import { memberships } from '#studio/memberships/contract.ts'
import { payments } from '#studio/payments/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'

let studio: TestStudio
let admin: Person

studioForEach(async (empty) => {
  studio = empty
  admin = await studio.person('admin')
})

const head = { channel: 'courses' as const, search: '', before: null }

const write = (statement: string) => studio.database.transaction((tx) => tx.execute(statement))

const fill = (lines: number) =>
  write(`insert into logs (channel, level, message, created_at)
    select 'courses', 'info', 'Line ' || n, now() from generate_series(1, ${lines}) n`)

describe('the logs', () => {
  it('shows who did what to which course, newest first', async () => {
    const courseId = await aCourse(studio, admin)
    const member = await studio.person('user', { displayName: 'Anna' })
    await studio.must(member, courses.join, joining(courseId))
    const { lines } = await studio.ask(admin, accounts.logs, head)
    expect(lines).toMatchObject([
      {
        message: 'Registered for K-pop in six weeks.',
        userName: 'Anna Maasikas',
        userId: member.userId,
        metadata: { courseId },
      },
      { message: 'Course created: K-pop in six weeks.', userId: admin.userId, metadata: { courseId } },
    ])
  })

  it('names the people that the lines of a page are about, found by the person or by the account', async () => {
    const member = await studio.person('user', { displayName: 'Anna' })
    const teacher = await studio.person('teacher', { displayName: 'Karl' })
    await write(`insert into logs (channel, level, message, metadata, created_at) values
      ('payments', 'info', 'Confirmed', '{"user": "${member.userId}"}', now()),
      ('payments', 'info', 'Handed over', '{"boxOf": "${teacher.accountId}", "amount": "75€"}', now()),
      ('payments', 'info', 'Gone', '{"user": "gone"}', now())`)
    const { people } = await studio.ask(admin, accounts.logs, { ...head, channel: 'payments' })
    expect(people.toSorted((a, b) => a.name.localeCompare(b.name))).toEqual([
      { id: member.userId, personId: member.userId, name: 'Anna Maasikas' },
      { id: teacher.accountId, personId: teacher.userId, name: 'Karl Maasikas' },
    ])
  })

  it('shows no name for a deleted account', async () => {
    await write(
      `insert into logs (channel, level, message, user_id, created_at) values ('courses', 'error', 'Odd', 'gone', now())`,
    )
    const { lines } = await studio.ask(admin, accounts.logs, head)
    expect(lines).toMatchObject([{ level: 'error', userId: 'gone', userName: '', metadata: null }])
  })

  it('updates live, and only in the section of the new line', async () => {
    const member = await studio.person()
    const courseId = await aCourse(studio, admin)
    const screen = await studio.watch(admin, accounts.logs, head)
    const other = await studio.watch(admin, accounts.logs, { channel: 'auth', search: '', before: null })
    await screen.next()
    await other.next()
    await studio.must(member, courses.join, joining(courseId))
    expect((await screen.next()).lines[0]?.message).toBe('Registered for K-pop in six weeks.')
    expect(other.waiting).toEqual([])
    screen.stop()
    other.stop()
  })

  it('is paged; an older page does not change while new lines are added', async () => {
    await fill(LOG_LINES_ON_A_PAGE * 2 + 5)
    const first = await studio.ask(admin, accounts.logs, head)
    expect([first.lines.length, first.older]).toEqual([LOG_LINES_ON_A_PAGE, first.lines.at(-1)?.id])
    const before = first.lines.at(-1)?.id ?? 0
    const second = await studio.ask(admin, accounts.logs, { ...head, before })
    await fill(3)
    expect(await studio.ask(admin, accounts.logs, { ...head, before })).toEqual(second)
    const last = await studio.ask(admin, accounts.logs, { ...head, before: second.lines.at(-1)?.id ?? 0 })
    expect([last.lines.map(({ message }) => message), last.older]).toEqual([
      ['Line 5', 'Line 4', 'Line 3', 'Line 2', 'Line 1'],
      null,
    ])
  })

  it('a search scans a limited number of lines per request, and continues from there', async () => {
    await write(`insert into logs (channel, level, message, created_at) values ('courses', 'info', 'Rare', now())`)
    await fill(LOG_LINES_LOOKED_THROUGH * 2 - 1)
    const look = { ...head, search: 'rare' }
    const first = await studio.ask(admin, accounts.logs, look)
    expect(first.lines).toEqual([])
    const second = await studio.ask(admin, accounts.logs, { ...look, before: first.older })
    expect([second.lines.map(({ message }) => message), second.older]).toEqual([['Rare'], null])
  })

  it('stores each line in both languages, and finds it in either', async () => {
    const courseId = await aCourse(studio, admin)
    const member = await studio.person()
    await studio.must(member, courses.join, joining(courseId))
    await write(`insert into logs (channel, level, message, created_at) values ('courses', 'info', 'Of old', now())`)
    const found = async (search: string) =>
      (await studio.ask(admin, accounts.logs, { ...head, search })).lines.map((line) => [line.message, line.messageEt])
    const registered = ['Registered for K-pop in six weeks.', 'Registreeriti: K-pop in six weeks.']
    expect(await found('registreeriti')).toEqual([registered])
    expect(await found('registered')).toEqual([registered])
    expect(await found('of old')).toEqual([['Of old', null]])
    const payment = await studio.sql`select message, message_et as et from logs where channel = 'payments'`
    expect(payment).toEqual([
      { message: 'Payment created for K-pop in six weeks.', et: 'Makse loodi: K-pop in six weeks.' },
    ])
  })

  it('an export scans as many lines as a search, and returns where to continue', async () => {
    await write(`insert into logs (channel, level, message, created_at) values ('courses', 'info', 'Rare', now())`)
    await fill(LOG_LINES_LOOKED_THROUGH)
    const file = (search: string, before: number | null) =>
      studio.ask(admin, accounts.logsForExport, { channel: 'courses', search, before, part: 1 })
    const first = await file('rare', null)
    expect([first.rows, first.total]).toEqual([[], 0])
    const second = await file('rare', first.older)
    expect([second.rows.map(({ message }) => message), second.older]).toEqual([['Rare'], null])
    const found = await file('line', null)
    expect([found.rows.length, found.parts]).toEqual([LOG_LINES_LOOKED_THROUGH, 1])
    expect(await file('', null)).toMatchObject({ total: LOG_LINES_LOOKED_THROUGH + 1, parts: 6, older: null })
  })

  it('a search covers action, object and person, ignoring case and accents; all results can be exported', async () => {
    await fill(LOG_LINES_ON_A_PAGE + 5)
    const courseId = await aCourse(studio, admin)
    const member = await studio.person('user', { displayName: 'Õie', email: 'oie@example.ee' })
    await studio.must(member, courses.join, joining(courseId))
    const found = async (search: string) =>
      (await studio.ask(admin, accounts.logs, { ...head, search })).lines.map(({ message }) => message)
    const joined = 'Registered for K-pop in six weeks.'
    expect(await found('REGISTERED k-pop')).toEqual([joined])
    expect(await found('oie')).toEqual([joined])
    expect(await found('oie@example.ee six')).toEqual([joined])
    expect(await found(courseId)).toEqual([joined, 'Course created: K-pop in six weeks.'])
    expect(await found('oie created')).toEqual([])
    expect(await found('%')).toEqual([])
    const file = await studio.ask(admin, accounts.logsForExport, { ...head, search: 'line', part: 1 })
    expect(file).toMatchObject({ total: LOG_LINES_ON_A_PAGE + 5, parts: 1 })
    expect(file.rows.at(-1)?.message).toBe('Line 1')
  })
})

describe('refusals in the log', () => {
  let member: Person
  beforeEach(async () => {
    member = await studio.person()
  })
  const warnings = async () => {
    const found = await studio.sql<{ line: string; userId: string }>`
      select channel || ': ' || message || case when count > 1 then ' × ' || count else '' end as line, user_id as "userId" from logs where level = 'warning' order by id`
    expect(new Set(found.map(({ userId }) => userId))).toEqual(new Set([member.accountId]))
    return found.map(({ line }) => line)
  }
  const refused = async (call: Promise<{ body: { ok: boolean } }>) => expect((await call).body.ok).toBe(false)

  it('a membership that does not fit the class, or does not exist, is logged', async () => {
    const { scheduleId } = await anEntry(studio, admin)
    const purchaseId = await aPurchase(studio, admin, member, { categories: ['Boy Group'] })
    for (const id of [purchaseId, 'none'])
      await refused(studio.call(member, registrations.registerWithMembership, { scheduleId, purchaseId: id }))
    expect(await warnings()).toEqual([
      'registrations: Class registration refused: this membership is not valid for the selected class category.',
      'registrations: Class registration refused: membership not found.',
    ])
  })

  it('joining a course twice and an invalid discount code are logged', async () => {
    const courseId = await aCourse(studio, admin)
    const { scheduleId } = await anEntry(studio, admin)
    const discountCode = 'NOSUCH'
    await refused(studio.call(member, courses.join, { ...joining(courseId), discountCode }))
    await refused(studio.call(member, registrations.registerWithDropIn, { ...dropIn(scheduleId), discountCode }))
    await refused(studio.call(member, courses.checkDiscount, { code: discountCode, courseId, coverMember: true }))
    await studio.must(member, courses.join, joining(courseId))
    await refused(studio.call(member, courses.join, joining(courseId)))
    expect(await warnings()).toEqual([
      'courses: Discount code refused: invalid discount code. × 3',
      'courses: Course registration refused: registered already.',
    ])
  })

  it('cancelling after the class or course has begun is logged', async () => {
    const courseId = await aCourse(studio, admin)
    const { scheduleId } = await anEntry(studio, admin)
    await studio.must(member, courses.join, joining(courseId))
    await studio.must(member, registrations.registerWithDropIn, dropIn(scheduleId))
    studio.now += 11 * DAY
    expect(await codeOf(studio.call(member, registrations.cancel, { scheduleId }))).toBe('entryStarted')
    expect(await codeOf(studio.call(member, courses.leave, { courseId }))).toBe('courseStarted')
    expect(await warnings()).toEqual([
      'registrations: Class cancellation refused: the class has begun.',
      'courses: Course cancellation refused: the course has begun.',
    ])
  })

  it('a membership that cannot be sold or cancelled, and marking a cash payment, are logged', async () => {
    const purchaseId = await aPurchase(studio, admin, member)
    const membershipId = await aMembership(studio, admin)
    await write('alter table memberships drop constraint memberships_one_price_form')
    await write('update memberships set standard_price = null')
    try {
      const choice = { membershipId, coverMember: false, paymentMethod: 'cash' as const }
      await refused(studio.call(member, memberships.buy, choice))
    } finally {
      await write('update memberships set standard_price = 4000')
      await write(`alter table memberships add constraint memberships_one_price_form
        check ((price is null) = (standard_price is not null))`)
    }
    const [payment] = await studio.ask(member, payments.mine, {})
    await refused(studio.call(member, payments.markAsPaid, { paymentId: payment?.id ?? '' }))
    await studio.must(admin, payments.cancel, { paymentId: payment?.id ?? '' })
    await refused(studio.call(member, memberships.cancelPurchase, { purchaseId }))
    expect(await warnings()).toEqual([
      'membership: Membership purchase refused: membership price or valid period is missing.',
      'payments: Marking as paid refused: it is paid in cash, at the studio.',
      'membership: Membership cancellation refused: its payment is not due any more.',
    ])
  })
})

it('logs money in euros', async () => {
  const member = await studio.person()
  const courseId = await aCourse(studio, admin, { standardPrice: 4550, memberPrice: null })
  await studio.must(member, courses.join, joining(courseId))
  const [payment] = await studio.ask(member, payments.mine, {})
  await studio.must(admin, payments.confirm, { paymentId: payment?.id ?? '', actualAmount: 4050 })
  await studio.must(admin, payments.cancel, { paymentId: payment?.id ?? '' })
  const { lines } = await studio.ask(admin, accounts.logs, { channel: 'payments', search: '', before: null })
  const amounts = lines.map(({ metadata }) => metadata?.price ?? metadata?.received).filter((one) => one !== undefined)
  expect(amounts).toEqual(['40.50€', '45.50€'])
})
