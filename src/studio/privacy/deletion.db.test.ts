import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { dateIn, DAY, HOUR } from '#kernel/time.ts'
import type { CommandContext } from '#server/procedures.ts'
import { aCourse, aMembership, anEntry, dropIn, joining } from '#server/testing/fixtures.ts'
import { paid } from '#server/testing/paid.ts'
import { placesOf } from '#server/testing/grep.ts'
import { expectInvariants } from '#server/testing/invariants.ts'
import { untilLockWaits } from '#server/testing/lockWaits.ts'
import { signal } from '#server/testing/signal.ts'
import { ADMIN_PASSWORD, codeOf, visitor, WITH_FEATURES, type Person, type TestStudio } from '#server/testing/studio.ts'
import { studioForEach } from '#server/testing/studioForEach.ts'
import { accounts } from '#studio/accounts/contract.ts'
import { attendance } from '#studio/attendance/contract.ts'
import { courses } from '#studio/courses/contract.ts'
import { families } from '#studio/families/contract.ts'
import { memberships } from '#studio/memberships/contract.ts'
import { merging } from '#studio/merging/contract.ts'
import { papers } from '#studio/papers/contract.ts'
import { payments } from '#studio/payments/contract.ts'
import { createPayment } from '#studio/payments/server/book.ts'
import { changeCredit, lockPayers } from '#studio/payments/server/credit.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { signing } from '#studio/signing/contract.ts'
import { privacy } from './contract.ts'

/** A person with a name that occurs nowhere else in the tests. */
const form = {
  displayName: 'Õnneleid "Õ"',
  familyName: 'Kuusekänd',
  dob: '2001-02-03',
  email: 'onneleid@kuusekand.example',
  password: 'a quiet forest',
  language: 'et' as const,
}
const name = `${form.displayName} ${form.familyName}`
const traces = ['Õnneleid', form.familyName, form.email, form.dob, 'metsavana level']

let studio: TestStudio
let admin: Person
studioForEach(async (empty) => {
  studio = empty
  admin = await studio.person('admin')
}, WITH_FEATURES)

/** Signs up, verifies and signs in through the product's commands. */
async function aMember(): Promise<Person> {
  await studio.must(visitor, accounts.signUp, form)
  const [letter] = await studio.sql<{ text: string }>`select text from outbox where to_address = ${form.email}`
  const token = /token=([\w-]+)/.exec(letter?.text ?? '')?.[1] ?? ''
  await studio.must(visitor, accounts.verifyEmail, { token })
  return await signedIn()
}

async function signedIn(): Promise<Person> {
  const { email, password } = form
  const { session } = await studio.call(visitor, accounts.signIn, { email, password })
  const [ids] = await studio.sql<Pick<Person, 'accountId' | 'userId'>>`
    select id as "accountId", person_id as "userId" from accounts where email = ${email}`
  return { ...visitor, ...ids, sessionToken: session?.token ?? null }
}

const paymentsOf = (person: Person) =>
  studio.sql<{ description: string; status: string; actualAmount: number | null; paymentMethod: string }>`
    select description, status, ${paid} as "actualAmount", payment_method as "paymentMethod"
    from payments p where user_id = ${person.userId} order by created_at, description, id`

async function confirmAll(person: Person) {
  const due = await studio.sql<{ id: string; price: number }>`
    select id, price from payments where user_id = ${person.userId} and status = 'due'`
  for (const { id, price } of due) await studio.must(admin, payments.confirm, { paymentId: id, actualAmount: price })
}

async function aPersonNamed(displayName: string, familyName: string, email = 'somebody@example.ee') {
  const person = await studio.person('user', { displayName, email })
  await studio.database.transaction((tx) =>
    tx.execute(sql`update people set family_name = ${familyName} where id = ${person.userId}`),
  )
  return person
}

