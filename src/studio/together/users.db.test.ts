import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { PAGE_SIZE } from '#kernel/paging.ts'
import { anEntry } from '#server/testing/fixtures.ts'
import { insertPeople } from '#server/testing/insertPeople.ts'
import { ADMIN_PASSWORD, codeOf, visitor, type Person, type TestStudio } from '#server/testing/studio.ts'
import { studioForEach } from '#server/testing/studioForEach.ts'
import { accounts } from '#studio/accounts/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'

let studio: TestStudio
let admin: Person
studioForEach(async (empty) => {
  studio = empty
  admin = await studio.person('admin', { displayName: 'Aino', email: 'boss@example.ee' })
})

const list = (search = '', page = 1) => ({ search, page, sort: 'name' as const, order: 'asc' as const })
const namesOf = async (search: string) =>
  (await studio.ask(admin, accounts.users, list(search))).rows.map((row) => row.displayName)

describe('the list of users', () => {
  beforeEach(async () => {
    await studio.person('user', { displayName: 'Õie', email: 'flower@example.ee' })
    await studio.person('teacher', { displayName: 'Mari-Liis', email: 'teacher_1@example.ee' })
  })

  it('finds people by parts of name or e-mail, in any case and word order', async () => {
    expect(await namesOf('')).toEqual(['Aino', 'Mari-Liis', 'Õie'])
    expect(await namesOf('õI')).toEqual(['Õie'])
    expect(await namesOf('FLOWER')).toEqual(['Õie'])
    expect(await namesOf('  maasikas  mari ')).toEqual(['Mari-Liis'])
    expect(await namesOf('nobody')).toEqual([])
  })

  it.each([
    ['Čakste', ['Čakste', 'čakste', 'ČAKSTE', 'cakste', 'C\u030cakste']],
    ['Иван', ['Иван', 'иван', 'ИВАН', 'ван']],
    ['Łukasz', ['Łukasz', 'łukasz', 'ŁUKASZ', 'lukasz']],
    ['Ζωή', ['Ζωή', 'ζωη', 'ΖΩΉ']],
    ['Õie', ['Õie', 'õie', 'ÕIE', 'oie']],
  ])('finds %s in capitals, in small letters and without accents', async (displayName, searches) => {
    if (displayName !== 'Õie') await studio.person('user', { displayName })
    for (const search of searches) expect(await namesOf(search), search).toEqual([displayName])
  })

  it('treats wildcard characters literally', async () => {
    expect(await namesOf('%')).toEqual([])
    expect(await namesOf('r_1')).toEqual(['Mari-Liis'])
    expect(await namesOf("' or 1=1 --")).toEqual([])
    expect(await namesOf('\\')).toEqual([])
    // NFKC folds this character to %, a wildcard of LIKE
    expect(await namesOf('％')).toEqual([])
  })

  it.each([
    ['name', 'desc', 'Õie'],
    ['email', 'asc', 'Aino'],
    ['role', 'asc', 'Aino'],
    ['created', 'desc', 'Mari-Liis'],
  ] as const)('is sorted by %s, %s', async (sort, order, first) => {
    studio.now += 1000
    if (sort === 'created') await studio.person('user', { displayName: 'Mari-Liis' })
    const { rows } = await studio.ask(admin, accounts.users, { ...list(), sort, order })
    expect(rows[0]?.displayName).toBe(first)
  })

  it('never returns a password or a date of birth', async () => {
    const { rows } = await studio.ask(admin, accounts.users, list())
    expect(Object.keys(rows[0] ?? {})).not.toEqual(expect.arrayContaining(['dob']))
  })
})