/** Books paid and unpaid classes in the past and the future, a course and passes. */
async function aLife(member: Person) {
  const past = await anEntry(studio, admin, { standardPrice: 1500 })
  await studio.must(member, registrations.registerWithDropIn, dropIn(past.scheduleId))
  const paidEntry = await anEntry(studio, admin, { inDays: 7, standardPrice: 1700 })
  await studio.must(member, registrations.registerWithDropIn, dropIn(paidEntry.scheduleId))
  const pass = { membershipId: await aMembership(studio, admin), coverMember: false, paymentMethod: 'stebby' as const }
  const { purchaseId } = await studio.must(member, memberships.buy, pass)
  await confirmAll(member)
  const unpaidPast = await anEntry(studio, admin, { standardPrice: 1200 })
  await studio.must(member, registrations.registerWithDropIn, dropIn(unpaidPast.scheduleId))
  const mark = { scheduleId: past.scheduleId, userId: member.userId, value: 'attended' as const }
  await studio.must(admin, attendance.take, mark)
  studio.now += 2 * DAY
  const byPass = await anEntry(studio, admin, { inDays: 3 })
  await studio.must(member, registrations.registerWithMembership, { scheduleId: byPass.scheduleId, purchaseId })
  const unpaid = await anEntry(studio, admin, { inDays: 4, standardPrice: 1900 })
  await studio.must(member, registrations.registerWithDropIn, dropIn(unpaid.scheduleId))
  const courseId = await aCourse(studio, admin)
  await studio.must(member, courses.join, joining(courseId))
  return { past, unpaidPast, paidEntry, byPass, unpaid, courseId, purchaseId }
}

const countOf = async (scheduleId: string) =>
  (await studio.sql<{ count: number }>`select registered_count as count from schedule where id = ${scheduleId}`)[0]
    ?.count