it('pages a long list, and shows the last page if a later one was requested', async () => {
  await studio.database.transaction((tx) =>
    tx.execute(
      insertPeople(
        'id, email, display_name, family_name, dob, created_at',
        sql`select 'u' || n, 'u' || n || '@example.ee', 'User', to_char(n, 'FM0000'), '2000-01-01', now()
      from generate_series(1, 1001) n`,
      ),
    ),
  )
  const first = await studio.ask(admin, accounts.users, list('user'))
  // a very long list is counted only some pages ahead
  expect(first).toMatchObject({ total: 4 * PAGE_SIZE, more: true, page: 1 })
  expect(first.rows).toHaveLength(PAGE_SIZE)
  const second = await studio.ask(admin, accounts.users, list('user', 2))
  expect(second.rows[0]?.familyName).toBe('0051')
  const late = await studio.ask(admin, accounts.users, list('user', 18))
  expect(late).toMatchObject({ total: 1001, more: false, page: 18 })
  const last = await studio.ask(admin, accounts.users, list('user', 999))
  expect(last).toMatchObject({ total: 1001, more: false, page: 21 })
  expect(last.rows.at(-1)?.familyName).toBe('1001')
  const file = (part: number) =>
    studio.ask(admin, accounts.usersForExport, { search: 'user', sort: 'name', order: 'asc', part })
  const all = await file(0)
  expect([all.rows.length, all.total, all.parts]).toEqual([1001, 1001, 1])
  const parts = [await file(1), await file(2)]
  expect(parts.map(({ rows, parts }) => `${rows.length} of ${parts}`)).toEqual(['1000 of 2', '1 of 2'])
  expect(parts.flatMap(({ rows }) => rows)).toEqual(all.rows)
  const everybody = await studio.ask(admin, accounts.users, list())
  const [counted] = await studio.sql<{ total: number }>`select count(*) as total from people where deleted_at is null`
  expect(everybody).toMatchObject({ total: counted?.total, more: false })
})

describe('paging deep in the list of users', () => {
  const people = (from: number, to: number) =>
    studio.database.transaction(async (tx) => {
      await tx.execute(
        insertPeople(
          'id, email, display_name, family_name, dob, role, created_at',
          sql`select 'u' || n, 'u' || n || '@example.ee', 'User ' || n % 9, 'Tamm', '2000-01-01',
          case when n % 5 = 0 then 'teacher' else 'user' end, '2026-01-01'::timestamptz + n / 3 * interval '1 minute'
        from generate_series(${from}::int, ${to}::int) n`,
        ),
      )
      // as autovacuum would do
      await tx.execute(sql`analyze people, accounts`)
    })
  const sorts = ['created', 'name', 'email', 'role'] as const
  const orders = ['asc', 'desc'] as const

  it('continues exactly after the last user of the page before, in both directions', async () => {
    await people(1, 2_203)
    for (const sort of sorts)
      for (const order of orders) {
        const ask = (page: number, beside: { after?: string; before?: string }) =>
          studio.ask(admin, accounts.users, { search: '', sort, order, page, ...beside })
        const onward: string[] = []
        for (let page = 1; page <= 45; page++) {
          const last = onward.at(-1)
          onward.push(...(await ask(page, last === undefined ? {} : { after: last })).rows.map(({ id }) => id))
        }
        const backward: string[] = []
        for (let page = 45; page >= 1; page--) {
          const [first] = backward
          backward.unshift(...(await ask(page, first === undefined ? {} : { before: first })).rows.map(({ id }) => id))
        }
        expect(new Set(onward).size).toBe(2_204)
        expect(backward).toEqual(onward)
      }
  })

  it('shows nobody twice and omits nobody when people sign up meanwhile', async () => {
    await people(1, 2_203)
    const newest = { search: '', sort: 'created', order: 'desc' } as const
    const whole = await studio.sql<{ id: string }>`select id from people order by created_at desc, id desc`
    const shown = await studio.ask(admin, accounts.users, { ...newest, page: 22 })
    await people(2_204, 2_230)
    const after = shown.rows.at(-1)?.id ?? ''
    const next = await studio.ask(admin, accounts.users, { ...newest, page: 23, after })
    expect(next.rows.map(({ id }) => id)).toEqual(whole.slice(1100, 1150).map(({ id }) => id))
    const back = await studio.ask(admin, accounts.users, { ...newest, page: 22, before: next.rows[0]?.id ?? '' })
    expect(back.rows).toEqual(shown.rows)
  })

  it('falls back to counting if the neighbouring user does not exist', async () => {
    await people(1, 2_203)
    const page = { search: '', sort: 'name', order: 'asc', page: 23 } as const
    const counted = await studio.ask(admin, accounts.users, page)
    await studio.database.transaction((tx) =>
      tx.execute(
        insertPeople(
          'id, email, display_name, family_name, role, active, deleted_at, created_at',
          sql`values ('gone', '', '', '', 'user', false, now(), now())`,
        ),
      ),
    )
    for (const after of ['nobody', 'gone']) {
      expect(await studio.ask(admin, accounts.users, { ...page, after })).toEqual(counted)
    }
  })
})