describe('deleting a user', () => {
  it('leaves no trace of their name in the whole database', async () => {
    const member = await aMember()
    await aLife(member)
    // more places that can hold a name: roles and levels, another user's stored response, a careless log line
    await studio.must(admin, accounts.setMemberLevel, { userId: member.userId, memberLevel: 'Metsavana level' })
    await studio.must(visitor, accounts.requestPasswordReset, { email: form.email })
    await studio.must(member, privacy.download, {})
    await studio.must(member, signing.askForAddress, { email: `new.${form.email}`, password: '' })
    await studio.must(admin, accounts.setRole, {
      userId: member.userId,
      role: 'teacher',
      password: ADMIN_PASSWORD,
    })
    // a new sign-in, as two days have passed and staff sessions are shorter
    await theirNameIsToldToAnother(await signedIn())
    await studio.database.transaction((tx) =>
      tx.execute(sql`insert into logs (channel, level, message, message_et, metadata, created_at)
        values ('courses', 'info', ${`A course for ${name}.`}, ${`Kursus: ${name}.`}, ${JSON.stringify({ wish: name })}::jsonb, now())`),
    )
    // the search for traces finds each of them before the deletion
    expect(await placesOf(studio.database, traces)).toEqual([
      'accounts.email',
      'accounts.search',
      'commands.answer',
      'emailLinks.address',
      'logs.message',
      'logs.message_et',
      'logs.metadata',
      'outbox.html',
      'outbox.text',
      'outbox.to_address',
      'people.display_name',
      'people.dob',
      'people.family_name',
      'people.member_level',
    ])

    await studio.must(admin, privacy.deleteUser, { userId: member.userId })

    expect(await placesOf(studio.database, traces)).toEqual([])
    for (const table of [
      'sessions',
      'credentials',
      'emailLinks',
      'guardians',
      'familyInvitations',
      'photoConsents',
      'feeds',
      'chosenWays',
      'pushSubscriptions',
      'passkeys',
      'challenges',
      'twoSteps',
      'recoveryCodes',
      'providerLinks',
    ]) {
      const [row] = await studio.sql<{ count: number }>`
        select count(*)::int as count from ${sql.identifier(table)} where account_id = ${member.accountId}`
      expect.soft(row?.count, table).toBe(0)
    }
    const about = await studio.sql<{ message: string }>`
      select message from logs where channel = 'auth' and (user_id = ${member.accountId} or metadata ->> 'user' = ${member.userId})`
    expect(about).toEqual([{ message: 'User deleted.' }])
    await expectInvariants(studio)
    expect(studio.reported).toEqual([])
  })

  it.each([
    ['none was kept of theirs', false],
    ['theirs was kept, too', true],
  ])('leaves no buyer of invoices of a record that was merged into theirs: %s', async (_what, ofBoth) => {
    const gone = await aMember()
    const kept = await aPersonNamed(form.displayName, form.familyName)
    for (const person of ofBoth ? [gone, kept] : [gone]) {
      await studio.must(person, registrations.registerWithDropIn, dropIn((await anEntry(studio, admin)).scheduleId))
      const [due] = await studio.ask(person, payments.mine, {})
      const buyer = { company: false, name, registryCode: '', address: `${form.familyName} 1, Tallinn` }
      await studio.must(person, papers.invoice, { paymentIds: [due!.id], buyer })
    }
    await studio.database.transaction((tx) =>
      tx.execute(sql`update people set dob = null where id in (${gone.userId}, ${kept.userId})`),
    )
    await studio.must(admin, merging.merge, { keptId: kept.userId, goneId: gone.userId, take: [] })
    await studio.must(admin, privacy.deleteUser, { userId: kept.userId })
    expect(await studio.sql`select * from "paperBuyers"`).toEqual([])
    // papers themselves stay, as the law requires
    expect((await placesOf(studio.database, traces)).filter((place) => !place.startsWith('papers.'))).toEqual([])
    await expectInvariants(studio)
  })

  it('keeps the financial records and the attendance', async () => {
    const member = await aMember()
    const { past, unpaidPast } = await aLife(member)
    const asked = { status: 'confirmed' as const, month: '2026-03', search: '', page: 1 }
    const before = await studio.ask(admin, payments.overview, asked)
    const year = await studio.ask(admin, payments.year, { year: 2026 })
    const histories = await studio.sql`select * from "paymentHistory" order by id`

    await studio.must(admin, privacy.deleteUser, { userId: member.userId })

    const after = await studio.ask(admin, payments.overview, asked)
    expect(after.sum).toBe(1500 + 1700 + 4000)
    expect(after.sum).toBe(before.sum)
    expect(after.rows.map(({ displayName, familyName, email }) => displayName + familyName + email)).toEqual([
      '',
      '',
      '',
    ])
    expect(await studio.ask(admin, payments.year, { year: 2026 })).toEqual(year)
    expect((await studio.sql`select * from "paymentHistory" order by id`).slice(0, histories.length)).toEqual(histories)
    expect(await countOf(past.scheduleId)).toBe(1)
    expect(await countOf(unpaidPast.scheduleId)).toBe(1)
    expect(await studio.sql`select value from attendance`).toEqual([{ value: 'attended' }])
  })

  it('cancels what they still owed, with its history', async () => {
    const member = await aMember()
    await aLife(member)
    await studio.must(admin, privacy.deleteUser, { userId: member.userId })
    const owed = (await paymentsOf(member)).filter(({ status }) => status !== 'confirmed')
    expect(owed.map(({ description, status, actualAmount }) => [description, status, actualAmount])).toEqual([
      ['Girls beginners', 'cancelled', 0],
      ['Girls beginners', 'cancelled', 0],
      ['K-pop in six weeks', 'cancelled', 0],
    ])
    const reasons = await studio.sql`
      select distinct from_status as "from", reason from "paymentHistory" where to_status = 'cancelled'`
    expect(reasons).toEqual([{ from: 'due', reason: 'account deleted' }])
    // the log tells staff which prepaid places ended, so that they can settle them
    const warned = await studio.sql<{ received: string }>`
      select metadata ->> 'received' as received from logs where message like 'What a deleted user had paid%' order by 1`
    expect(warned.map(({ received }) => received)).toEqual(['17€', '40€'])
  })

  it('frees their upcoming places, which others see live, and ends their passes', async () => {
    const member = await aMember()
    const { paidEntry, byPass, unpaid, courseId, purchaseId } = await aLife(member)
    const other = await studio.person()
    const screen = await studio.watch(other, registrations.upcoming, { weeks: 4 })
    const shown = (answer: { entries: readonly { id: string; registeredCount: number }[] }) =>
      [paidEntry, byPass, unpaid].map(
        ({ scheduleId }) => answer.entries.find(({ id }) => id === scheduleId)?.registeredCount,
      )
    expect(shown(await screen.next())).toEqual([1, 1, 1])

    await studio.must(admin, privacy.deleteUser, { userId: member.userId })

    expect(shown(await screen.next())).toEqual([0, 0, 0])
    screen.stop()
    const [course] = await studio.sql`select registered_count as count from courses where id = ${courseId}`
    expect(course).toEqual({ count: 0 })
    const [pass] = await studio.sql`
      select status, classes_used as used from purchases where id = ${purchaseId}`
    expect(pass).toEqual({ status: 'cancelled', used: 0 })
    await expectInvariants(studio)
  })

  it('signs them out at once, refuses sign-in and password reset, and lets them sign up again', async () => {
    const member = await aMember()
    await aLife(member)
    await studio.must(visitor, accounts.requestPasswordReset, { email: form.email })
    const [letter] = await studio.sql<{ text: string }>`
      select text from outbox where to_address = ${form.email} order by id desc limit 1`
    const token = /token=([\w-]+)/.exec(letter?.text ?? '')?.[1] ?? ''
    const topics: string[] = []
    studio.services.hub.watch('sessions', [`sessions:${member.userId}`], async () => String(topics.push('ended')), {
      next: () => {},
      failed: () => {},
    })

    await studio.must(admin, privacy.deleteUser, { userId: member.userId })

    // when this topic changes, the sockets of the session are checked again
    expect(topics).toEqual(['ended', 'ended'])
    expect(await studio.services.identify(studio.database.read, member.sessionToken, studio.now)).toEqual({
      kind: 'visitor',
    })
    expect(await codeOf(studio.call(member, registrations.cancel, { scheduleId: 'any' }))).toBe('signInNeeded')
    const { email, password } = form
    expect(await codeOf(studio.call(visitor, accounts.signIn, { email, password }))).toBe('wrongCredentials')
    expect(await codeOf(studio.call(visitor, accounts.signIn, { email: '', password }))).not.toBe('done')
    expect(await codeOf(studio.call(visitor, accounts.resetPassword, { token, password: 'another one' }))).toBe(
      'linkUnknown',
    )
    expect(await aMember()).not.toMatchObject({ userId: member.userId })
    expect(
      await studio.sql`
      select p.id, a.id as account from people p left join accounts a on a.person_id = p.id where deleted_at is not null`,
    ).toEqual([{ id: member.userId, account: null }])
  })

  it.each([
    [':', '1'],
    [':', '{'],
    [',', '"a'],
    ['"', '\\\\'],
    ['u', 'e'],
  ])('named %s %s leaves everybody else’s data unchanged', async (displayName, familyName) => {
    const member = await aPersonNamed(displayName, familyName)
    const lines = [
      {
        message: 'Due until: 1 day before',
        metadata: { due: 1, a: 'b', 'due edge': { '"': '\\\\' }, list: ['a', 'true edge'] },
      },
      { message: `Mari Tammsaare came, ${displayName} ${familyName}s did not`, metadata: null },
    ]
    for (const { message, metadata } of lines) {
      await studio.database.transaction((tx) =>
        tx.execute(sql`insert into logs (channel, level, message, metadata, created_at)
          values ('courses', 'info', ${message}, ${metadata && JSON.stringify(metadata)}::jsonb, now())`),
      )
    }
    const { scheduleId } = await anEntry(studio, admin)
    const logged = () => studio.sql`select message, metadata from logs where message <> 'User deleted.' order by id`
    const answers = () => studio.sql`select answer from commands where name <> 'privacy.deleteUser' order by key`
    const before = [await logged(), await answers()]
    expect(scheduleId).not.toBe('')

    await studio.must(admin, privacy.deleteUser, { userId: member.userId })

    expect([await logged(), await answers()]).toEqual(before)
  })

  it('keeps longer names that contain theirs in the logs', async () => {
    const member = await aPersonNamed('Mari', 'Tamm', 'mari@tamm.example')
    const wish = 'Mari Tamm and Mari Tammsaare, mari@tamm.example and anna.mari@tamm.example'
    const left = '… and Mari Tammsaare, … and anna.mari@tamm.example'
    await studio.database.transaction((tx) =>
      tx.execute(sql`insert into logs (channel, level, message, message_et, metadata, created_at)
        select 'courses', 'info', ${`Of ${wish}.`}, ${`Kes: ${wish}.`}, ${JSON.stringify({ 'Mari Tamm': [wish] })}::jsonb, now()
        from generate_series(1, 2500)`),
    )
    await studio.must(admin, privacy.deleteUser, { userId: member.userId })
    const logged =
      await studio.sql`select distinct message, message_et as et, metadata from logs where channel = 'courses'`
    expect(logged).toEqual([{ message: `Of ${left}.`, et: `Kes: ${left}.`, metadata: { 'Mari Tamm': [left] } }])
  })

  it('happens once if two admins do it at the same time', async () => {
    const member = await aMember()
    const second = await studio.person('admin')
    const { userId } = member
    const outcomes = await Promise.all(
      [admin, second].map((who) => codeOf(studio.call(who, privacy.deleteUser, { userId }))),
    )
    expect(outcomes).toContain('done')
    expect(outcomes).toContain('userNotFound')
    expect(studio.reported).toEqual([])
  })

  it('refuses one’s own account and the last admin, even when two admins delete each other', async () => {
    expect(await codeOf(studio.call(admin, privacy.deleteUser, { userId: admin.userId }))).toBe('ownAccount')
    const other = await studio.person('admin')
    const outcomes = await Promise.all([
      codeOf(studio.call(admin, privacy.deleteUser, { userId: other.userId })),
      codeOf(studio.call(other, privacy.deleteUser, { userId: admin.userId })),
    ])
    expect(outcomes.filter((code) => code === 'done')).toHaveLength(1)
    expect(await studio.sql`select count(*)::int as count from accounts where role = 'admin'`).toEqual([{ count: 1 }])
  })

  it('leaves them no place that they take at the same moment', async () => {
    for (let round = 0; round < 5; round++) {
      const member = await studio.person()
      const entries = await Promise.all([1, 2, 3].map((inDays) => anEntry(studio, admin, { inDays })))
      const courseId = await aCourse(studio, admin)
      const membershipId = await aMembership(studio, admin)
      await Promise.all([
        ...entries.map(({ scheduleId }) => studio.call(member, registrations.registerWithDropIn, dropIn(scheduleId))),
        studio.call(member, courses.join, joining(courseId)),
        studio.must(admin, privacy.deleteUser, { userId: member.userId }),
        studio.call(member, memberships.buy, { membershipId, coverMember: false, paymentMethod: 'cash' }),
        studio.call(member, registrations.cancel, { scheduleId: entries[0]?.scheduleId ?? '' }),
      ])
    }
    await expectInvariants(studio)
    const [left] = await studio.sql`
      select (select count(*) from registrations)::int as places, (select count(*) from "courseRegistrations")::int as courses`
    expect(left).toEqual({ places: 0, courses: 0 })
    expect(studio.reported).toEqual([])
  }, 30_000)
})

// needs PostgreSQL: on the embedded database transactions run one at a time, so nothing can come in between
describe.runIf(process.env['TEST_ENGINE'] === 'postgres')('a request identified before its user is deleted', () => {
  it.each(['class', 'course', 'pass'] as const)('gets no %s after the deletion', async (what) => {
    const member = await studio.person()
    const { scheduleId } = await anEntry(studio, admin)
    const courseId = await aCourse(studio, admin)
    const membershipId = await aMembership(studio, admin)
    const takes = {
      class: () => codeOf(studio.call(member, registrations.registerWithDropIn, dropIn(scheduleId))),
      course: () => codeOf(studio.call(member, courses.join, joining(courseId))),
      pass: () =>
        codeOf(studio.call(member, memberships.buy, { membershipId, coverMember: false, paymentMethod: 'cash' })),
    }
    const held = { class: 'schedule', course: 'courses', pass: 'memberships' }[what]
    const [locked, over] = [signal(), signal()]
    const holding = studio.database.transaction(async (tx) => {
      await tx.execute(sql`select 1 from ${sql.identifier(held)} for update`)
      locked.fire()
      await over.fired
    })
    await locked.fired
    const taking = takes[what]()
    await untilLockWaits(studio, 1)
    await studio.must(admin, privacy.deleteUser, { userId: member.userId })
    over.fire()
    await holding
    expect(await taking).toMatch(/NotFound$/)
    const rows = await studio.sql`select user_id from payments where user_id = ${member.userId}`
    expect(rows).toEqual([])
    await expectInvariants(studio)
  })
})