describe('a deactivated user', () => {
  const password = 'quiet waltz'
  async function signedUp(): Promise<Person> {
    const form = { displayName: 'Anna', familyName: 'Tamm', dob: '2005-05-05', email: 'anna@example.ee', password }
    await studio.must(visitor, accounts.signUp, { ...form, language: 'en' })
    const outcome = await studio.call(visitor, accounts.signIn, { email: form.email, password })
    const [ids] = await studio.sql<Pick<Person, 'accountId' | 'userId'>>`
      select id as "accountId", person_id as "userId" from accounts where email = ${form.email}`
    return { ...visitor, ...ids, sessionToken: outcome.session?.token ?? null }
  }
  const signIn = () => codeOf(studio.call(visitor, accounts.signIn, { email: 'anna@example.ee', password }))

  it('is signed out everywhere at once, and cannot sign in until reactivated', async () => {
    const anna = await signedUp()
    expect(await studio.ask(anna, accounts.me, {})).toMatchObject({ kind: 'unverified' })
    await studio.must(admin, accounts.setActive, { userId: anna.userId, active: false })
    expect(await studio.ask(anna, accounts.me, {})).toMatchObject({ kind: 'visitor' })
    expect(await signIn()).toBe('deactivated')
    await studio.must(admin, accounts.setActive, { userId: anna.userId, active: true })
    // the old session remains invalid
    expect(await studio.ask(anna, accounts.me, {})).toMatchObject({ kind: 'visitor' })
    expect(await signIn()).toBe('done')
  })

  it('keeps their data, and the log lists the change', async () => {
    const anna = await signedUp()
    await studio.must(admin, accounts.setActive, { userId: anna.userId, active: false })
    expect(await studio.ask(admin, accounts.user, anna)).toMatchObject({ active: false, email: 'anna@example.ee' })
    const [line] = await studio.sql`select channel, message, user_id as by from logs order by id desc limit 1`
    expect(line).toEqual({ channel: 'auth', message: 'User deactivated; all sessions ended.', by: admin.accountId })
  })

  it('is no longer counted among the included people of classes', async () => {
    const girl = await studio.person('user', { membershipCategory: 'Member-girl' })
    await anEntry(studio, admin, { categories: ['Girl Group'] })
    const upcoming = await studio.watch(visitor, registrations.upcoming, { weeks: 2 })
    expect((await upcoming.next()).entries[0]?.includedCount).toBe(1)
    await studio.must(admin, accounts.setActive, { userId: girl.userId, active: false })
    expect((await upcoming.next()).entries[0]?.includedCount).toBe(0)
    upcoming.stop()
  })

  it("cannot be oneself or the studio's last admin", async () => {
    expect(await codeOf(studio.call(admin, accounts.setActive, { userId: admin.userId, active: false }))).toBe(
      'ownAccount',
    )
    const other = await studio.person('admin')
    const outcomes = await Promise.all([
      codeOf(studio.call(admin, accounts.setActive, { userId: other.userId, active: false })),
      codeOf(studio.call(other, accounts.setActive, { userId: admin.userId, active: false })),
    ])
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1)
    expect(await studio.sql`select count(*)::int as n from accounts where role = 'admin' and active`).toEqual([
      { n: 1 },
    ])
  })
})