// needs PostgreSQL too
describe.runIf(process.env['TEST_ENGINE'] === 'postgres')('what is booked on a payer while they are deleted', () => {
  /** Deletes the person while the work of another transaction is done and not committed. */
  async function deletedDuring(person: Person, work: (c: CommandContext) => Promise<unknown>) {
    const [worked, over] = [signal(), signal()]
    const holding = studio.within(admin, async (c) => {
      await work(c)
      worked.fire()
      await over.fired
    })
    await worked.fired
    const deleting = codeOf(studio.call(admin, privacy.deleteUser, { userId: person.userId, leavesAlone: 1 }))
    await untilLockWaits(studio, 1)
    over.fire()
    await holding
    expect(await deleting).toBe('done')
    expect(studio.reported).toEqual([])
    await expectInvariants(studio)
  }
  const owes = async (member: Person) => {
    const { scheduleId } = await anEntry(studio, admin)
    await studio.must(member, registrations.registerWithDropIn, dropIn(scheduleId))
  }

  it('as credit stays with their person, for the books', async () => {
    const member = await studio.person()
    await owes(member)
    const payerId = member.accountId
    await deletedDuring(member, async (c) => {
      await lockPayers(c, [payerId])
      const day = dateIn(c.settings.timeZone, c.now)
      const money = { source: 'bank', way: 'bankTransfer', sourceId: newId() } as const
      await changeCredit(c, { payerId, cents: 500, day, ...money })
    })
    expect(await studio.sql`select payer_id as payer from credits`).toEqual([{ payer: `person-${member.userId}` }])
  })

  it('for a child is owed by whoever pays for the child then', async () => {
    const parent = await studio.person()
    await owes(parent)
    const { personId } = await studio.must(parent, families.addChild, {
      displayName: 'Luule',
      familyName: 'Tamm',
      dob: '2016-05-05',
    })
    const order = { item: 'earlier debt', itemId: '', description: 'Autumn', price: 1500 } as const
    const way = { paymentMethod: 'cash', coverMember: false } as const
    await deletedDuring(parent, (c) => createPayment(c, { id: newId(), userId: personId, ...order, ...way }))
    const due = await studio.sql`select payer_id as payer from payments where user_id = ${personId} and status = 'due'`
    expect(due).toEqual([{ payer: `person-${personId}` }])
  })
})

/** The second teacher to confirm a payment is told who was first, and that response is stored. */
async function theirNameIsToldToAnother(teacher: Person) {
  const debtor = await studio.person()
  const { scheduleId } = await anEntry(studio, admin, { inDays: 5 })
  await studio.must(debtor, registrations.registerWithDropIn, dropIn(scheduleId))
  const [payment] = await studio.sql<{ id: string }>`select id from payments where user_id = ${debtor.userId}`
  const settled = { paymentId: payment?.id ?? '', actualAmount: 1500 }
  await studio.must(teacher, payments.markAsPaidByTeacher, settled)
  const second = await studio.person('teacher')
  const { body } = await studio.call(second, payments.markAsPaidByTeacher, settled)
  expect(body).toMatchObject({ code: 'paymentMoved', params: { name } })
}

it('a deleted user is in no list, and their page has no name', async () => {
  const member = await aMember()
  await aLife(member)
  const list = { search: '', sort: 'name', order: 'asc', page: 1 } as const
  expect((await studio.ask(admin, accounts.users, list)).total).toBe(2)
  await studio.must(admin, privacy.deleteUser, { userId: member.userId })
  expect((await studio.ask(admin, accounts.users, list)).rows.map(({ id }) => id)).toEqual([admin.userId])
  expect((await studio.ask(admin, accounts.usersForExport, { ...list, part: 0 })).total).toBe(1)
  expect((await studio.ask(admin, registrations.people, { search: 'a' })).people.map(({ id }) => id)).toEqual([
    admin.userId,
  ])
  expect(await studio.ask(admin, accounts.user, { userId: member.userId })).toMatchObject({
    displayName: '',
    familyName: '',
    email: '',
    dob: null,
    deletedAt: studio.now,
  })
  const change = { userId: member.userId }
  expect(await codeOf(studio.call(admin, accounts.setActive, { ...change, active: true }))).toBe('userNotFound')
  expect(
    await codeOf(studio.call(admin, accounts.setRole, { ...change, role: 'admin', password: ADMIN_PASSWORD })),
  ).toBe('userNotFound')
  expect(await codeOf(studio.call(admin, accounts.setMemberLevel, { ...change, memberLevel: 'x' }))).toBe(
    'userNotFound',
  )
})