it('the last admin who can sign in keeps the role, even if there are admins who cannot', async () => {
  const [closed, unproven] = [await studio.person('admin'), await studio.person('unverified')]
  const toUser = (userId: string) =>
    codeOf(studio.call(admin, accounts.setRole, { userId, role: 'user', password: ADMIN_PASSWORD }))
  await studio.must(admin, accounts.setRole, { userId: unproven.userId, role: 'admin', password: ADMIN_PASSWORD })
  await studio.must(admin, accounts.setActive, { userId: closed.userId, active: false })
  expect(await toUser(admin.userId)).toBe('lastAdmin')
  const [left] = await studio.sql<{ n: number }>`
    select count(*)::int as n from accounts where role = 'admin' and active and email_verified_at is not null`
  expect(left).toEqual({ n: 1 })
  // admins who cannot sign in can lose the role; with a second active admin, the first can too
  expect([await toUser(closed.userId), await toUser(unproven.userId)]).toEqual(['done', 'done'])
  await studio.person('admin')
  expect(await toUser(admin.userId)).toBe('done')
})

it('a change of category updates all participant counts at once', async () => {
  const member = await studio.person()
  await anEntry(studio, admin, { categories: ['K-POP 16+'] })
  const upcoming = await studio.watch(visitor, registrations.upcoming, { weeks: 2 })
  const page = await studio.watch(admin, accounts.user, { userId: member.userId })
  expect((await upcoming.next()).entries[0]?.includedCount).toBe(0)
  expect(await page.next()).toMatchObject({ membershipCategory: null })
  await studio.must(admin, accounts.setMembershipCategory, { userId: member.userId, membershipCategory: 'Member-16' })
  expect((await upcoming.next()).entries[0]?.includedCount).toBe(1)
  expect(await page.next()).toMatchObject({ membershipCategory: 'Member-16' })
  upcoming.stop()
  page.stop()
})

it.each([
  ['  ', 'fillRequired'],
  ['x'.repeat(41), 'memberLevelTooLong'],
])('takes no member level like %j', async (memberLevel, code) => {
  const call = codeOf(studio.call(admin, accounts.setMemberLevel, { userId: admin.userId, memberLevel }))
  expect(await call).toEqual({ memberLevel: code })
})

it('an admin can correct name, date of birth and phone number; an unknown date stays empty', async () => {
  const member = await studio.person()
  const page = await studio.watch(admin, accounts.user, { userId: member.userId })
  const { displayName, familyName, dob } = (await page.next()) ?? { displayName: '', familyName: '', dob: null }
  const before = { displayName, familyName, dob: dob ?? '', phone: '' }
  const correct = (typed: typeof before) =>
    codeOf(studio.call(admin, accounts.correctPerson, { userId: member.userId, typed, before }))
  expect(await correct({ ...before, displayName: ' ', dob: '2027-01-01' })).toEqual({
    displayName: 'fillRequired',
    dob: 'birthdayInFuture',
  })
  expect(await correct({ ...before, familyName: 'Kask', dob: '' })).toBe('done')
  expect(await page.next()).toMatchObject({ displayName, familyName: 'Kask', dob: null })
  page.stop()
  const phone = () => studio.ask(admin, accounts.phone, { userId: member.userId })
  const kask = { ...before, familyName: 'Kask', dob: '' }
  expect(await correct({ ...kask, phone: '12' })).toEqual({ phone: 'phoneInvalid' })
  expect([await correct({ ...kask, phone: '5555 1234' }), await phone()]).toEqual(['done', { phone: '+372 5555 1234' }])
  const nobody = { userId: 'nobody', typed: before, before }
  expect(await codeOf(studio.call(admin, accounts.correctPerson, nobody))).toBe('userNotFound')
})

it('there is no page for a user who does not exist', async () => {
  expect(await studio.ask(admin, accounts.user, { userId: 'nobody' })).toBeNull()
})