it('a member can ask for deletion, which staff see, and can withdraw it', async () => {
  const member = await studio.person('user', { displayName: 'Leelo' })
  const own = await studio.watch(member, accounts.deletion, {})
  const desk = await studio.watch(admin, accounts.deletionRequests, {})
  expect(await own.next()).toEqual({ askedAt: null })
  expect(await desk.next()).toEqual([])
  await studio.must(member, accounts.askForDeletion, {})
  const { now } = studio
  expect(await own.next()).toEqual({ askedAt: now })
  expect(await desk.next()).toEqual([{ id: member.userId, displayName: 'Leelo', familyName: 'Maasikas', askedAt: now }])
  studio.now += HOUR
  await studio.must(member, accounts.askForDeletion, {})
  expect(await studio.ask(member, accounts.deletion, {})).toEqual({ askedAt: now })
  await studio.must(member, accounts.withdrawDeletion, {})
  expect(await studio.ask(admin, accounts.deletionRequests, {})).toEqual([])
  own.stop()
  desk.stop()
})

it('the last admin cannot ask for deletion, which no one could carry out', async () => {
  expect(await codeOf(studio.call(admin, accounts.askForDeletion, {}))).toBe('lastAdmin')
  await studio.person('admin')
  expect(await codeOf(studio.call(admin, accounts.askForDeletion, {}))).toBe('done')
})

describe('the download of personal data', () => {
  it('has all data about the member, and nothing about others', async () => {
    const member = await aMember()
    await aLife(member)
    const stranger = await studio.person('user', { displayName: 'Võõras', email: 'stranger@example.ee' })
    const { scheduleId } = await anEntry(studio, admin, { inDays: 6 })
    await studio.must(stranger, registrations.registerWithDropIn, dropIn(scheduleId))

    const held = await studio.must(member, privacy.download, {})

    expect(held.account).toMatchObject({
      firstName: form.displayName,
      familyName: form.familyName,
      email: form.email,
      dateOfBirth: form.dob,
      phone: '',
      lastLogin: '2026-03-10T10:00:00.000Z',
    })
    expect(held.classes.map(({ paidBy, membership }) => [paidBy, membership])).toEqual([
      ['dropIn', null],
      ['dropIn', null],
      ['membership', 'Four classes'],
      ['dropIn', null],
      ['dropIn', null],
    ])
    expect(held.classes.filter((one) => one.attendance === 'attended')).toHaveLength(1)
    expect([held.classes.length, held.courses.length, held.memberships.length, held.payments.length]).toEqual([
      5, 1, 1, 6,
    ])
    expect(held.payments.flatMap(({ history }) => history.map(({ by }) => by))).toContain('studio')
    expect(held.sessions).toMatchObject([{ signedIn: false }, { signedIn: true }])
    expect(held.letters).toHaveLength(1)
    expect(held.log.map(({ message }) => message)).toContain('User registered.')
    expect(held.commands.map(({ name }) => name)).toContain('courses.join')
    const text = JSON.stringify(held)
    for (const other of ['Võõras', 'stranger', stranger.userId, admin.userId, 'scrypt', 'token']) {
      expect.soft(text, other).not.toContain(other)
    }
    // the response of this command is not stored
    expect(await studio.sql`select name from commands where name = 'privacy.download'`).toEqual([])
  })

  it('covers every table with personal data: a new table must be listed here', async () => {
    const tables = await studio.sql<{ name: string }>`
      select tablename as name from pg_tables where schemaname = 'public' order by tablename collate "C"`
    const aboutPeople = [
      'absences',
      'accounts',
      'attendance',
      'cancelledPlaces',
      'categorySpans',
      'bankLines',
      'challenges',
      'chosenWays',
      'commands',
      'courseRegistrations',
      'credentials',
      'credits',
      'emailLinks',
      'feeds',
      'freezes',
      'heldCoursePlaces',
      'heldPlaces',
      'lateCancellations',
      'logs',
      'mailingReaders',
      'mailings',
      'makeUps',
      'merges',
      'mergedRows',
      'monthlyFees',
      'outbox',
      'paperBuyers',
      'pauses',
      'passEntries',
      'passkeys',
      'payerReferences',
      'payers',
      'paymentHistory',
      'payments',
      'firebaseProblems',
      'tableMade',
      'familyInvitationPeople',
      'familyInvitations',
      'guardians',
      'photoConsents',
      'providerLinks',
      'providerVisits',
      'purchases',
      'pushSubscriptions',
      'pushes',
      'receipts',
      'recoveryCodes',
      'registrations',
      'people',
      'sessions',
      'stebbyTickets',
      'told',
      'twoSteps',
      'payEntries',
      'payLines',
      'payRates',
      'payMonths',
      'standIns',
      'waiting',
      'waitingNotices',
    ]
    // kept for 7 years with the names in them, even if the account is deleted (Accounting Act § 12)
    const kept = ['papers', 'invoiceLines']
    const aboutTheStudio = [
      'bankColumns',
      'bankKeys',
      'bankStatements',
      'classCategories',
      'closedDays',
      'classes',
      'courses',
      'discountCodes',
      'membershipCategories',
      'memberships',
      'meta',
      'migrations',
      'rooms',
      'paperNumbers',
      'schedule',
      'settings',
      'terms',
    ]
    const hashesOnly = ['rateLimits']
    // uploaded files in a binary form that can't be searched, kept for a day at most
    const onTheWay = ['firebaseParts']
    // tables that hold ids of people, but no other personal data
    const idsOnly = [
      'importedRows',
      'firebaseMoves',
      'tableMoves',
      'jobs',
      'payClock',
      'taken',
      'taps',
      'courseEdits',
      'handOvers',
      'takings',
      'scheduleChanges',
      'scheduleChangedEntries',
    ]
    const known = [...aboutPeople, ...aboutTheStudio, ...kept, ...hashesOnly, ...onTheWay, ...idsOnly]
    expect(tables.map(({ name }) => name)).toEqual(known.toSorted())
  })
})

it('is always about the user of the session: no other user can be named', async () => {
  const member = await aMember()
  const other = await studio.person()
  const named = studio.services.commands.get('privacy.download')
  const outcome = await studio.callRaw(other, named?.name ?? '', {
    key: 'a-key-of-sixteen-letters',
    input: { userId: member.userId },
  })
  expect(JSON.stringify(outcome.body)).not.toContain(form.email)
})
